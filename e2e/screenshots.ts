import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Session } from '@aichat/contracts/chat/sessions'
import type { SignedIn } from '@aichat/contracts/company/auth'
import type { Project } from '@aichat/contracts/company/projects'
import { expect, type Page } from '@playwright/test'
import { call, type Person, person } from '../server/test/kit/client.ts'
import { signIn } from './kit/company.ts'
import type { Demo } from './kit/demo-setup.ts'
import { test as base } from './kit/product.ts'
import { startProduct } from './kit/start-product.ts'

/** Takes the screenshots of docs/screenshots from the demo company. It has a separate configuration and asserts nothing. */
const folder = process.env.SCREENSHOTS_FOLDER ?? path.resolve(import.meta.dirname, '../docs/screenshots')

const looks = [
  { name: '1280-light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: '1280-dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  { name: '375-dark', viewport: { width: 375, height: 812 }, colorScheme: 'dark' },
] as const

type Company = { url: string; signedIn: SignedIn; owner: Person; shop: Project; sessionId: string }
type Fixtures = { company: Company }

/** The visitor whose conversation is pictured: the AI has answered all questions with their sources. */
const picturedVisitor = 'Maren Lindqvist'

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names that a fixture asks for
  company: async ({}, use) => {
    // A copy for each look, because a screen that is opened changes what later ones show, such as unread messages.
    const { dataDir: seeded, email, password } = getDemo()
    const directory = mkdtempSync(path.join(tmpdir(), 'aichat-demo-copy-'))
    try {
      const dataDir = path.join(directory, 'data')
      cpSync(seeded, dataDir, { recursive: true })
      const { url, stop } = await startProduct({ DATA_DIR: dataDir })
      await use(await findCompany(url, { email, password }))
      await stop()
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  },
})

async function findCompany(url: string, account: { email: string; password: string }): Promise<Company> {
  const signedIn: SignedIn = (await call(url, 'POST', '/api/auth/login', account)).body
  const owner = person(url, signedIn)
  const projects: Project[] = await owner.get('GET', '/api/projects')
  const shop = projects.find(({ name }) => /Shop/.test(name)) as Project
  const { sessions } = await owner.get('GET', `/api/sessions?search=${encodeURIComponent(picturedVisitor)}`)
  const [{ sessionId }] = sessions as [Session]
  return { url, signedIn, owner, shop, sessionId }
}

for (const { name, viewport, colorScheme } of looks) {
  test(`screens at ${name}`, async ({ browser, company, website }) => {
    test.setTimeout(600_000)
    mkdirSync(folder, { recursive: true })
    const { timeZone } = getDemo()
    const look = { viewport, colorScheme, reducedMotion: 'reduce', timezoneId: timeZone } as const
    const page = await (await browser.newContext(look)).newPage()
    const take = (screen: string) => takePicture(page, `${screen}-${name}`)
    await takeConsole(page, company, take)
    await addShopPages(company, website)
    for (const chat of chats) {
      // Another visitor, because a chat has the language in which the visitor has written.
      const visit = await (await browser.newContext(look)).newPage()
      await takeChat(visit, `${website.url}/${chat.language}`, { ...chat, look: name })
      if (viewport.width < 400) {
        await visit.setViewportSize({ width: viewport.height, height: viewport.width })
        await capture(visit, `${chat.screen}-812x375-${colorScheme}`)
      }
      await visit.context().close()
    }
    // Last, because it holds changes back, which other screens show too.
    await takeReleases(page, company, take)
    await page.context().close()
  })
}

type Take = (screen: string) => Promise<void>
type Website = { url: string; pages: Record<string, string> }

