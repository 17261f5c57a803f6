import { expect, type FrameLocator, type Page } from '@playwright/test'
import { io, type Socket } from 'socket.io-client'
import { type Company, startCompany } from './company.ts'
import { test } from './product.ts'

let company: Company
let agent: Socket
test.beforeAll(async ({ product }) => {
  company = await startCompany(product.url)
  const { project, ask } = company
  await ask('POST', `/api/projects/${project.id}/faq`, {
    question: 'Do you ship to islands?',
    answer: 'Yes, by **boat**.',
  })
  await ask('PATCH', `/api/projects/${project.id}/faq-toggle`, { faqEnabled: true })
  await change({
    greetings: {
      firstVisit: 'Hello there',
      returning: 'Welcome back',
      translations: { ar: { firstVisit: 'مرحبًا بك' } },
    },
  })
  agent = io(product.url, {
    auth: { token: company.tokens.accessToken, role: 'admin' },
    transports: ['websocket'],
  })
})
test.afterAll(() => agent?.disconnect())

/** Changes the widget and publishes it. */
async function change(patch: object): Promise<void> {
  await company.ask('PATCH', `/api/widget/${company.project.widgetConfigId}`, patch)
  await company.ask('POST', `/api/projects/${company.project.id}/publish`)
}

type Website = { url: string; pages: Record<string, string> }

async function visit(page: Page, website: Website, path: string, lang = 'en'): Promise<void> {
  website.pages[path] = `<!doctype html><html lang="${lang}"><title>Tents</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><main><h1>Tents</h1></main>${company.embedCode}`
  await page.goto(website.url + path)
}

async function open(page: Page): Promise<FrameLocator> {
  const launcher = page.locator('aichat-widget .launcher')
  await expect(launcher).toHaveAttribute('aria-expanded')
  // On a website whose previous page had the chat open, it is open already.
  if ((await launcher.getAttribute('aria-expanded')) === 'false') await launcher.click()
  return page.frameLocator('iframe')
}

const getField = (chat: FrameLocator) => chat.locator('textarea')

async function send(chat: FrameLocator, text: string): Promise<void> {
  await getField(chat).fill(text)
  await getField(chat).press('Enter')
  await expect(chat.getByRole('log').getByText(text)).toBeVisible()
}

/** The conversation in which the visitor has written this, among the newest. No other test may write it. */
async function findSession(text: string): Promise<string> {
  let sessionId: string | undefined
  const find = async () => {
    const { sessions } = await company.ask('GET', '/api/sessions?limit=3')
    for (const session of sessions) {
      const { messages } = await company.ask('GET', `/api/sessions/${session.sessionId}/messages`)
      if (messages.some((one: { text: string }) => one.text.includes(text))) sessionId ??= session.sessionId
    }
    return sessionId
  }
  await expect.poll(find).toBeTruthy()
  return sessionId as string
}

test('the team is offered while the AI answers, and the first bubble and the FAQs stay', async ({
  page,
  website,
}) => {
  await visit(page, website, '/team')
  const chat = await open(page)
  const log = chat.getByRole('log')
  const team = chat.getByRole('button', { name: 'Talk to our team' })
  await expect(log.getByText('Hello there')).toBeVisible()
  // From here on this browser has been here before.
  const hasToken = () => Object.keys(localStorage).some((key) => key.endsWith(':token'))
  await expect.poll(() => chat.locator('html').evaluate(hasToken)).toBe(true)
  // An open chat stays open after a reload.
  await page.reload()
  await expect(log.getByText('Hello there')).toBeVisible()

  await send(chat, 'May I return a red tent?')
  await team.click()
  const card = log.locator('.handover')
  await expect(card.getByRole('heading', { name: "We've let the team know." })).toBeVisible()
  await expect(team).toHaveCount(0)
  await chat.getByRole('button', { name: 'Common questions' }).click()
  await chat.getByText('Do you ship to islands?').click()
  await expect(chat.locator('details strong')).toHaveText('boat')
  await page.keyboard.press('Escape')
  await expect(chat.getByText('Do you ship to islands?')).toHaveCount(0)
  await expect(chat.getByRole('button', { name: 'Common questions' })).toBeFocused()
  const sessionId = await findSession('red tent')
  await agent.timeout(5000).emitWithAck('message:send', { sessionId, text: 'I am a person.', clientId: 'p' })
  await expect(log.getByText('I am a person.')).toBeVisible()
  await expect(team).toHaveCount(0)
  await expect(card).toHaveCount(0)

  await page.reload()
  await expect(log.getByText('I am a person.')).toBeVisible()
  await expect(log.getByText('Hello there')).toBeVisible()
  await expect(log.getByText('Welcome back')).toHaveCount(0)

  // In another tab the visitor is a returning one, but the conversation is the same.
  const otherPage = await page.context().newPage()
  await visit(otherPage, website, '/team')
  const otherLog = (await open(otherPage)).getByRole('log')
  await expect(otherLog.getByText('I am a person.')).toBeVisible()
  await expect(otherLog.getByText('Hello there')).toBeVisible()
  await expect(otherLog.getByText('Welcome back')).toHaveCount(0)
})

