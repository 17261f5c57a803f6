import type { Session } from '@aichat/contracts/chat/sessions'
import { expect, type Page } from '@playwright/test'
import { signIn, startCompany, startConversation } from '../kit/company.ts'
import { test } from '../kit/staff.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const assistant = (page: Page) => page.getByRole('switch', { name: 'Writing Assistant', exact: true })
async function openConversation(page: Page, url: string) {
  const company = await startCompany(url)
  await signIn(page, url, company)
  await page.goto(`${url}/chats?session=${company.sessionId}`)
}

const toggleAssistant = (page: Page) =>
  page
    .locator('label')
    .filter({ has: assistant(page) })
    .click()

test('the composer fits at every width, and each tool says what it does', async ({
  page,
  product: { url },
}) => {
  await openConversation(page, url)
  const pane = page.getByRole('complementary', { name: 'Visitor details' })
  await expect(pane).toBeVisible()
  const composer = page.getByRole('region', { name: 'Reply' })
  const tools = page.getByTestId('tools')

  async function expectAllInView() {
    const overflow = () => composer.evaluate((box) => box.scrollWidth - box.clientWidth)
    await expect.poll(overflow).toBeLessThanOrEqual(0)
    for (const name of [
      'Attach files',
      'Insert an emoji',
      'Insert a saved reply',
      'Send form',
      'Smart reply',
      'Suggest answer',
    ])
      await expect(composer.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    await expect(composer.locator('label').filter({ has: assistant(page) })).toBeInViewport({ ratio: 1 })
    for (const name of ['Reply', 'Note'])
      await expect(composer.getByRole('tab', { name })).toBeInViewport({ ratio: 1 })
  }
  const isTextShown = (text: string) =>
    tools.getByText(text, { exact: true }).evaluate((span) => span.getBoundingClientRect().width > 10)

  await test.step('with the visitor pane', async () => {
    await expectAllInView()
    for (const text of ['Smart reply', 'Suggest', 'Writing Assistant'])
      expect(await isTextShown(text)).toBe(true)
  })

  await test.step('each tool says what it does', async () => {
    const hints = {
      'Smart reply': 'Choose one of four ready-made replies.',
      Suggest: "Draft a reply from your knowledge. You review it before it's sent.",
      'Writing Assistant': 'Rewrite your messages in the tone you choose when you send them.',
    }
    await field(page).hover()
    for (const [text, hint] of Object.entries(hints)) {
      await tools.getByText(text, { exact: true }).hover()
      await expect(page.getByRole('tooltip', { name: hint })).toBeVisible()
    }
    await page.getByRole('button', { name: 'Send form' }).hover()
    await expect(page.getByRole('tooltip', { name: /^Ask .* for their details\.$/ })).toBeVisible()
    await pane.hover()
    await tools.getByRole('button', { name: 'Suggest answer' }).focus()
    await page.keyboard.press('Tab')
    await expect(assistant(page)).toBeFocused()
    await expect(page.getByRole('tooltip', { name: hints['Writing Assistant'] })).toBeVisible()
  })

  await test.step('without a model, the Writing Assistant says that it does nothing', async () => {
    const notSetUp = "Writing Assistant isn't set up yet. Messages are sent as written."
    await expect(composer.getByText(notSetUp)).toBeHidden()
    await toggleAssistant(page)
    await expect(composer.getByText(notSetUp)).toBeInViewport({ ratio: 1 })
    await page.getByLabel('Tone').selectOption('Friendly')
    await expectAllInView()
    await toggleAssistant(page)
  })

  await test.step('without the visitor pane, and on phones', async () => {
    await page.getByRole('button', { name: 'Visitor details', exact: true }).click()
    await expect(pane).toBeHidden()
    await expectAllInView()
    expect(await isTextShown('Writing')).toBe(true)
    for (const width of [375, 320]) {
      await page.setViewportSize({ width, height: 812 })
      await expectAllInView()
    }
  })
})

test('the message grows from one line to eight, and is refused above its limit', async ({
  page,
  product: { url },
}) => {
  await openConversation(page, url)
  const heightOf = async (lines: number) => {
    await field(page).fill(Array.from({ length: lines }, () => 'line').join('\n'))
    return field(page).evaluate((area) => area.clientHeight)
  }
  const expectGrowth = async () => {
    expect(await heightOf(1)).toBe(36)
    expect(await heightOf(3)).toBe(76)
    expect(await heightOf(8)).toBe(176)
    expect(await heightOf(20)).toBe(176)
    expect(await heightOf(1)).toBe(36)
  }
  await expectGrowth()

  await test.step('also in a browser without field-sizing', async () => {
    await page.addInitScript(() => {
      const { supports } = CSS
      CSS.supports = (...args: string[]) =>
        args[0] !== 'field-sizing' && supports.apply(CSS, args as [string])
    })
    await page.reload()
    await field(page).evaluate((area) => area.style.setProperty('field-sizing', 'fixed'))
    await expectGrowth()
  })

  await field(page).fill('x'.repeat(3600))
  await expect(page.getByText('3600/4000')).toBeVisible()
  await field(page).fill('x'.repeat(4001))
  await expect(page.getByRole('alert')).toHaveText('Shorten your message to send it.')
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('x'.repeat(4001))
})

test('panels, replies and completions do not move the tools', async ({ page, product: { url } }) => {
  await openConversation(page, url)
  const tools = page.getByTestId('tools')
  await expect(tools).toBeVisible()
  const before = await tools.boundingBox()

  await field(page).fill('/')
  await expect(page.getByRole('listbox', { name: 'Saved replies' })).toBeInViewport({ ratio: 1 })
  expect(await tools.boundingBox()).toEqual(before)
  await field(page).fill('')

  await tools.getByRole('button', { name: 'Smart reply' }).click()
  await expect(page.getByRole('list', { name: 'Quick replies' })).toBeInViewport({ ratio: 1 })
  expect(await tools.boundingBox()).toEqual(before)

  await toggleAssistant(page)
  await expect(page.getByLabel('Tone')).toBeInViewport({ ratio: 1 })
  expect(await tools.boundingBox()).toEqual(before)

  await tools.getByRole('button', { name: 'Suggest answer' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 })
  await field(page).fill('')
  expect(await tools.boundingBox()).toEqual(before)
})

test('after a note, the field keeps the focus for another one', async ({ page, product: { url } }) => {
  await openConversation(page, url)
  const noteField = page.getByRole('textbox', { name: 'Private note' })
  await page.getByRole('tab', { name: 'Note' }).click()
  // "e" and "j" outside of a field would close the conversation and open the next one.
  await page.keyboard.type('First note')
  await page.keyboard.press('Enter')
  await expect(noteField).toHaveValue('')
  await page.keyboard.type('ej second note')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('log', { name: 'Transcript' })).toContainText('ej second note')
  await expect(noteField).toBeFocused()
  await expect(page.getByRole('log', { name: 'Transcript' })).toContainText('First note')
})

