import { createHmac } from 'node:crypto'
import { get } from 'node:http'
import path from 'node:path'
import { expect, type Page, type Request } from '@playwright/test'
import { build } from 'esbuild'
import { type Company, signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'

const nonce = 'only-for-this-page'

/** A page whose policy, styles and scripts interfere with embedded widgets. */
function hostilePage(url: string, embedCode: string): string {
  const websocket = url.replace('http', 'ws')
  return `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-${nonce}';
    style-src 'nonce-${nonce}'; connect-src ${url} ${websocket}; frame-src ${url}">
<style nonce="${nonce}">
  * { all: unset !important; margin: 40px !important; color: red !important; pointer-events: none !important }
  html > *, iframe, button, :not(p) { display: none !important; visibility: hidden !important; zoom: 3 !important }
  html { zoom: 1.25; display: grid !important; gap: 50px }
  body, p { display: block !important; visibility: visible !important }
</style>
<script nonce="${nonce}">
  Object.prototype.mode = 'closed'
  Object.prototype.attributeFilter = 'x'
  Object.prototype.subtree = { once: true }
  Object.prototype.signal = 1
  window.problems = []
  window.onerror = (message) => problems.push(String(message))
  window.onunhandledrejection = ({ reason }) => problems.push(String(reason))
  document.addEventListener('securitypolicyviolation', (event) => problems.push(event.violatedDirective + ' ' + event.blockedURI))
  window.before = Object.keys(window)
</script>
<p>Tents</p>
${embedCode.replace('<script', `<script nonce="${nonce}"`)}`
}

type Website = { url: string; pages: Record<string, string> }
type HostileWindow = Window & { problems: string[]; before: string[] }

const opener = (page: Page) => page.getByRole('button', { name: /^Open chat/ })

let company: Company
test.beforeAll(async ({ product }) => {
  company = await startCompany(product.url)
})

test('makes two requests of 5 kB before it is opened and loads 40 kB when it is', async ({
  page,
  product,
  website,
}) => {
  website.pages['/slow'] = `<!doctype html><title>Example</title><h1>Tents</h1>${company.embedCode}
    <img src="/late.png" alt="">`
  const requests: Request[] = []
  page.on('request', (request) => request.url().startsWith(product.url) && requests.push(request))
  let release = () => {}
  await page.route('**/late.png', async (route) => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    await route.fulfill({ status: 204 })
  })
  await page.goto(`${website.url}/slow`, { waitUntil: 'commit' })
  await expect
    .poll(() => page.evaluate(() => typeof (window as never as { aichat: unknown }).aichat))
    .toBe('function')
  expect(requests.map(getPath)).toEqual(['/widgets/loader.js'])
  release()
  await expect(opener(page)).toBeVisible()
  const key = company.project.publicKey
  expect(requests.map(getPath)).toEqual(['/widgets/loader.js', `/api/public/${key}`])
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(await getTotalSize(requests)).toBeLessThanOrEqual(5000)

  await opener(page).click()
  await expect(page.frameLocator('iframe').getByRole('textbox', { name: 'Message' })).toBeFocused()
  await expect.poll(() => requests.some((request) => getPath(request).endsWith('/visitors'))).toBe(true)
  const transcript = requests.filter((request) => request.method() === 'GET')
  expect([...new Set(transcript.map(getPath))]).toEqual([
    '/widgets/loader.js',
    `/api/public/${key}`,
    expect.stringMatching(/^\/widgets\/[\da-f]{10}\/bridge\.js$/),
    `/widgets/frame/${key}`,
    expect.stringMatching(/^\/widgets\/[\da-f]{10}\/minimal-bundle\.css$/),
    expect.stringMatching(/^\/widgets\/[\da-f]{10}\/minimal-bundle\.js$/),
  ])
  expect(await getTotalSize(transcript)).toBeLessThanOrEqual(40_000)
})