test('beside a request for the team, suggested pages do not offer the team again', async ({
  page,
  website,
}) => {
  await visit(page, website, '/suggested')
  const chat = await open(page)
  const team = chat.getByRole('button', { name: 'Talk to our team' })
  await send(chat, 'May I return a yellow tent?')
  await expect(chat.getByRole('button', { name: 'That helped' })).toBeVisible()
  await expect(team).toHaveCount(1)
  await send(chat, 'May I return a green tent?')
  // The cards, which are drawn after their message, are scrolled into view with it.
  await expect(chat.getByRole('button', { name: 'That helped' })).toHaveCount(2)
  await expect(team).toBeInViewport()
  await send(chat, 'I want to talk to a person.')
  await expect(chat.locator('.handover')).toBeVisible()
  await expect(team).toHaveCount(0)
})

test('a request for the team gets an answer when a person has written a moment ago', {
  tag: '@full',
}, async ({ page, website }) => {
  await visit(page, website, '/again')
  const chat = await open(page)
  await send(chat, 'Is the blue tent waterproof?')
  const sessionId = await findSession('blue tent')
  await agent.timeout(5000).emitWithAck('message:send', { sessionId, text: 'It is.', clientId: 'again' })
  await expect(chat.getByRole('log').getByText('It is.')).toBeVisible()
  await company.ask('PATCH', `/api/sessions/${sessionId}/status`, { status: 'closed' })
  await chat.getByRole('button', { name: 'Talk to our team' }).click()
  await expect(chat.getByRole('alert')).toHaveText("We've let the team know.")
})

test('a form that an agent has requested is prefilled and can be skipped', { tag: '@full' }, async ({
  page,
  website,
}) => {
  await visit(page, website, '/form')
  await page.evaluate(() =>
    (window as unknown as { aichat: (...call: unknown[]) => void }).aichat('identify', { name: 'Zoë' }),
  )
  const chat = await open(page)
  await send(chat, 'Where is my green parcel?')
  const sessionId = await findSession('green parcel')
  await agent.timeout(5000).emitWithAck('agent:request_prechat', { sessionId })
  const form = chat.getByRole('form', { name: 'Could you share a few details?' })
  await expect(form.getByLabel('Your Name')).toHaveValue('Zoë')
  await form.getByLabel('Your Name').fill('')
  await form.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByText('Fill in at least one field, or skip.')).toBeVisible()
  await form.getByRole('button', { name: 'Not now' }).click()
  await expect(form).toHaveCount(0)
  const { messages } = await company.ask('GET', `/api/sessions/${sessionId}/messages`)
  expect(messages.at(-1)).toMatchObject({ from: 'system', meta: { kind: 'prechat_skipped' } })
  await expect(chat.getByText('skipped the form')).toHaveCount(0)

  await agent.timeout(5000).emitWithAck('agent:request_prechat', { sessionId })
  await expect(form).toBeVisible()
  await company.ask('PATCH', `/api/sessions/${sessionId}/status`, { status: 'closed' })
  await expect(form).toHaveCount(0)
})

test('the empty composer of a chat in Arabic is right to left', { tag: '@full' }, async ({
  page,
  website,
}) => {
  await visit(page, website, '/rtl', 'ar')
  const chat = await open(page)
  const direction = () => getField(chat).evaluate((field) => getComputedStyle(field).direction)
  await expect.poll(direction).toBe('rtl')
  await getField(chat).fill('Hello')
  expect(await direction()).toBe('ltr')
})

