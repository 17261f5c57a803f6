import { type BrowserContext, expect, type Page } from '@playwright/test'
import { io } from 'socket.io-client'
import { type Company, startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'

let company: Company
test.beforeAll(async ({ product }) => {
  company = await startCompany(product.url)
  await company.ask('PATCH', `/api/widget/${company.project.widgetConfigId}`, { agent: { autoReply: false } })
  await company.ask('POST', `/api/projects/${company.project.id}/publish`)
})

type Website = { url: string; pages: Record<string, string> }

function addPage(website: Website, path: string, script = ''): string {
  website.pages[path] = `<!doctype html><html lang="en"><title>Tents</title><h1>Tents</h1>
    <script>${script}</script>${company.embedCode}`
  return website.url + path
}

const chatOf = (page: Page) => page.frameLocator('iframe')

async function open(page: Page) {
  await page.getByRole('button', { name: /^Open chat/ }).click()
  await chatOf(page).getByRole('textbox', { name: 'Message' }).waitFor()
}

async function send(page: Page, text: string) {
  const field = chatOf(page).getByRole('textbox', { name: 'Message' })
  await field.fill(text)
  await field.press('Enter')
  await expect(chatOf(page).getByText('Sending…')).toHaveCount(0)
}

async function findSession(text: string) {
  const find = async () =>
    (await company.ask('GET', `/api/sessions?search=${encodeURIComponent(text)}`)).sessions[0]
  await expect.poll(find).toBeTruthy()
  return find()
}

const restrictions: Record<string, (context: BrowserContext) => Promise<unknown>> = {
  'in a browser with everything': async () => {},
  'without Web Locks': (context) =>
    context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })),
  'where the storage of the frame is blocked': (context) =>
    context.addInitScript(() => {
      if (window === window.parent) return
      for (const kind of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, kind, {
          get() {
            throw new DOMException('denied', 'SecurityError')
          },
        })
      }
      Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })
    }),
}

for (const [restriction, restrict] of Object.entries(restrictions)) {
  const tag = restriction === 'in a browser with everything' ? [] : '@full'
  test(`two tabs that open at the same instant are one visitor, ${restriction}`, { tag }, async ({
    context,
    website,
  }) => {
    await restrict(context)
    const tokens = new Set<string>()
    let created = 0
    await context.route('**/visitors', async (route) => {
      if (!route.request().postDataJSON().visitorToken) created += 1
      // Long enough that both tabs would ask before the first answer.
      await new Promise((resolve) => setTimeout(resolve, 500))
      const response = await route.fetch()
      tokens.add((await response.json()).data.visitorToken)
      await route.fulfill({ response })
    })
    const address = addPage(website, '/instant')
    const tabs = [await context.newPage(), await context.newPage()]
    await Promise.all(tabs.map((tab) => tab.goto(address)))
    await Promise.all(tabs.map(open))
    await Promise.all(tabs.map((tab, index) => send(tab, `${restriction}: ${index}`)))
    expect(created).toBe(1)
    expect(tokens.size).toBe(1)
    const [one, other] = await Promise.all([0, 1].map((index) => findSession(`${restriction}: ${index}`)))
    expect(one.sessionId).toBe(other.sessionId)
  })
}

/** Counts the notes that the pages play. */
function countNotes(context: BrowserContext) {
  return context.addInitScript(() => {
    const sounds = { count: 0 }
    Object.assign(window, { sounds })
    const parameter = { value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} }
    const node = { frequency: parameter, gain: parameter, connect: () => node, stop() {}, start() {} }
    window.AudioContext = class {
      state = 'running'
      currentTime = 0
      destination = node
      createOscillator() {
        sounds.count += 1
        return node
      }
      createGain() {
        return node
      }
    } as never
  })
}

/** Each sound has two notes. */
async function countSounds(tabs: Page[]): Promise<number> {
  const counts = await Promise.all(
    tabs.map((tab) =>
      tab.frames()[1]?.evaluate(() => (window as never as { sounds: { count: number } }).sounds.count),
    ),
  )
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) / 2
}

