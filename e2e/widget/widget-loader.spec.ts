import { expect, type Page } from '@playwright/test'
import { type Company, startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'

let company: Company
test.beforeAll(async ({ product }) => {
  company = await startCompany(product.url)
})

type Website = { url: string; pages: Record<string, string> }
type ShopWindow = Window & { received: [string, unknown][]; aichat(...call: unknown[]): void }

/** A page that records the events of the chat. `calls` run before the loader. */
function addPage(website: Website, path: string, calls = '', embedCode = company.embedCode): string {
  website.pages[path] = `<!doctype html><html lang="en"><title>Tents</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <script>
      window.received = []
      window.aichat = function () { (aichat.q = aichat.q || []).push(arguments) }
      for (const name of ['ready', 'open', 'close', 'error', 'shutdown'])
        aichat('on', name, (data) => received.push([name, data]))
      ${calls}
    </script>
    <main style="height: 3000px"><h1>Tents</h1><a href="${path}?next">Next page</a></main>${embedCode}`
  return website.url + path
}

const received = (page: Page) => page.evaluate(() => (window as never as ShopWindow).received)
const call = (page: Page, ...args: unknown[]) =>
  page.evaluate((values) => (window as never as ShopWindow).aichat(...values), args)
const opener = (page: Page) => page.getByRole('button', { name: /^Open chat/ })
const panel = (page: Page) => page.getByRole('dialog')
const message = (page: Page) => page.frameLocator('iframe').getByRole('textbox', { name: 'Message' })

/** Whether the website below the chat can be reached and scrolled. */
const pageState = (page: Page) =>
  page.evaluate(() => ({
    isInert: document.body.inert,
    overflow: getComputedStyle(document.documentElement).overflowY,
  }))
const locked = { isInert: true, overflow: 'hidden' }
const unlocked = { isInert: false, overflow: 'visible' }

const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true }
const failure = "We couldn't load the chat. Please try again."

async function publishProject(behavior: object): Promise<string> {
  const { id, widgetConfigId } = await company.ask('POST', '/api/projects', { name: 'Open Shop' })
  await company.ask('PATCH', `/api/widget/${widgetConfigId}`, { template: { key: 'minimal' }, behavior })
  return (await company.ask('POST', `/api/projects/${id}/publish`)).embedCode
}

test('on a phone, a chat page that does not load shows a panel that can be closed and retried', async ({
  browser,
  website,
}) => {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await page.goto(addPage(website, '/blocked'))
  await opener(page).waitFor()
  await context.route('**/widgets/frame/**', (route) => route.abort())
  await opener(page).tap()
  await expect(panel(page).locator('.title')).toBeVisible()
  expect(await panel(page).boundingBox()).toEqual({ x: 0, y: 0, width: 375, height: 812 })
  const close = panel(page).getByRole('button', { name: 'Close chat' })
  await expect(close).toBeVisible()
  await expect(panel(page).getByText(failure)).toBeVisible()
  expect(await received(page)).toEqual([
    ['ready', undefined],
    ['open', undefined],
    ['error', 'unreachable'],
  ])
  await close.tap()
  await expect(panel(page)).toBeHidden()

  // A server that is overloaded answers with a page that is not the chat.
  await context.unroute('**/widgets/frame/**')
  await context.route('**/widgets/frame/**', (route) => route.fulfill({ status: 503, body: 'Busy' }))
  await opener(page).tap()
  await expect(panel(page).getByText(failure)).toBeVisible()
  await context.unroute('**/widgets/frame/**')
  await panel(page).getByRole('button', { name: 'Retry' }).tap()
  await expect(message(page)).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'Retry' })).toBeHidden()
  await context.close()
})

test('the outline of a chat in Arabic has its name next to the logo', { tag: '@full' }, async ({
  browser,
  website,
}) => {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await context.route('**/widgets/frame/**', (route) => route.abort())
  const embedCode = company.embedCode.replace(' async', ' data-language="ar" async')
  await page.goto(addPage(website, '/outline', '', embedCode))
  await page.locator('.launcher').tap()
  const box = async (name: string) => {
    await panel(page).locator(name).waitFor()
    return (await panel(page).locator(name).boundingBox()) as { x: number; width: number }
  }
  const [logo, title, close] = [await box('.logo'), await box('.title'), await box('.close')]
  expect(logo.x - (title.x + title.width)).toBe(12)
  expect(close).toMatchObject({ x: 8, width: 44 })
  await context.close()
})