const disclosures = {
  en: "You're chatting with an AI assistant.",
  de: 'Sie chatten mit einem KI-Assistenten.',
  fr: 'Vous discutez avec un assistant IA.',
  es: 'Está chateando con un asistente de IA.',
  it: 'Stai chattando con un assistente IA.',
  pt: 'Você está conversando com um assistente de IA.',
  nl: 'Je chat met een AI-assistent.',
  pl: 'Rozmawiasz z asystentem AI.',
  ar: 'أنت تتحدث مع مساعد يعمل بالذكاء الاصطناعي.',
  he: 'זו שיחה עם עוזר בינה מלאכותית (AI).',
}

test('the AI is disclosed before the first message, in every language, and the privacy policy is linked', {
  tag: '@full',
}, async ({ page, browser, website }) => {
  await change({
    brand: { privacyUrl: 'https://shop.example.com/privacy' },
    greetings: { consent: 'We store your messages.' },
  })
  for (const [language, text] of Object.entries(disclosures)) {
    await visit(page, website, `/ai-${language}`, language)
    const chat = await open(page)
    await expect(chat.getByText(text), language).toBeVisible()
    await expect(chat.getByText('We store your messages.')).toBeVisible()
    await expect(chat.locator('a[href="https://shop.example.com/privacy"]')).toBeVisible()
  }
  await change({ brand: { privacyUrl: '' }, greetings: { consent: '' }, agent: { autoReply: false } })
  // Another browser, because this one caches the config for a minute.
  const context = await browser.newContext()
  const otherPage = await context.newPage()
  await visit(otherPage, website, '/no-ai')
  const chat = await open(otherPage)
  await expect(chat.getByText('Hello there')).toBeVisible()
  await expect(chat.getByText(disclosures.en)).toHaveCount(0)
  await context.close()
  await change({ agent: { autoReply: true } })
})

test('headline, people and messages to send with one click are at the start of the chat', {
  tag: '@full',
}, async ({ page, website }) => {
  await page.route('https://img.example.com/*', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  )
  const member = { name: 'Sample Agent', photoUrl: 'https://img.example.com/a.svg' }
  await change({
    brand: { team: [member, { name: 'No Photo', photoUrl: '' }] },
    greetings: { headline: 'Tents for every trip', suggestions: ['Where is my silver tent?', ''] },
  })
  await visit(page, website, '/welcome')
  const chat = await open(page)
  await expect(chat.getByRole('heading', { name: 'Tents for every trip' })).toBeVisible()
  await expect(chat.locator('.hero img')).toHaveCount(1)
  await chat.getByRole('button', { name: 'Where is my silver tent?' }).click()
  await expect(chat.getByRole('log').locator('.visitor').getByText('Where is my silver tent?')).toBeVisible()
  await expect(chat.getByRole('heading', { name: 'Tents for every trip' })).toHaveCount(0)
  const sessionId = await findSession('silver tent')
  await agent.timeout(5000).emitWithAck('message:send', { sessionId, text: 'On its way.', clientId: 'y' })
  await expect(chat.locator('.group.agent img.avatar')).toHaveAttribute('src', member.photoUrl)
  await change({ brand: { team: [] }, greetings: { headline: '', suggestions: [] } })
})

test('a launcher and a header whose text cannot be seen are corrected', { tag: '@full' }, async ({
  browser,
  website,
}) => {
  const { brand, icon } = await company.ask('GET', `/api/widget/${company.project.widgetConfigId}`)
  const [black, white] = ['rgb(0, 0, 0)', 'rgb(255, 255, 255)']
  for (const { path, primaryColor, iconColor, onPrimary, onIcon } of [
    { path: '/white-icon', primaryColor: '#1769a0', iconColor: '#fff', onPrimary: white, onIcon: black },
    { path: '/white-header', primaryColor: '#fefefe', iconColor: '#1769a0', onPrimary: black, onIcon: white },
  ]) {
    await change({ brand: { primaryColor, fontColor: '#ffffff' }, icon: { color: iconColor } })
    const page = await browser.newPage()
    await visit(page, website, path)
    await expect(page.locator('aichat-widget .launcher')).toHaveCSS('color', onIcon)
    await expect(page.locator('aichat-widget .header')).toHaveCSS('color', onPrimary)
    const chat = await open(page)
    await expect(chat.locator('.header')).toHaveCSS('color', onPrimary)
    await page.close()
  }
  await change({ brand, icon: { color: icon.color } })
})