test('in two tabs, one sound is played, and what is read in one is read in both', { tag: '@full' }, async ({
  context,
  product,
  website,
}) => {
  await countNotes(context)
  const address = addPage(website, '/sounds')
  const [first, second] = [await context.newPage(), await context.newPage()]
  await first.goto(address)
  await open(first)
  await send(first, 'Who plays a sound?')
  await first.locator('aichat-widget').getByRole('button', { name: 'Close chat' }).click()
  await second.goto(address)
  await second.locator('iframe').waitFor({ state: 'attached' })
  const { sessionId } = await findSession('Who plays a sound?')
  const agent = io(product.url, {
    auth: { token: company.tokens.accessToken, role: 'admin' },
    transports: ['websocket'],
  })
  const tabs = [first, second]
  await agent.timeout(5000).emitWithAck('agent:join', { sessionId })
  for (const text of ['One', 'Two', 'Three'])
    await agent.timeout(5000).emitWithAck('message:send', { sessionId, text, clientId: text })
  for (const tab of tabs) await expect(tab).toHaveTitle('(3) Tents')
  await first.waitForTimeout(1500)
  expect(await countSounds(tabs)).toBe(1)
  await first.bringToFront()
  await open(first)
  for (const tab of tabs) await expect(tab).toHaveTitle('Tents')
  await expect(second.locator('aichat-widget').getByRole('status')).toHaveCount(0)
  agent.disconnect()
})

for (const locks of ['in a browser with everything', 'without Web Locks']) {
  test(`the messages of a suspended tab make one sound when it goes on, ${locks}`, { tag: '@full' }, async ({
    context,
    product,
    website,
  }) => {
    await countNotes(context)
    await restrictions[locks]!(context)
    const page = await context.newPage()
    await page.goto(addPage(website, '/suspended'))
    await open(page)
    await send(page, `Suspended ${locks}`)
    await page.locator('aichat-widget').getByRole('button', { name: 'Close chat' }).click()
    const { sessionId } = await findSession(`Suspended ${locks}`)
    const agent = io(product.url, {
      auth: { token: company.tokens.accessToken, role: 'admin' },
      transports: ['websocket'],
    })
    const reply = (text: string) =>
      agent.timeout(5000).emitWithAck('message:send', { sessionId, text, clientId: text })
    await page.frames()[1]!.evaluate(() => {
      const ticks = { count: 0 }
      Object.assign(window, { ticks })
      setInterval(() => {
        ticks.count += 1
      }, 100)
    })
    const countTicks = () =>
      page.frames()[1]!.evaluate(() => (window as never as { ticks: { count: number } }).ticks.count)
    const devtools = await context.newCDPSession(page.frames()[1]!)
    await devtools.send('Debugger.enable')
    await reply('Before')
    await expect.poll(() => countSounds([page])).toBe(1)
    const ticks = await countTicks()
    // A pause stops the timers and holds up the network's events, like the suspension of a tab in the background.
    const paused = new Promise((resolve) => devtools.once('Debugger.paused', resolve))
    await devtools.send('Debugger.pause')
    await paused
    for (let count = 1; count <= 5; count++) {
      await reply(`While suspended ${count}`)
      await page.waitForTimeout(700)
    }
    await devtools.send('Debugger.resume')
    expect(await countTicks(), 'the frame has been suspended').toBeLessThan(ticks + 20)
    await expect(page).toHaveTitle('(6) Tents')
    await page.waitForTimeout(5000)
    expect(await countSounds([page])).toBe(2)
    agent.disconnect()
  })
}