test('works on a page with a strict policy, CSS resets, a polluted prototype, quirks mode and zoom', async ({
  page,
  product,
  website,
}) => {
  website.pages['/hostile'] = hostilePage(product.url, company.embedCode)
  await page.goto(`${website.url}/hostile`)
  await expect(opener(page)).toBeVisible()
  expect(await page.evaluate(() => document.compatMode)).toBe('BackCompat')
  const box = await opener(page).boundingBox()
  expect(box?.width).toBeGreaterThan(50)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1100)
  await opener(page).click()
  const chat = page.frameLocator('iframe')
  await chat.getByRole('textbox', { name: 'Message' }).fill('hello from afar')
  await page.keyboard.press('Enter')
  await expect(chat.getByRole('log').getByText('hello from afar')).toBeVisible()
  await expect(chat.getByText('Sending…')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(opener(page)).toBeFocused()
  const { problems, added, text } = await page.evaluate(() => {
    const own = window as never as HostileWindow
    const added = Object.keys(window).filter((name) => !own.before.includes(name) && name !== 'before')
    return { problems: own.problems, added, text: document.body.innerText.trim() }
  })
  expect(problems).toEqual([])
  expect(added).toEqual(['aichat'])
  expect(text).toBe('Tents')
})

test('stays one chat without storage, when embedded twice, and across client-side navigation', async ({
  page,
  website,
}) => {
  await page.addInitScript(() => {
    for (const kind of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, kind, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    }
  })
  const { embedCode, ask } = company
  website.pages['/spa'] = `<!doctype html><title>Example</title><h1>Tents</h1>${embedCode}${embedCode}`
  await page.goto(`${website.url}/spa`)
  await expect(page.locator('aichat-widget')).toHaveCount(1)
  await opener(page).click()
  const chat = page.frameLocator('iframe')
  await chat.getByRole('textbox', { name: 'Message' }).fill('Where is my tent?')
  await page.keyboard.press('Enter')
  await expect(chat.getByText('Sending…')).toHaveCount(0)
  const sessionOf = async () => {
    const { sessions } = await ask('GET', '/api/sessions?search=Where%20is%20my%20tent')
    return sessions[0]
  }
  expect((await sessionOf()).pageUrl).toBe(`${website.url}/spa`)
  const frames = new Set<string>()
  page.on('framenavigated', (frame) => frame !== page.mainFrame() && frames.add(frame.url()))
  await page.evaluate((code) => {
    history.pushState(null, '', '/spa/checkout')
    // Turbo replaces the body like this.
    const body = document.createElement('body')
    body.append(document.createRange().createContextualFragment(code))
    document.documentElement.replaceChild(body, document.body)
  }, embedCode)
  await expect(chat.getByRole('log').getByText('Where is my tent?')).toBeVisible()
  await expect.poll(async () => (await sessionOf()).pageUrl).toBe(`${website.url}/spa/checkout`)
  expect([...frames]).toEqual([])
  await expect(page.locator('aichat-widget')).toHaveCount(1)
  await page.evaluate(() => document.querySelector('aichat-widget')?.remove())
  await expect(page.locator('aichat-widget')).toHaveCount(1)
})