test('a failed module or frame is loaded again when the chat is opened the next time', {
  tag: '@full',
}, async ({ page, website }) => {
  await page.goto(addPage(website, '/again'))
  await opener(page).waitFor()
  await page.route('**/bridge.js', () => {}) // The first request is never answered; later ones have a query.
  await opener(page).click()
  await expect(panel(page).getByText(failure)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.route('**/widgets/frame/**', (route) => route.fulfill({ status: 503, body: 'Busy' }))
  await opener(page).click()
  await expect(panel(page).getByText(failure)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.unroute('**/widgets/frame/**')
  await opener(page).click()
  await expect(message(page)).toBeFocused()
})

test('on slow 3G the skeleton is drawn within 300 ms of the tap', { tag: '@full' }, async ({
  browser,
  website,
}) => {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await page.goto(addPage(website, '/3g'))
  await opener(page).waitFor()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 2000,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  const tookMs = await page.evaluate(async () => {
    const { shadowRoot } = document.querySelector('aichat-widget') as Element
    const startedAt = performance.now()
    shadowRoot?.querySelector<HTMLButtonElement>('.launcher')?.click()
    for (;;) {
      await new Promise(requestAnimationFrame)
      const drawn = shadowRoot?.querySelector('[role=dialog]')
      // Two bars below the header stand for the conversation.
      const height = drawn?.querySelector('.body')?.clientHeight ?? 0
      if (drawn && getComputedStyle(drawn).visibility === 'visible' && height > 100)
        return performance.now() - startedAt
      if (performance.now() - startedAt > 5000) return 5000
    }
  })
  process.stdout.write(`  skeleton after ${Math.round(tookMs)} ms on slow 3G\n`)
  expect(tookMs).toBeLessThan(300)
  await expect(message(page)).toBeVisible()
  await context.close()
})

test('a chat that opens on load never covers the page while its server is down', { tag: '@full' }, async ({
  browser,
  website,
}) => {
  const embedCode = await publishProject({ openOnLoad: true })
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await context.route('**/widgets/frame/**', (route) => route.fulfill({ status: 503, body: 'Busy' }))
  await page.goto(addPage(website, '/on-load', '', embedCode))
  await expect
    .poll(() => received(page))
    .toEqual([
      ['ready', undefined],
      ['error', 'unreachable'],
    ])
  await expect(opener(page)).toBeVisible()
  await expect(page.locator('iframe')).toBeHidden()
  await context.unroute('**/widgets/frame/**')
  await page.reload()
  await expect(message(page)).toBeVisible()
  await context.close()
})

test('on a phone, the page is locked from the tap on, and unlocked on closing, while the chat does not load', {
  tag: '@full',
}, async ({ browser, website }) => {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await page.goto(addPage(website, '/lock'))
  await context.route('**/bridge.js', () => {}) // The request is never answered.
  await opener(page).tap()
  expect(await pageState(page)).toEqual(locked)
  await panel(page).getByRole('button', { name: 'Close chat' }).tap()
  expect(await pageState(page)).toEqual(unlocked)
  await context.close()
})

test('full screen on a landscape phone locks the page, and opening by tap shows no focus ring', {
  tag: '@full',
}, async ({ browser, website }) => {
  const viewport = { width: 812, height: 375 }
  const context = await browser.newContext({ ...phone, viewport })
  const page = await context.newPage()
  await page.goto(addPage(website, '/landscape'))
  await opener(page).tap()
  await expect(message(page)).toBeVisible()
  expect(await page.locator('iframe').boundingBox()).toEqual({ x: 0, y: 0, ...viewport })
  await expect.poll(() => pageState(page)).toEqual(locked)
  const ring = () =>
    page
      .frameLocator('iframe')
      .locator('body')
      .evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
  await expect.poll(ring).toBe('none')
  // On a larger screen the chat is beside the page.
  await page.setViewportSize({ width: 812, height: 700 })
  await expect.poll(() => pageState(page)).toEqual(unlocked)
  await page.setViewportSize(viewport)
  await expect.poll(() => pageState(page)).toEqual(locked)
  await page.frameLocator('iframe').getByRole('button', { name: 'Close chat' }).tap()
  await expect.poll(() => pageState(page)).toEqual(unlocked)
  await context.close()
})

test('an open chat stays open on the next page, and a closed one stays closed', { tag: '@full' }, async ({
  page,
  website,
}) => {
  await page.goto(addPage(website, '/first'))
  await opener(page).click()
  await expect(message(page)).toBeVisible()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/next/)
  await expect(message(page)).toBeVisible()
  await expect(page.locator('iframe')).toBeVisible()
  await page.locator('aichat-widget').getByRole('button', { name: 'Close chat' }).click()
  await page.reload()
  await expect(opener(page)).toBeVisible()
  await expect(page.locator('iframe')).toBeHidden()
})

test('on a phone, an open chat fills the next page too and locks it, and a closed one does not', {
  tag: '@full',
}, async ({ browser, website }) => {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  const address = addPage(website, '/phone')
  await page.goto(address)
  await opener(page).tap()
  await expect(message(page)).toBeVisible()
  await expect.poll(() => pageState(page)).toEqual(locked)
  await page.goto(`${address}?next`)
  await expect(message(page)).toBeVisible()
  await expect(page.locator('iframe')).toBeVisible()
  expect(await page.locator('iframe').boundingBox()).toEqual({ x: 0, y: 0, ...phone.viewport })
  await expect.poll(() => pageState(page)).toEqual(locked)
  await page.frameLocator('iframe').getByRole('button', { name: 'Close chat' }).tap()
  await expect.poll(() => pageState(page)).toEqual(unlocked)
  await page.goto(address)
  await expect(opener(page)).toBeVisible()
  await expect(page.locator('iframe')).toBeHidden()
  expect(await pageState(page)).toEqual(unlocked)
  await context.close()
})

test('a visitor signs out and another one signs in without a reload', async ({ page, website }) => {
  await page.goto(addPage(website, '/account', `aichat('attributes', { plan: 'first' })`))
  await opener(page).click()
  await message(page).fill('Written by the first')
  await message(page).press('Enter')
  await expect(page.frameLocator('iframe').getByText('Sending…')).toHaveCount(0)
  await page.evaluate(() => {
    const { aichat } = window as never as ShopWindow
    aichat('shutdown')
    aichat('boot', { attributes: { plan: 'second' } })
    aichat('identify', { name: 'Second' })
  })
  await opener(page).click()
  await expect(message(page)).toBeVisible()
  await expect(page.frameLocator('iframe').getByText('Written by the first')).toHaveCount(0)
  await message(page).fill('Written by the second')
  await message(page).press('Enter')
  const visitorOf = async (search: string) =>
    (await company.ask('GET', `/api/sessions?search=${encodeURIComponent(search)}`)).sessions[0]?.visitor
  await expect
    .poll(() => visitorOf('Written by the second'))
    .toMatchObject({ name: 'Second', attributes: { plan: 'second' } })
  expect(await visitorOf('Written by the first')).toMatchObject({
    name: null,
    attributes: { plan: 'first' },
  })
})

test('a visitor who signs out before the chat has loaded is forgotten', { tag: '@full' }, async ({
  page,
  website,
}) => {
  await page.goto(addPage(website, '/signed-in'))
  await opener(page).click()
  await message(page).fill('Written before signing out')
  await message(page).press('Enter')
  await expect(page.frameLocator('iframe').getByText('Sending…')).toHaveCount(0)
  await page.goto(addPage(website, '/signed-out', `aichat('shutdown'); aichat('boot')`))
  await opener(page).click()
  // Only once the server has answered does the chat show a former conversation.
  await message(page).fill('Written after signing out')
  await message(page).press('Enter')
  await expect(page.frameLocator('iframe').getByRole('log')).toContainText('Written after signing out')
  await expect(page.frameLocator('iframe').getByText('Sending…')).toHaveCount(0)
  await expect(page.frameLocator('iframe').getByText('Written before signing out')).toHaveCount(0)
})

test('a failed boot is repeated, by itself and by the page; open waits for ready', { tag: '@full' }, async ({
  page,
  website,
}) => {
  const config = '**/api/public/*?launcher=1'
  await page.route(config, (route) => route.abort())
  await page.goto(addPage(website, '/boot', `aichat('open')`))
  await expect.poll(() => received(page)).toEqual([['error', 'unavailable']])
  await call(page, 'boot')
  await expect
    .poll(() => received(page))
    .toEqual([
      ['error', 'unavailable'],
      ['error', 'unavailable'],
    ])
  await page.unroute(config)
  await expect
    .poll(() => received(page))
    .toEqual([
      ['error', 'unavailable'],
      ['error', 'unavailable'],
      ['ready', undefined],
      ['open', undefined],
    ])
  await expect(message(page)).toBeVisible()
})
