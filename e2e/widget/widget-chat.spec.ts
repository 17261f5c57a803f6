import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type FrameLocator, type Page } from '@playwright/test'
import { io, type Socket } from 'socket.io-client'
import { type Company, startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

let company: Company
test.beforeAll(async ({ product }) => {
  company = await startCompany(product.url)
  const { project, ask } = company
  const faqs = `/api/projects/${project.id}/faq`
  for (const [question, answer] of [
    ['Do you ship to islands?', 'Yes, by **boat**.'],
    ['What are the colors?', 'Blue and green.'],
    ['How heavy is it?', 'Two kilos.'],
    ['Is it waterproof?', 'Down to ten metres.'],
    ['Can I pay later?', 'Within 14 days.'],
    ['Who makes it?', 'We do.'],
  ]) {
    await ask('POST', faqs, { question, answer })
  }
  await ask('PATCH', `/api/projects/${project.id}/faq-toggle`, { faqEnabled: true })
  await ask('PATCH', `/api/widget/${project.widgetConfigId}`, {
    brand: { chatName: 'Shop Helper' },
    agent: { autoReply: false },
    greetings: {
      firstVisit: 'Hello there',
      translations: { ar: { firstVisit: 'مرحبًا بك', offline: 'مرحبًا بك' } },
    },
  })
  await ask('POST', `/api/projects/${project.id}/publish`)
})

function pageWith(
  website: { url: string; pages: Record<string, string> },
  path: string,
  lang = 'en',
): string {
  website.pages[path] = `<!doctype html><html lang="${lang}"><title>Tents</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><main><h1>Tents</h1></main>${company.embedCode}`
  return website.url + path
}

async function open(page: Page, address: string): Promise<FrameLocator> {
  await page.goto(address)
  await page.getByRole('button', { name: /^Open chat/ }).click()
  return page.frameLocator('iframe')
}

/** An agent of the company, on a line of their own. */
function agent(url: string): Socket {
  return io(url, { auth: { token: company.tokens.accessToken, role: 'admin' }, transports: ['websocket'] })
}

async function sessionSaying(text: string): Promise<{ sessionId: string; [name: string]: unknown }> {
  const find = async () =>
    (await company.ask('GET', `/api/sessions?search=${encodeURIComponent(text)}`)).sessions[0]
  await expect.poll(find).toBeTruthy()
  return find()
}

test('a conversation with all that belongs to it', async ({ page, product, website }) => {
  const chat = await open(page, pageWith(website, '/whole'))
  const log = chat.getByRole('log')
  const field = chat.getByRole('textbox', { name: 'Message' })

  await test.step('questions are searched', async () => {
    await chat.getByRole('searchbox', { name: 'Search questions' }).fill('boat')
    await expect(chat.locator('details')).toHaveCount(1)
    await chat.getByText('Do you ship to islands?').click()
    await expect(chat.locator('details strong')).toHaveText('boat')
    await chat.getByRole('searchbox', { name: 'Search questions' }).fill('nothing like it')
    await expect(chat.getByText('No matching questions')).toBeVisible()
  })

  await test.step('files and emoji go with a message', async () => {
    await chat.locator('input[type=file]').setInputFiles([
      { name: 'tent.png', mimeType: 'image/png', buffer: picture },
      { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<script>alert(1)</script>') },
    ])
    await expect(chat.getByText('You can send images, PDFs, and text files.')).toBeVisible()
    await field.fill('x'.repeat(4001))
    await expect(chat.getByText('4001/4000')).toBeVisible()
    await field.press('Enter')
    await expect(chat.getByText('Shorten your message to send it.')).toBeVisible()
    await field.fill('This one')
    await expect(chat.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
    await chat.getByRole('button', { name: 'Remove file: page.html' }).click()
    await chat.getByRole('button', { name: 'Emoji' }).click()
    await chat.getByRole('button', { name: '🎉' }).click()
    await expect(field).toHaveValue('This one🎉')
    await field.press('Enter')
    await expect(log.getByText('This one🎉')).toBeVisible()
    await expect(log.getByRole('img', { name: 'tent.png' })).toBeVisible()
    await expect(chat.getByText('Sending…')).toHaveCount(0)
  })

  const { sessionId } = await sessionSaying('This one')
  const agentSocket = agent(product.url)
  await agentSocket.timeout(30_000).emitWithAck('agent:join', { sessionId })
  const says = (text: string) =>
    agentSocket.timeout(30_000).emitWithAck('message:send', { sessionId, text, clientId: text })

  await test.step('a person reads and answers; links are safe', async () => {
    // Without an AI, people answer everything.
    await expect(chat.getByRole('button', { name: 'Talk to our team' })).toHaveCount(0)
    await company.ask('PATCH', `/api/sessions/${sessionId}/read`)
    await expect(log.getByText(/Seen$/)).toBeVisible()
    await says('**Hello**, see https://example.com/a?b=1 and [this](javascript:alert(1))')
    await expect(log.locator('strong')).toHaveText('Hello')
    const links = log.getByRole('link')
    await expect(links).toHaveCount(1)
    await expect(links).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  })

  await test.step('what comes while it is closed is counted on the launcher and in the title', async () => {
    await chat.getByRole('button', { name: 'Close chat' }).click()
    await says('Still there?')
    await expect(page.locator('aichat-widget').getByRole('status')).toHaveText('1')
    await expect(page).toHaveTitle('(1) Tents')
    await page.getByRole('button', { name: /^Open chat/ }).click()
    await expect(page).toHaveTitle('Tents')
    await expect(log.getByText('Still there?')).toBeVisible()
  })

  await test.step('sound is turned off for good, and the transcript saved', async () => {
    await chat.getByRole('button', { name: 'More options' }).click()
    await chat.getByRole('button', { name: 'Turn sound off' }).click()
    await chat.getByRole('button', { name: 'More options' }).click()
    await expect(chat.getByRole('button', { name: 'Turn sound on' })).toBeVisible()
    const saved = page.waitForEvent('download')
    await chat.getByRole('button', { name: 'Download transcript' }).click()
    const text = await readFile(await (await saved).path(), 'utf8')
    expect(text).toContain('This one🎉\n[tent.png]')
    expect(text).toContain('Still there?')
  })

  await test.step('it ends, is rated, and begins anew', async () => {
    await chat.getByRole('button', { name: 'More options' }).click()
    await chat.getByRole('button', { name: 'End conversation' }).click()
    await chat.getByRole('button', { name: 'End', exact: true }).click()
    await chat.getByRole('radio', { name: '4 of 5' }).check({ force: true })
    await chat.getByRole('textbox', { name: 'Anything to add?' }).fill('Quick')
    await chat.getByRole('button', { name: 'Send rating' }).click()
    await expect(log.getByText('Thank you for your rating.')).toBeVisible()
    expect(await sessionSaying('This one')).toMatchObject({
      status: 'closed',
      rating: { rating: 4, comment: 'Quick' },
    })
    await chat.getByRole('button', { name: 'Start a new conversation' }).click()
    await expect(log.getByText('Still there?')).toHaveCount(0)
    await expect(chat.getByText('Do you ship to islands?')).toBeVisible()
    await page.reload()
    await expect(chat.getByText('Do you ship to islands?')).toBeVisible()
    await field.fill('Another thing')
    await field.press('Enter')
    await expect(log.getByText('Another thing')).toBeVisible()
    await expect(log.getByText('Still there?')).toHaveCount(0)
  })
  agentSocket.disconnect()
})

test('on a phone, from right to left, in the dark, by keyboard alone, and without a fault for axe', async ({
  browser,
  website,
}) => {
  const context = await browser.newContext({
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(pageWith(website, '/arabic', 'ar'))
  const launcher = page.getByRole('button', { name: 'فتح المحادثة' })
  await launcher.focus()
  await page.keyboard.press('Enter')
  const chat = page.frameLocator('iframe')
  await expect(chat.getByText('مرحبًا بك')).toBeVisible()
  await expect(chat.locator('html')).toHaveAttribute('dir', 'rtl')
  expect(await page.locator('iframe').boundingBox()).toEqual({ x: 0, y: 0, width: 375, height: 812 })
  expect(
    await chat
      .locator('.bubble')
      .first()
      .evaluate((node) => getComputedStyle(node.parentElement as Element).animationName),
  ).toBe('none')
  // The keyboard of the phone takes its part from below.
  await page.setViewportSize({ width: 375, height: 460 })
  await expect.poll(async () => (await page.locator('iframe').boundingBox())?.height).toBe(460)
  await expect(chat.getByRole('textbox', { name: 'رسالة' })).toBeInViewport()
  await page.setViewportSize({ width: 375, height: 812 })

  const field = chat.getByRole('textbox', { name: 'رسالة' })
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(field).toBeFocused({ timeout: 100 })
  }).toPass()
  await page.keyboard.type('مرحبا')
  await page.keyboard.press('Enter')
  await expect(chat.getByRole('log').getByText('مرحبا', { exact: true })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(chat.getByRole('button', { name: '😀' })).toBeFocused()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    await page.keyboard.press('Escape')
  }
  await expect(launcher).toBeFocused()
  await context.close()
})

test('what is written offline survives a reload and arrives once, in order; two tabs are one conversation', async ({
  context,
  page,
  website,
}) => {
  const address = pageWith(website, '/offline')
  const chat = await open(page, address)
  const field = chat.getByRole('textbox', { name: 'Message' })
  await field.fill('zero')
  await field.press('Enter')
  await expect(chat.getByText('Sending…')).toHaveCount(0)
  // The page and its files still come, but nothing that is said gets through, and half of it gets there unanswered.
  await context.routeWebSocket(/socket\.io/, (socket) => socket.close())
  await context.route('**/socket.io/**', (route) => route.abort())
  await page.reload()
  for (const text of ['one', 'two', 'three']) {
    await field.fill(text)
    await field.press('Enter')
  }
  await expect(chat.getByText('Sending…')).toBeVisible()
  await page.reload()
  await expect(chat.getByRole('log').getByText('three')).toBeVisible()
  await expect(chat.getByText(/Reconnecting/)).toBeVisible()
  // The network comes back, for requests only: the WebSocket stays shut, and polling takes its place.
  await context.unroute('**/socket.io/**')
  await expect(chat.getByText('Sending…')).toHaveCount(0)
  const { sessionId } = await sessionSaying('three')
  const stored = async () =>
    (await company.ask('GET', `/api/sessions/${sessionId}/messages`)).messages.map(
      (message: { text: string }) => message.text,
    )
  expect(await stored()).toEqual(['zero', 'one', 'two', 'three'])

  const second = await context.newPage()
  const other = await open(second, address)
  await expect(other.getByRole('log').getByText('three')).toBeVisible()
  await other.getByRole('textbox', { name: 'Message' }).fill('from the other tab')
  await other.getByRole('textbox', { name: 'Message' }).press('Enter')
  await expect(chat.getByRole('log').getByText('from the other tab')).toHaveCount(1)
  expect(await stored()).toEqual(['zero', 'one', 'two', 'three', 'from the other tab'])
})