test('the keyboard reaches everything, and arrow keys move in the emoji grid', { tag: '@full' }, async ({
  page,
  website,
}) => {
  await visit(page, website, '/keys')
  const chat = await open(page)
  await expect(getField(chat)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const focused = () => chat.locator(':focus').textContent()
  await expect.poll(focused).toBe('😀')
  const all = await chat.locator('.emoji button').allTextContents()
  for (const [key, index] of [
    ['ArrowRight', 1],
    ['ArrowDown', 9],
    ['ArrowLeft', 8],
    ['ArrowUp', 0],
    ['ArrowUp', 0],
    ['End', all.length - 1],
    ['Home', 0],
    ['ArrowDown', 8],
  ] as const) {
    await page.keyboard.press(key)
    expect(await focused(), key).toBe(all[index])
  }
  // A column goes on in the next group, also where a row is shorter.
  const firstGroup = await chat.locator('.emoji-group').first().locator('button').count()
  const lastRow = firstGroup - (firstGroup % 8)
  await chat.locator('.emoji button').nth(lastRow).focus()
  for (const [key, index] of [
    ['ArrowDown', firstGroup],
    ['ArrowUp', lastRow],
    ['ArrowUp', lastRow - 8],
    ['ArrowLeft', lastRow - 9],
    ['ArrowDown', lastRow - 1],
    ['ArrowDown', firstGroup - 1],
    ['Home', 0],
    ['ArrowDown', 8],
  ] as const) {
    await page.keyboard.press(key)
    expect(await focused(), key).toBe(all[index])
  }
  await page.keyboard.press('Enter')
  await expect(getField(chat)).toHaveValue(all[8] as string)
  await expect(getField(chat)).toBeFocused()
  const names: (string | null)[] = []
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Shift+Tab')
    const label = await chat.locator(':focus').evaluateAll(([node]) => {
      if (!node) return null
      return node.getAttribute('aria-label') ?? node.textContent
    })
    if (label === null) break
    names.push(label)
  }
  expect(names).toEqual([
    'Talk to our team',
    'Do you ship to islands?',
    expect.anything(),
    'Close chat',
    'More options',
  ])
})

test('a message that arrives while the chat is closed is shown next to the launcher, as configured', {
  tag: '@full',
}, async ({ page, browser, website }) => {
  await visit(page, website, '/preview')
  const chat = await open(page)
  await send(chat, 'Is the blue one in stock?')
  await expect(chat.getByText('Sending…')).toHaveCount(0)
  await chat.getByRole('button', { name: 'Close chat' }).click()
  const sessionId = await findSession('blue one')
  const say = (text: string) =>
    agent.timeout(5000).emitWithAck('message:send', { sessionId, text, clientId: text })
  await say('Yes, **three** of them: see [this list](https://shop.example.com/tents).')
  const preview = page.locator('aichat-widget .tooltip')
  await expect(preview).toContainText('Sample Agent')
  await expect(preview).toContainText('Yes, three of them: see this list.')
  const isAnnounced = (node: Element) => node.parentElement?.closest('[aria-live="polite"]') !== null
  expect(await preview.evaluate(isAnnounced)).toBe(true)
  await preview.getByText('Yes, three').click()
  await expect(chat.getByRole('log').getByText('three', { exact: true })).toBeVisible()
  await expect(preview).toBeHidden()

  await chat.getByRole('button', { name: 'Close chat' }).click()
  await say('And one in green.')
  await expect(preview).toContainText('And one in green.')
  const secondTab = await page.context().newPage()
  await visit(secondTab, website, '/preview')
  await expect((await open(secondTab)).getByRole('log').getByText('And one in green.')).toBeVisible()
  await expect(preview).toBeHidden()
  await secondTab.close()

  await change({ behavior: { showMessagePreview: false } })
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const otherPage = await context.newPage()
  await visit(otherPage, website, '/preview')
  const otherChat = await open(otherPage)
  await send(otherChat, 'Is the green one in stock?')
  await otherChat.getByRole('button', { name: 'Close chat' }).click()
  const otherSession = await findSession('green one')
  await agent
    .timeout(5000)
    .emitWithAck('message:send', { sessionId: otherSession, text: 'No.', clientId: 'n' })
  await expect(otherPage.locator('aichat-widget').getByRole('status')).toHaveText('1')
  await expect(otherPage.locator('aichat-widget .tooltip')).toBeHidden()
  await context.close()
  await change({ behavior: { showMessagePreview: true } })
})