async function takeConsole(page: Page, { url, signedIn, shop, sessionId }: Company, take: Take) {
  for (const screen of ['login', 'signup']) {
    await page.goto(`${url}/${screen}`)
    await take(screen)
  }
  await signIn(page, url, signedIn)
  for (const [screen, address] of [
    ['dashboard', '/dashboard'],
    ['projects', '/projects'],
    ['create-project', '/projects/new'],
    ['project-agents', `/projects/${shop.id}?tab=agents`],
    ['project-faq', `/projects/${shop.id}?tab=faq`],
    ['customize', `/projects/${shop.id}/customize`],
    ['publish', `/projects/${shop.id}/publish`],
    ['inbox', '/chats'],
    ['conversation', `/chats?session=${sessionId}`],
    ['reports', '/reports'],
    ['reports-ai', '/reports/ai'],
    ['reports-gaps', '/reports/gaps?period=90-days'],
    ['reports-team', '/reports/team'],
    ['reports-sources', '/reports/sources'],
    ['team', '/users'],
    ['prompts', '/superadmin/prompts'],
    ['settings', '/settings/preferences'],
    ['ai-model', '/settings/ai-model'],
    ['business-hours', '/settings/business-hours'],
    ['api-keys', '/settings/api'],
    ['audit-log', '/settings/audit'],
  ] as const) {
    await page.goto(url + address)
    // On a phone, the preview is on a tab of its own.
    if (screen === 'customize' && !isPhone(page)) await expect(getPreview(page)).toBeVisible()
    await take(screen)
  }
  await page.goto(`${url}/dashboard`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await take('palette')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await take('bell')
}

const getPreview = (page: Page) => page.frameLocator('iframe[title="Widget preview"]').locator('.panel')
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 400

const question = 'How many days do I have to return an item?'
/** The AI has an answer in English only, and hands the conversation in Arabic over. */
const chats = [
  { screen: 'chat', language: 'en', openLabel: 'Open chat', text: question, reply: 'within 30 days' },
  {
    screen: 'chat-arabic',
    language: 'ar',
    openLabel: 'فتح المحادثة',
    text: 'هل يمكنني استلام طلبي من المتجر يوم السبت؟',
    reply: 'ليست لدي إجابة عن ذلك.',
  },
] as const

/** The shop's website in both languages, which has to be allowed to show the chat. */
async function addShopPages({ owner, shop }: Company, website: Website) {
  const base = `/api/projects/${shop.id}`
  await owner.get('PATCH', `${base}/origins`, { origins: [new URL(website.url).origin] })
  const { embedCode } = await owner.get('GET', `${base}/embed-code`)
  for (const { language } of chats) website.pages[`/${language}`] = createShopPage(language, embedCode)
}

/** The closed chat, and the open one with a reply. */
async function takeChat(
  page: Page,
  url: string,
  { screen, openLabel, text, reply, look }: (typeof chats)[number] & { look: string },
) {
  await page.goto(url)
  const launcher = page.getByRole('button', { name: openLabel })
  await expect(launcher).toBeVisible()
  if (screen === 'chat') await capture(page, `launcher-${look}`)
  await launcher.click()
  const chat = page.frameLocator('iframe')
  await chat.locator('textarea').fill(text)
  await chat.locator('textarea').press('Enter')
  await expect(chat.getByRole('log')).toContainText(reply)
  await capture(page, `${screen}-${look}`)
}

const products = [
  'Ridge 2 tent',
  'Ridge 4 tent',
  'Stormline jacket',
  'Cairn boots',
  'Trail 38 backpack',
  'Fleece',
]

/** A page that follows the color scheme, like the chat on it. */
function createShopPage(language: string, embedCode: string): string {
  const items = products.map((name, index) => `<li><i style="--shade: ${index}"></i>${name}</li>`).join('')
  return `<!doctype html><html lang="${language}"><title>Larkmoor Outdoor</title>
    <meta name="viewport" content="width=device-width">
    <style>
      :root { color-scheme: light dark }
      body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 1080px; padding: 24px }
      header { display: flex; gap: 24px; align-items: baseline; border-bottom: 1px solid #8884; padding-bottom: 12px }
      header b { font-size: 20px }
      h1 { font-size: 32px; margin: 32px 0 8px }
      ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 20px; list-style: none; padding: 0 }
      i { display: block; height: 120px; border-radius: 10px; margin-bottom: 8px;
        background: hsl(calc(150 + var(--shade) * 12) 25% 55%) }
    </style>
    <header><b>Larkmoor</b><span>Tents</span><span>Boots</span><span>Jackets</span></header>
    <h1>Ready for the next trip</h1><p>Gear that is made to be repaired.</p><ul>${items}</ul>${embedCode}`
}

async function takeReleases(page: Page, { url, owner, shop }: Company, take: Take) {
  await holdChanges(owner.get, shop)
  await page.goto(`${url}/projects/${shop.id}?tab=agents`)
  await expect(page.getByRole('region', { name: 'Held changes' })).toBeVisible()
  await take('held')
  await page.goto(`${url}/projects/${shop.id}/publish`)
  await page.getByText('You have unpublished changes.').evaluate((line) => line.scrollIntoView())
  await expect(page.getByRole('list', { name: 'Changes to answers' })).toBeVisible()
  await take('changes')
  await page.getByRole('button', { name: 'Restore release 2' }).click()
  await expect(page.getByRole('checkbox')).toHaveCount(1)
  await take('restore')
}

/** Breaks a test, and removes an FAQ that the second release has. */
async function holdChanges(ask: Person['get'], { id, widgetConfigId }: Project) {
  const url = `/api/projects/${id}`
  const faqs = [
    ['Do you ship abroad?', 'Yes, to all of Europe.'],
    ['Do you ship to islands?', 'Yes, for 5 euros per parcel.'],
  ] as const
  const [abroad] = await Promise.all(
    faqs.map(([asked, text]) => ask('POST', `${url}/faq`, { question: asked, answer: text })),
  )
  await ask('PATCH', `/api/widget/${widgetConfigId}`, { brand: { chatName: 'Larkmoor Help' } })
  await ask('POST', `${url}/publish`)
  await ask('DELETE', `${url}/faq/${abroad.id}`)
  const expectation = { question, mustContain: ['30 days'], mustCite: null, mustHandOver: false }
  await ask('POST', `${url}/answer-tests`, expectation)
  const items: { id: string; title: string; rawText: string }[] = await ask('GET', `${url}/agent/kb`)
  const returns = items.find(({ title }) => title === 'Returns and refunds')
  const content = returns?.rawText.replace('30 days', '14 days')
  await ask('PATCH', `${url}/agent/kb/${returns?.id}`, { content })
  await ask('PATCH', `/api/widget/${widgetConfigId}`, { brand: { chatName: 'Larkmoor Support' } })
  await expect.poll(async () => (await ask('GET', `${url}/answers`)).status).toBe('held')
}

async function takePicture(page: Page, name: string) {
  await page.waitForLoadState('networkidle', { timeout: 30_000 })
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByText('Loading preview…')).toBeHidden()
  await capture(page, name)
}

/** Without a wait for the network, which is never idle while the chat is open. */
async function capture(page: Page, name: string) {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
}

function getDemo(): Demo {
  return JSON.parse(process.env.E2E_DEMO ?? '')
}