test('Reply and Note are tabs, and the other one shows that it has a draft', async ({
  page,
  product: { url },
}) => {
  await openConversation(page, url)
  const reply = page.getByRole('tab', { name: 'Reply' })
  const note = page.getByRole('tab', { name: 'Note' })
  const noteField = page.getByRole('textbox', { name: 'Private note' })
  await expect(reply).toHaveAttribute('aria-selected', 'true')
  await expect(reply).toHaveAccessibleName('Reply')
  await field(page).fill('Thanks for')
  await field(page).blur()

  // Without a pause: "e" and "a" outside of a field would close and assign the conversation.
  await page.keyboard.press('Shift+N')
  await page.keyboard.type('Ask the depot')
  await expect(noteField).toHaveValue('Ask the depot')
  await expect(reply).toHaveAccessibleName('Reply, draft')

  await reply.click()
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('Thanks for')
  await expect(note).toHaveAccessibleName('Note, draft')

  await reply.focus()
  await page.keyboard.press('ArrowRight')
  await expect(note).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(noteField).toHaveValue('Ask the depot')
  await noteField.press('Escape')
  await expect(field(page)).toBeVisible()
  await page.keyboard.press('r')
  await expect(field(page)).toBeFocused()
})

test('a message that is sent and closes the conversation is stored first', async ({
  page,
  context,
  product: { url },
}) => {
  const company = await startCompany(url)
  const next = await startConversation(url, company.project.publicKey, 'Do you sell gift cards?')
  await signIn(page, url, company)
  const closed = async () => {
    const { sessions } = await company.ask('GET', '/api/sessions?status=closed')
    return sessions.map(({ sessionId, lastMessage }: Session) => [sessionId, lastMessage])
  }
  await page.goto(`${url}/chats?session=${company.sessionId}`)
  const transcript = page.getByRole('log', { name: 'Transcript' })
  await expect(transcript).toContainText('How many days')

  await field(page).press('Control+Shift+Enter')
  expect(await closed()).toEqual([])
  await context.setOffline(true)
  await field(page).fill('It arrives on Friday.')
  await field(page).press('Control+Shift+Enter')
  await expect(field(page)).toHaveValue('')
  await expect(transcript).toContainText('It arrives on Friday.')
  await context.setOffline(false)
  await expect.poll(closed).toEqual([[company.sessionId, 'It arrives on Friday.']])
  await expect(page.getByText('Conversation closed')).toBeVisible()
  // The next unread conversation is open.
  await expect(transcript).toContainText('Do you sell gift cards?')

  await field(page).fill('Yes, from 10 euros.')
  await page.getByRole('button', { name: 'More ways to send' }).click()
  await page.getByRole('menuitem', { name: 'Send and close the conversation' }).click()
  await expect.poll(closed).toHaveLength(2)
  expect(await closed()).toContainEqual([next, 'Yes, from 10 euros.'])
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(closed).toHaveLength(1)
})