test('a screen reader finds names and roles, and gets each message once', { tag: '@full' }, async ({
  page,
  website,
}) => {
  await visit(page, website, '/reader')
  const chat = await open(page)
  const main = chat.getByRole('main')
  await expect(main).toMatchAriaSnapshot(`
    - main "Example Shop":
      - heading "Example Shop" [level=1]
      - button "More options"
      - button "Close chat"
      - paragraph: You're chatting with an AI assistant.
      - log "Conversation":
        - paragraph: Hello there
      - button "Talk to our team"
      - textbox "Message":
        - /placeholder: Write a message…
      - button "Emoji"
      - button "Attach a file"
      - button "Send" [disabled]
  `)
  // Screen readers announce text that is added to a live region.
  await main.evaluate((root) => {
    const announced: string[] = []
    Object.assign(window, { announced })
    const read = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement
      if (
        element?.closest('[aria-live],[role=status],[role=alert],output') &&
        !element.closest('[aria-hidden]')
      )
        announced.push(node.textContent ?? '')
    }
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(read)
    }).observe(root, { childList: true, subtree: true })
  })
  await send(chat, 'How many days for the purple tent?')
  await expect(chat.getByText('Sending…')).toHaveCount(0)
  const sessionId = await findSession('purple tent')
  await agent.timeout(5000).emitWithAck('message:send', { sessionId, text: 'Thirty days.', clientId: 's' })
  await expect(chat.getByText('Thirty days.')).toBeVisible()
  const announced = () =>
    chat.locator('body').evaluate(() => (window as unknown as { announced: string[] }).announced)
  const containing = async (text: string) => (await announced()).filter((one) => one.includes(text))
  expect(await containing('Thirty days.')).toHaveLength(1)
  expect((await containing('Thirty days.'))[0]).toMatch(/^Sample Agent/)
  expect((await containing('purple tent')).length).toBeGreaterThan(0)
  await expect(chat.getByRole('log')).toContainText('You: ')
})

test('pages that may help are offered as cards, and the team once', async ({ page, product, website }) => {
  const { project, embedCode, ask } = await startCompany(product.url)
  const knowledge = `/api/projects/${project.id}/agent/kb`
  for (const content of [
    'Care of tents\n\nDry the tent before you store it. Clean the fabric with water and a soft sponge.',
    'Warranty\n\nPoles and fabric have a warranty of five years. Damage by storms is not covered by the warranty.',
    'Awning fabric fades in the sun. Store it in a dark and dry place after every summer so that it lasts for years.',
  ]) {
    const item = await ask('POST', knowledge, { type: 'manual', content })
    await ask('PATCH', `${knowledge}/${item.id}/embedded`)
  }
  website.pages['/cards'] = `<!doctype html><html lang="en"><title>Tents</title>${embedCode}`
  await page.goto(`${website.url}/cards`)
  const chat = await open(page)
  await send(chat, 'tent fabric storm')
  await expect(
    chat.getByRole('list', { name: 'Sources' }).getByText('Warranty', { exact: true }),
  ).toBeVisible()
  // A text without a title is shown once, and not as title and quote.
  await expect(chat.getByText(/^Awning fabric fades/)).toHaveCount(1)
  const team = chat.getByRole('button', { name: 'Talk to our team' })
  await expect(team).toHaveCount(1)
  await send(chat, 'Is it the right one for me?')
  expect(await team.count()).toBe(1)
  await chat.getByRole('button', { name: 'That helped' }).click()
  await expect(chat.getByText('Thanks for letting us know.')).toBeVisible()
  await expect(team).toHaveCount(1)
})
