import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { signIn, startCompany } from './company.ts'
import { test } from './product.ts'

/** Takes the screenshots in docs/screenshots. It has a separate configuration and asserts nothing. */
const folder = path.resolve(import.meta.dirname, '../docs/screenshots')
const looks = [
  { name: '1280-light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: '375-dark', viewport: { width: 375, height: 812 }, colorScheme: 'dark' },
] as const

for (const { name, viewport, colorScheme } of looks) {
  test(`screens at ${name}`, async ({ browser, product, website }) => {
    test.setTimeout(240_000)
    mkdirSync(folder, { recursive: true })
    const company = await startCompany(product.url)
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
      ['customise', `/projects/${company.project.id}/customize`],
      ['publish', `/projects/${company.project.id}/publish`],
      ['inbox', '/chats'],
      ['conversation', `/chats?session=${company.sessionId}`],
      ['team', '/users'],
      ['prompts', '/superadmin/prompts'],
      ['settings', '/settings/preferences'],
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
    website.pages['/shop'] =
      `<!doctype html><html lang="en"><title>Example</title><meta name="viewport" content="width=device-width">
       <body style="font: 16px sans-serif; margin: 40px"><h1>Example</h1><p>A page with a chat.</p>${company.embedCode}`
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
  })
}

async function picture(page: Page, name: string) {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByText('Loading preview…')).toBeHidden()
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
}