test('shows a lost network before a missing ping reveals it, and goes with its project', async ({
  page,
  website,
}) => {
  const created = await company.ask('POST', '/api/projects', { name: 'Short Sale' })
  await company.ask('PATCH', `/api/widget/${created.widgetConfigId}`, {
    template: { key: 'minimal' },
    agent: { autoReply: true },
  })
  const { embedCode } = await company.ask('POST', `/api/projects/${created.id}/publish`)
  website.pages['/sale'] = `<!doctype html><title>Example</title><h1>Sale</h1>${embedCode}`
  await page.goto(`${website.url}/sale`)
  await opener(page).click()
  const chat = page.frameLocator('iframe')
  const team = chat.getByRole('button', { name: 'Talk to our team' })
  await expect(team).toBeEnabled()

  await page.context().setOffline(true)
  await expect(chat.getByText('Reconnecting…')).toBeVisible()
  await expect(team).toBeDisabled()
  await page.context().setOffline(false)
  await expect(chat.getByText('Reconnecting…')).toBeHidden()
  await expect(team).toBeEnabled()

  await chat.getByRole('textbox', { name: 'Message' }).fill('How long does it last?')
  await page.keyboard.press('Enter')
  await expect(chat.getByText('Sending…')).toHaveCount(0)

  await company.ask('DELETE', `/api/projects/${created.id}`)
  await expect(chat.getByText('This chat is no longer available.')).toBeVisible()
  await expect(chat.getByRole('log').getByText('How long does it last?')).toBeVisible()
  await expect(chat.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
  await chat.getByRole('button', { name: 'Close chat' }).click()
  await expect(page.locator('aichat-widget')).toHaveCount(0)
})

test('is controlled by commands, and identifies a signed-in visitor', async ({ page, product, website }) => {
  const { embedCode, project, ask } = company
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/projects/${project.id}/publish`)
  await page.getByRole('button', { name: 'Create secret' }).click()
  const secret = await page.getByRole('dialog').getByLabel('Secret').inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('list', { name: 'Secrets' })).toContainText(`is_…${secret.slice(-4)}`)
  const stub = `<script>
    window.received = []
    window.aichat = function () { (aichat.q = aichat.q || []).push(arguments) }
    for (const name of ['ready', 'open', 'close', 'unread', 'message', 'error', 'shutdown'])
      aichat('on', name, (data) => received.push([name, data]))
    aichat('identify', '${createIdentityToken(secret, 'u-1')}')
    aichat('attributes', { plan: 'pro' })
    aichat('unknown')
  </script>`
  website.pages['/api'] = `<!doctype html><title>Example</title><h1>Tents</h1>${stub}${embedCode}`
  await page.goto(`${website.url}/api`)
  type ApiWindow = Window & { received: [string, unknown][]; aichat(...call: unknown[]): void }
  const call = (...args: unknown[]) =>
    page.evaluate((values) => (window as never as ApiWindow).aichat(...values), args)
  const received = () => page.evaluate(() => (window as never as ApiWindow).received)
  await expect.poll(received).toEqual([['ready', undefined]])
  await call('hide')
  await expect(opener(page)).toBeHidden()
  await call('show')
  await call('open')
  const chat = page.frameLocator('iframe')
  await chat.getByRole('textbox', { name: 'Message' }).fill('I am signed in')
  await chat.getByRole('textbox', { name: 'Message' }).press('Enter')
  const visitorOf = async (search: string) =>
    (await ask('GET', `/api/sessions?search=${search}`)).sessions[0]?.visitor
  await expect
    .poll(() => visitorOf('I%20am%20signed%20in'))
    .toMatchObject({ verified: true, externalId: 'u-1', name: 'Kim', attributes: { plan: 'pro' } })
  await call('close')
  await expect.poll(received).toEqual(
    expect.arrayContaining([
      ['error', 'unknown_command'],
      ['open', undefined],
      ['close', undefined],
    ]),
  )

  // The next visitor on this computer must not see the first one's conversation.
  await call('shutdown')
  await expect(page.locator('aichat-widget')).toHaveCount(0)
  await call('boot', { language: 'de', identity: { name: 'Label' } })
  await page.getByRole('button', { name: 'Chat öffnen' }).click()
  const field = chat.getByRole('textbox', { name: 'Nachricht' })
  await expect(field).toBeVisible()
  await expect(chat.getByText('I am signed in')).toHaveCount(0)
  await field.fill('Somebody else')
  await field.press('Enter')
  await expect.poll(() => visitorOf('Somebody%20else')).toEqual({ name: 'Label', email: null, phone: null })
})

/** A React application that renders the chat as a component. */
const reactPage = `
  import { StrictMode, useState } from 'react'
  import { createRoot } from 'react-dom/client'
  import { Chat } from './packages/widget/src/react.ts'
  function Shop() {
    const [isShown, setShown] = useState(true)
    const [isHidden, setHidden] = useState(false)
    const [received, setReceived] = useState([])
    const receive = (name) => () => setReceived((before) => [...before, name])
    return <main>
      <button onClick={() => setHidden(!isHidden)}>Hide or show</button>
      <button onClick={() => setShown(!isShown)}>Leave or come back</button>
      <output>{received.join(' ')}</output>
      {isShown && <Chat {...window.chat} hidden={isHidden} onReady={receive('ready')} onOpen={receive('open')} onClose={receive('close')} />}
    </main>
  }
  createRoot(document.getElementById('shop')).render(<StrictMode><Shop /></StrictMode>)`

async function openReactPage(page: Page, website: Website, address: string, props: object): Promise<void> {
  const { outputFiles } = await build({
    stdin: { contents: reactPage, loader: 'tsx', resolveDir: path.resolve(import.meta.dirname, '../..') },
    bundle: true,
    write: false,
    jsx: 'automatic',
    nodePaths: ['console/node_modules'],
  })
  website.pages[address] = `<!doctype html><title>Example</title><div id="shop"></div>
    <script>window.chat = ${JSON.stringify(props)}</script><script>${outputFiles[0]?.text}</script>`
  await page.goto(website.url + address)
}

test('mounts and unmounts as a React component', { tag: '@full' }, async ({ page, product, website }) => {
  await openReactPage(page, website, '/react', { publicKey: company.project.publicKey, host: product.url })
  const received = page.locator('#shop output')
  await expect(received).toHaveText('ready')
  await opener(page).click()
  await expect(page.frameLocator('iframe').getByRole('textbox', { name: 'Message' })).toBeVisible()
  await expect(received).toHaveText('ready open')
  await page.getByRole('button', { name: 'Leave or come back' }).click()
  await expect(page.locator('aichat-widget iframe')).toBeHidden()
  await expect(opener(page)).toBeHidden()
  await page.getByRole('button', { name: 'Leave or come back' }).click()
  await expect(opener(page)).toBeVisible()
  await page.getByRole('button', { name: 'Hide or show' }).click()
  await expect(opener(page)).toBeHidden()
  await page.getByRole('button', { name: 'Hide or show' }).click()
  await expect(opener(page)).toBeVisible()
  await expect(page.locator('aichat-widget')).toHaveCount(1)
})

test('a React component that is unmounted is not a chat that the visitor has dismissed', {
  tag: '@full',
}, async ({ page, product, website }) => {
  const created = await company.ask('POST', '/api/projects', { name: 'Open Shop' })
  await company.ask('PATCH', `/api/widget/${created.widgetConfigId}`, {
    template: { key: 'minimal' },
    behavior: { openOnLoad: true },
  })
  const { project } = await company.ask('POST', `/api/projects/${created.id}/publish`)
  await openReactPage(page, website, '/react-open', { publicKey: project.publicKey, host: product.url })
  const chat = page.frameLocator('iframe')
  const frame = page.locator('aichat-widget iframe')
  await expect(frame).toBeVisible()
  await page.getByRole('button', { name: 'Leave or come back' }).click()
  await expect(frame).toBeHidden()
  await page.reload()
  await expect(frame).toBeVisible()
  await chat.getByRole('button', { name: 'Close chat' }).click()
  await page.reload()
  await expect(opener(page)).toBeVisible()
  await page.waitForTimeout(1000)
  await expect(frame).toHaveCount(0)
})

function getPath(request: Request): string {
  return new URL(request.url()).pathname
}

/** The total gzip size of the bodies, counting each address once. */
async function getTotalSize(requests: Request[]): Promise<number> {
  const addresses = [...new Set(requests.map((request) => request.url()))]
  const sizes = await Promise.all(addresses.map(gzipSize))
  return sizes.reduce((sum, size) => sum + size, 0)
}

function gzipSize(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0
      response.on('data', (part: Buffer) => {
        bytes += part.length
      })
      response.on('end', () => resolve(bytes))
    }).on('error', reject)
  })
}

function createIdentityToken(secret: string, sub: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub, name: 'Kim', exp: Math.floor(Date.now() / 1000) + 600 })}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}
