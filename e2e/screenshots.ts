import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { weekdays } from '@aichat/contracts/company/hours'
import { expect, type Page } from '@playwright/test'
import { type Company, signIn, startCompany } from './kit/company.ts'
import { test } from './kit/product.ts'

/** Takes the screenshots in docs/screenshots. It has a separate configuration and asserts nothing. */
const folder = path.resolve(import.meta.dirname, '../docs/screenshots')
const sizes = [
  { width: 1280, height: 800 },
  { width: 375, height: 812 },
]
const looks = sizes.flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    name: `${viewport.width}-${colorScheme}`,
    viewport,
    colorScheme,
  })),
)

const open = [{ from: '09:00', to: '17:00' }]
const hours = {
  timeZone: 'Europe/Berlin',
  week: Object.fromEntries(weekdays.map((day) => [day, /^s/.test(day) ? [] : open])),
  exceptions: [{ date: '2030-12-24', name: 'Christmas Eve', spans: [{ from: '09:00', to: '12:00' }] }],
  outsideHours: 'ai',
}

for (const { name, viewport, colorScheme } of looks) {
  test(`screens at ${name}`, async ({ browser, product, website }) => {
    test.setTimeout(240_000)
    mkdirSync(folder, { recursive: true })
    const company = await startCompany(product.url)
    await company.ask('PUT', '/api/hours', hours)
    const page = await (
      await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' })
    ).newPage()
    const take = (screen: string) => picture(page, `${screen}-${name}`)
    for (const screen of ['login', 'signup']) {
      await page.goto(`${product.url}/${screen}`)
      await take(screen)
    }
    await signIn(page, product.url, company)
    for (const [screen, address] of [
      ['dashboard', '/dashboard'],
      ['projects', '/projects'],
      ['create-project', '/projects/new'],
      ['project-agents', `/projects/${company.project.id}?tab=agents`],
      ['project-faq', `/projects/${company.project.id}?tab=faq`],
      ['customize', `/projects/${company.project.id}/customize`],
      ['publish', `/projects/${company.project.id}/publish`],
      ['inbox', '/chats'],
      ['conversation', `/chats?session=${company.sessionId}`],
      ['team', '/users'],
      ['prompts', '/superadmin/prompts'],
      ['settings', '/settings/preferences'],
      ['ai-model', '/settings/ai-model'],
      ['business-hours', '/settings/business-hours'],
      ['api-keys', '/settings/api'],
      ['audit-log', '/settings/audit'],
    ] as const) {
      await page.goto(product.url + address)
      await take(screen)
    }
    await page.goto(`${product.url}/dashboard`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    await take('palette')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await take('bell')
    const createShop = (language: string) =>
      `<!doctype html><html lang="${language}"><title>Example</title><meta name="viewport" content="width=device-width">
       <body style="font: 16px sans-serif; margin: 40px"><h1>Example</h1><p>A page with a chat.</p>${company.embedCode}`
    website.pages['/shop'] = createShop('en')
    website.pages['/arabic'] = createShop('ar')
    await page.goto(`${website.url}/shop`)
    await expect(page.getByRole('button', { name: /Open chat/ })).toBeVisible()
    await take('launcher')
    await page.getByRole('button', { name: /Open chat/ }).click()
    const chat = page.frameLocator('iframe')
    await chat.getByRole('textbox', { name: 'Message' }).fill('How long may I return an item?')
    await chat.getByRole('textbox', { name: 'Message' }).press('Enter')
    await expect(chat.getByText('How long may I return an item?')).toBeVisible()
    await expect(chat.getByRole('log')).toContainText('within 30 days')
    await page.screenshot({ path: path.join(folder, `chat-${name}.png`) })
    await page.goto(`${website.url}/arabic`)
    await expect(chat.getByRole('log')).toContainText('within 30 days')
    await take('chat-arabic')
    if (viewport.width > 400) return
    await page.setViewportSize({ width: 812, height: 375 })
    await page.goto(`${website.url}/shop`)
    await expect(chat.getByRole('log')).toContainText('within 30 days')
    await picture(page, `chat-812x375-${colorScheme}`)
    await page.goto(`${website.url}/arabic`)
    await expect(chat.getByRole('log')).toContainText('within 30 days')
    await picture(page, `chat-arabic-812x375-${colorScheme}`)
  })

  test(`releases at ${name}`, async ({ browser, product }) => {
    test.setTimeout(120_000)
    const company = await startCompany(product.url)
    await holdChanges(company)
    const page = await (
      await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' })
    ).newPage()
    await signIn(page, product.url, company)
    await page.goto(`${product.url}/projects/${company.project.id}?tab=agents`)
    await expect(page.getByRole('region', { name: 'Held changes' })).toBeVisible()
    await picture(page, `held-${name}`)
    await page.goto(`${product.url}/projects/${company.project.id}/publish`)
    await page.getByText('You have unpublished changes.').evaluate((line) => line.scrollIntoView())
    await expect(page.getByRole('list', { name: 'Changes to answers' })).toBeVisible()
    await picture(page, `changes-${name}`)
    await page.getByRole('button', { name: 'Restore release 2' }).click()
    await expect(page.getByRole('checkbox')).toHaveCount(1)
    await picture(page, `restore-${name}`)
  })
}

/** Breaks a test, and removes an FAQ that the second release has. */
async function holdChanges({ ask, project }: Company) {
  const url = `/api/projects/${project.id}`
  const faqs = [
    ['Do you ship abroad?', 'Yes, to all of Europe.'],
    ['Do you ship to islands?', 'Yes, for 5 euros per parcel.'],
  ] as const
  const [abroad] = await Promise.all(
    faqs.map(([question, answer]) => ask('POST', `${url}/faq`, { question, answer })),
  )
  await ask('PATCH', `/api/widget/${project.widgetConfigId}`, { brand: { chatName: 'Help' } })
  await ask('POST', `${url}/publish`)
  await ask('DELETE', `${url}/faq/${abroad.id}`)
  const question = 'How many days do I have to return an item?'
  await ask('POST', `${url}/answer-tests`, {
    question,
    mustContain: ['30 days'],
    mustCite: null,
    mustHandOver: false,
  })
  const [item] = await ask('GET', `${url}/agent/kb`)
  const content = 'You may return any item within 14 days of delivery. Returns are free of charge.'
  await ask('PATCH', `${url}/agent/kb/${item.id}`, { content })
  await ask('PATCH', `/api/widget/${project.widgetConfigId}`, { brand: { chatName: 'Support' } })
  await expect.poll(async () => (await ask('GET', `${url}/answers`)).status).toBe('held')
}

async function picture(page: Page, name: string) {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByText('Loading preview…')).toBeHidden()
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
}
