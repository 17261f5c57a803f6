import { expect } from '@playwright/test'
import type { Socket } from 'socket.io-client'
import {
  findSession,
  getField,
  openChat,
  publishWidget,
  sendInChat,
  startChatCompany,
  visitPage,
} from '../kit/chat-page.ts'
import type { Company } from '../kit/company.ts'
import { test } from '../kit/product.ts'

let company: Company
let agent: Socket
test.beforeAll(async ({ product }) => {
  ;({ company, agent } = await startChatCompany(product))
})
test.afterAll(() => agent?.disconnect())

test('the empty composer of a chat in Arabic is right to left', async ({ page, website }) => {
  await visitPage(page, website, { embedCode: company.embedCode, path: '/rtl', lang: 'ar' })
  const chat = await openChat(page)
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

test('the AI is disclosed before the first message, in every language, and the privacy policy is linked', async ({
  page,
  browser,
  website,
}) => {
  await publishWidget(company, {
    brand: { privacyUrl: 'https://shop.example.com/privacy' },
    greetings: { consent: 'We store your messages.' },
  })
  for (const [language, text] of Object.entries(disclosures)) {
    await visitPage(page, website, { embedCode: company.embedCode, path: `/ai-${language}`, lang: language })
    const chat = await openChat(page)
    await expect(chat.getByText(text), language).toBeVisible()
    await expect(chat.getByText('We store your messages.')).toBeVisible()
    await expect(chat.locator('a[href="https://shop.example.com/privacy"]')).toBeVisible()
  }
  await publishWidget(company, {
    brand: { privacyUrl: '' },
    greetings: { consent: '' },
    agent: { autoReply: false },
  })
  // Another browser, because this one caches the config for a minute.
  const context = await browser.newContext()
  const otherPage = await context.newPage()
  await visitPage(otherPage, website, { embedCode: company.embedCode, path: '/no-ai' })
  const chat = await openChat(otherPage)
  await expect(chat.getByText('Hello there')).toBeVisible()
  await expect(chat.getByText(disclosures.en)).toHaveCount(0)
  await context.close()
  await publishWidget(company, { agent: { autoReply: true } })
})

test('headline, people and messages to send with one click are at the start of the chat', async ({
  page,
  website,
}) => {
  await page.route('https://img.example.com/*', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  )
  const member = { name: 'Sample Agent', photoUrl: 'https://img.example.com/a.svg' }
  await publishWidget(company, {
    brand: { team: [member, { name: 'No Photo', photoUrl: '' }] },
    greetings: { headline: 'Tents for every trip', suggestions: ['Where is my silver tent?', ''] },
  })
  await visitPage(page, website, { embedCode: company.embedCode, path: '/welcome' })
  const chat = await openChat(page)
  await expect(chat.getByRole('heading', { name: 'Tents for every trip' })).toBeVisible()
  await expect(chat.locator('.hero img')).toHaveCount(1)
  await chat.getByRole('button', { name: 'Where is my silver tent?' }).click()
  await expect(chat.getByRole('log').locator('.visitor').getByText('Where is my silver tent?')).toBeVisible()
  await expect(chat.getByRole('heading', { name: 'Tents for every trip' })).toHaveCount(0)
  const sessionId = await findSession(company, 'silver tent')
  await agent.timeout(5000).emitWithAck('message:send', { sessionId, text: 'On its way.', clientId: 'y' })
  await expect(chat.locator('.group.agent img.avatar')).toHaveAttribute('src', member.photoUrl)
  await publishWidget(company, { brand: { team: [] }, greetings: { headline: '', suggestions: [] } })
})

test('a launcher and a header whose text cannot be seen are corrected', async ({ browser, website }) => {
  const { brand, icon } = await company.ask('GET', `/api/widget/${company.project.widgetConfigId}`)
  const [black, white] = ['rgb(0, 0, 0)', 'rgb(255, 255, 255)']
  for (const { path, primaryColor, iconColor, onPrimary, onIcon } of [
    { path: '/white-icon', primaryColor: '#1769a0', iconColor: '#fff', onPrimary: white, onIcon: black },
    { path: '/white-header', primaryColor: '#fefefe', iconColor: '#1769a0', onPrimary: black, onIcon: white },
  ]) {
    await publishWidget(company, {
      brand: { primaryColor, fontColor: '#ffffff' },
      icon: { color: iconColor },
    })
    const page = await browser.newPage()
    await visitPage(page, website, { embedCode: company.embedCode, path })
    await expect(page.locator('aichat-widget .launcher')).toHaveCSS('color', onIcon)
    await expect(page.locator('aichat-widget .header')).toHaveCSS('color', onPrimary)
    const chat = await openChat(page)
    await expect(chat.locator('.header')).toHaveCSS('color', onPrimary)
    await page.close()
  }
  await publishWidget(company, { brand, icon: { color: icon.color } })
})

test('the keyboard reaches everything, and arrow keys move in the emoji grid', async ({ page, website }) => {
  await visitPage(page, website, { embedCode: company.embedCode, path: '/keys' })
  const chat = await openChat(page)
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

test('a message that arrives while the chat is closed is shown next to the launcher, as configured', async ({
  page,
  browser,
  website,
}) => {
  await visitPage(page, website, { embedCode: company.embedCode, path: '/preview' })
  const chat = await openChat(page)
  await sendInChat(chat, 'Is the blue one in stock?')
  await expect(chat.getByText('Sending…')).toHaveCount(0)
  await chat.getByRole('button', { name: 'Close chat' }).click()
  const sessionId = await findSession(company, 'blue one')
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
  await visitPage(secondTab, website, { embedCode: company.embedCode, path: '/preview' })
  await expect((await openChat(secondTab)).getByRole('log').getByText('And one in green.')).toBeVisible()
  await expect(preview).toBeHidden()
  await secondTab.close()

  await publishWidget(company, { behavior: { showMessagePreview: false } })
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const otherPage = await context.newPage()
  await visitPage(otherPage, website, { embedCode: company.embedCode, path: '/preview' })
  const otherChat = await openChat(otherPage)
  await sendInChat(otherChat, 'Is the green one in stock?')
  await otherChat.getByRole('button', { name: 'Close chat' }).click()
  const otherSession = await findSession(company, 'green one')
  await agent
    .timeout(5000)
    .emitWithAck('message:send', { sessionId: otherSession, text: 'No.', clientId: 'n' })
  await expect(otherPage.locator('aichat-widget').getByRole('status')).toHaveText('1')
  await expect(otherPage.locator('aichat-widget .tooltip')).toBeHidden()
  await context.close()
  await publishWidget(company, { behavior: { showMessagePreview: true } })
})

test('a screen reader finds names and roles, and gets each message once', async ({ page, website }) => {
  await visitPage(page, website, { embedCode: company.embedCode, path: '/reader' })
  const chat = await openChat(page)
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
  await sendInChat(chat, 'How many days for the purple tent?')
  await expect(chat.getByText('Sending…')).toHaveCount(0)
  const sessionId = await findSession(company, 'purple tent')
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