test('typing is no new message, an own message is announced once, and an end that fails says so', {
  tag: '@full',
}, async ({ page, product, website }) => {
  await page.goto(addPage(website, '/live'))
  await open(page)
  await send(page, 'A long story\n'.repeat(60))
  const chat = chatOf(page)
  await chat.locator('.scroll').evaluate((node) => {
    node.scrollTop = 0
    const announced: string[] = []
    Object.assign(window, { announced })
    new MutationObserver((records) => {
      for (const added of records.flatMap(({ addedNodes }) => [...addedNodes])) {
        const element = added instanceof Element ? added : added.parentElement
        if (element?.closest('[aria-live]')?.getAttribute('aria-live') === 'polite')
          announced.push(added.textContent ?? '')
      }
    }).observe(node, { childList: true, subtree: true })
  })
  const { sessionId } = await findSession('A long story')
  const agent = io(product.url, {
    auth: { token: company.tokens.accessToken, role: 'admin' },
    transports: ['websocket'],
  })
  await agent.timeout(5000).emitWithAck('agent:join', { sessionId })
  agent.emit('typing', { sessionId, isTyping: true, from: 'agent' })
  await expect(chat.getByRole('img', { name: 'Typing a reply' })).toBeAttached()
  agent.emit('typing', { sessionId, isTyping: false, from: 'agent' })
  await expect(chat.getByRole('img', { name: 'Typing a reply' })).toHaveCount(0)
  await expect(chat.getByRole('button', { name: 'New messages' })).toHaveCount(0)
  await agent.timeout(5000).emitWithAck('message:send', { sessionId, text: 'New', clientId: 'new' })
  await expect(chat.getByRole('button', { name: 'New messages' })).toBeVisible()
  await send(page, 'Said once')
  const announced = await chat
    .locator('.scroll')
    .evaluate(() => (window as never as { announced: string[] }).announced)
  expect(announced.filter((text) => text.includes('Said once'))).toHaveLength(1)

  const scrollToTop = () => chat.locator('.scroll').evaluate((node) => node.scrollTo(0, 0))
  await scrollToTop()
  await agent.timeout(5000).emitWithAck('agent:request_prechat', { sessionId })
  await chat.getByRole('button', { name: 'New messages' }).click()
  const form = chat.getByRole('form', { name: 'Could you share a few details?' })
  await expect(form).toBeInViewport()
  await scrollToTop()
  await form.getByRole('button', { name: 'Not now' }).dispatchEvent('click')
  await expect(form).toHaveCount(0)
  await expect(chat.getByRole('button', { name: 'New messages' })).toHaveCount(0)
  agent.disconnect()

  await page.context().setOffline(true)
  const end = chat.getByRole('button', { name: 'End conversation' })
  // It may be in the menu.
  if (!(await end.isVisible())) await chat.getByRole('button', { name: 'More options' }).click()
  await end.click()
  await chat.getByRole('button', { name: 'End', exact: true }).click()
  await expect(chat.getByRole('alert')).toHaveText("You're offline. Please try again once you're connected.")
  await page.context().setOffline(false)
})

test('an attribute or address that is refused does not take the others with it', { tag: '@full' }, async ({
  page,
  website,
}) => {
  const script = `
    window.problems = []
    window.aichat = function () { (aichat.q = aichat.q || []).push(arguments) }
    aichat('on', 'error', (problem) => problems.push(problem))
    aichat('attributes', { plan: 'pro', cart: { items: 1 }, onChange() {}, note: 'x'.repeat(501) })
    aichat('identify', { name: 'Kim', email: 'nowhere' })`
  await page.goto(addPage(website, '/attributes', script))
  await open(page)
  await send(page, 'My attributes, please')
  await page.evaluate(() =>
    (window as never as { aichat(...call: unknown[]): void }).aichat('attributes', { seats: 3 }),
  )
  const visitor = async () => (await findSession('My attributes, please')).visitor
  await expect
    .poll(visitor)
    .toMatchObject({ name: 'Kim', email: null, attributes: { plan: 'pro', seats: 3 } })
  expect(Object.keys((await visitor()).attributes)).toEqual(['plan', 'seats'])
  const problems = await page.evaluate(() => (window as never as { problems: string[] }).problems)
  expect(problems.toSorted()).toEqual([
    'attribute_invalid',
    'attribute_invalid',
    'attribute_invalid',
    'contact_invalid',
  ])
})
