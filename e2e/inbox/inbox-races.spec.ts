import type { Project } from '@aichat/contracts/company/projects'
import { expect, type Page } from '@playwright/test'
import type { Person } from '../../server/test/kit/client.ts'
import { signIn, startCompany, startConversation } from '../kit/company.ts'
import { holdRequests } from '../kit/hold-requests.ts'
import { signUp, test } from '../kit/staff.ts'

/** What happens in the inbox while the agent types or has gone on to something else. */

type Ask = Person['get']

/** A company whose AI does not answer, so that only the test changes its conversations. */
async function openInbox(page: Page, url: string) {
  const owner = await signUp(url)
  const ask: Ask = owner.get
  const { widgetConfigId, id } = await ask('POST', '/api/projects', { name: 'Example Shop' })
  await ask('PATCH', `/api/widget/${widgetConfigId}`, { template: { key: 'minimal' } })
  const { project }: { project: Project } = await ask('POST', `/api/projects/${id}/publish`)
  await signIn(page, url, owner)
  return { ask, start: (text: string) => startConversation(url, project.publicKey, text) }
}

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const transcript = (page: Page) => page.getByRole('log', { name: 'Transcript' })
const rows = (page: Page) => page.getByRole('navigation', { name: 'Conversations' }).getByRole('listitem')

function watchChanges(page: Page): string[] {
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') changes.push(request.url())
  })
  return changes
}

test('keeps the typed text and runs no commands when a colleague closes the conversation', async ({
  page,
  product: { url },
}) => {
  const { ask, start } = await openInbox(page, url)
  const sessionId = await start('Is the tent waterproof?')
  await page.goto(`${url}/chats?session=${sessionId}`)
  await expect(transcript(page)).toContainText('Is the tent waterproof?')
  await composer(page).pressSequentially('One mom')
  await expect(page.getByRole('button', { name: 'Close conversation' })).toBeVisible()
  await ask('PATCH', `/api/sessions/${sessionId}/status`, { status: 'closed' })
  await expect(page.getByText('This conversation is closed')).toBeVisible()
  const changes = watchChanges(page)

  // A assigns, M switches auto-reply, U marks as unread and leaves.
  await page.keyboard.type('amu')
  await page.keyboard.press('Enter')
  await expect(composer(page)).toBeFocused()
  await expect(composer(page)).toHaveValue('One mom')
  await expect(composer(page)).not.toBeEditable()
  expect(changes).toEqual([])

  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(composer(page)).toBeEditable()
  await expect(composer(page)).toHaveValue('One mom')

  await test.step('an empty field disappears when it has lost the focus', async () => {
    await composer(page).fill('')
    await ask('PATCH', `/api/sessions/${sessionId}/status`, { status: 'closed' })
    await expect(page.getByText('This conversation is closed')).toBeVisible()
    await expect(composer(page)).toBeFocused()
    await page.getByRole('region', { name: /Conversation with/ }).focus()
    await expect(composer(page)).toBeHidden()
  })
})

test('ignores the rest of a sentence when the conversation is deleted', { tag: '@full' }, async ({
  page,
  product: { url },
}) => {
  const { ask, start } = await openInbox(page, url)
  const sessionId = await start('Is the tent waterproof?')
  await page.goto(`${url}/chats?session=${sessionId}`)
  await expect(transcript(page)).toContainText('Is the tent waterproof?')
  await composer(page).pressSequentially('I am lookin')
  await page.evaluate(() => {
    const shown = new MutationObserver(() => {
      if (document.querySelector('textarea')) return
      shown.disconnect()
      // G D would open the dashboard.
      for (const key of ['g', 'd'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    })
    shown.observe(document, { childList: true, subtree: true })
  })
  await ask('DELETE', `/api/sessions/${sessionId}/visitor`)
  await expect(page.getByText('This conversation was deleted')).toBeVisible()
  await expect(page).toHaveURL(/\/chats\?session=/)
  await expect(async () => {
    await page.keyboard.type('gd')
    await expect(page).toHaveURL(/\/dashboard$/, { timeout: 100 })
  }).toPass({ intervals: [1500] })
})

test('a conversation that is closed late does not take the agent away from the next one', {
  tag: '@full',
}, async ({ page, product: { url } }) => {
  const { start } = await openInbox(page, url)
  const first = await start('Is the tent waterproof?')
  const second = await start('Where is my order?')
  await start('Do you ship abroad?')
  await page.goto(`${url}/chats?session=${first}`)
  await expect(transcript(page)).toContainText('Is the tent waterproof?')
  const held = await holdRequests(page, `**/api/sessions/${first}/status`)
  await page.getByRole('region', { name: /Conversation with/ }).focus()
  await page.keyboard.press('e')
  await held.waitForRequest()
  await rows(page).filter({ hasText: 'Where is my order?' }).getByRole('link').click()
  await expect(transcript(page)).toContainText('Where is my order?')
  await held.release()
  await expect(page.getByText('Conversation closed')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(second))
  await expect(transcript(page)).toContainText('Where is my order?')

  await test.step('and opens the next unread one if the agent has stayed', async () => {
    await page.getByRole('region', { name: /Conversation with/ }).focus()
    await page.keyboard.press('e')
    await expect(transcript(page)).toContainText('Do you ship abroad?')
  })
})

test('a slow next page belongs to the list that it was requested for', { tag: '@full' }, async ({
  page,
  product: { url },
}) => {
  const { ask, start } = await openInbox(page, url)
  const closed = await start('Already answered')
  await ask('PATCH', `/api/sessions/${closed}/status`, { status: 'closed' })
  for (let batch = 0; batch < 13; batch += 1) {
    await Promise.all(Array.from({ length: 4 }, (_, index) => start(`Question ${batch}-${index}`)))
  }
  await page.goto(`${url}/chats`)
  await expect(page.getByRole('heading', { name: 'Chats (50)' })).toBeVisible()
  const status = (name: string) => page.getByRole('radio', { name, exact: true })
  const choose = (name: string) =>
    page
      .locator('label')
      .filter({ has: status(name) })
      .click()
  const held = await holdRequests(page, /\/api\/sessions\?.*cursor=/)
  await rows(page).first().hover()
  await page.mouse.wheel(0, 10_000)
  await held.waitForRequest()
  await choose('Closed')
  await expect(page.getByRole('heading', { name: 'Chats (1)' })).toBeVisible()
  await held.release()
  await choose('Active')
  await expect(page.getByRole('heading', { name: 'Chats (52)' })).toBeVisible()
  await choose('Closed')
  await expect(page.getByRole('heading', { name: 'Chats (1)' })).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
})

test('a suggested answer does not replace text that was typed in the meantime', { tag: '@full' }, async ({
  page,
  product: { url },
}) => {
  const company = await startCompany(url)
  const other = await startConversation(url, company.project.publicKey, 'Hello')
  await signIn(page, url, company)
  await page.goto(`${url}/chats?session=${company.sessionId}`)
  await expect(transcript(page)).toContainText('How many days')
  await composer(page).fill('Let me check')
  let held = await holdRequests(page, '**/suggestion')
  await page.getByRole('button', { name: 'Suggest answer' }).click()
  await held.waitForRequest()
  await composer(page).pressSequentially(' for you')
  await held.release()
  const offer = page.getByRole('region', { name: 'Suggested answer' })
  await expect(offer).toContainText('within 30 days')
  await expect(composer(page)).toHaveValue('Let me check for you')
  await offer.getByRole('button', { name: 'Replace my message' }).click()
  await expect(composer(page)).toHaveValue(/within 30 days/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(composer(page)).toHaveValue('Let me check for you')

  await test.step('nor the draft of a conversation that was left', async () => {
    held = await holdRequests(page, '**/suggestion')
    await page.getByRole('button', { name: 'Suggest answer' }).click()
    await held.waitForRequest()
    await page.getByRole('navigation', { name: 'Conversations' }).locator(`a[href*="${other}"]`).click()
    await expect(transcript(page)).toContainText('Hello')
    await composer(page).fill('Something else')
    await held.release()
    await expect(composer(page)).toHaveValue('Something else')
    await page.goBack()
    await expect(transcript(page)).toContainText('How many days')
    await expect(composer(page)).toHaveValue('Let me check for you')
  })

  await test.step('nor the message after the agent has answered', async () => {
    held = await holdRequests(page, '**/suggestion')
    await page.getByRole('button', { name: 'Suggest answer' }).click()
    await held.waitForRequest()
    await composer(page).press('Enter')
    await expect(transcript(page)).toContainText('Let me check for you')
    await composer(page).fill('')
    await held.release()
    await page.getByRole('button', { name: 'Smart reply' }).click()
    await expect(page.getByRole('list', { name: 'Quick replies' })).toBeVisible()
    await expect(composer(page)).toHaveValue('')
  })
})

test('Enter and Escape of an input method neither send nor choose', { tag: '@full' }, async ({
  page,
  product: { url },
}) => {
  const { ask, start } = await openInbox(page, url)
  await ask('POST', '/api/saved-replies', { name: 'Opening', text: 'We are open from 9.' })
  const sessionId = await start('Is the tent waterproof?')
  await page.goto(`${url}/chats?session=${sessionId}`)
  // Safari ends the composition before this key press, so `isComposing` is false.
  const pressInInputMethod = (name: string, key: string) =>
    page.getByRole('textbox', { name, exact: true }).evaluate((field, pressed) => {
      const event = { key: pressed, keyCode: 229, bubbles: true, cancelable: true }
      return field.dispatchEvent(new KeyboardEvent('keydown', event))
    }, key)

  await composer(page).fill('日本')
  expect(await pressInInputMethod('Message', 'Enter')).toBe(true)
  await expect(composer(page)).toHaveValue('日本')

  await composer(page).fill('/open')
  await expect(page.getByRole('option', { name: /Opening/ })).toBeVisible()
  expect(await pressInInputMethod('Message', 'Enter')).toBe(true)
  await expect(composer(page)).toHaveValue('/open')
  await composer(page).fill('')

  await page.getByRole('tab', { name: 'Note' }).click()
  const note = page.getByRole('textbox', { name: 'Private note' })
  await note.fill('日本')
  for (const key of ['Enter', 'Escape']) expect(await pressInInputMethod('Private note', key)).toBe(true)
  await expect(note).toHaveValue('日本')
  await note.press('Enter')
  await expect(transcript(page)).toContainText('日本')
  expect((await ask('GET', `/api/sessions/${sessionId}/messages?limit=10`)).messages).toHaveLength(1)
})

test('keys that are pressed while the visitor pane loads run shortcuts', { tag: '@full' }, async ({
  page,
  product,
}) => {
  const company = await startCompany(product.url)
  await signIn(page, product.url, company)
  const code = await holdRequests(page, /\/assets\/VisitorPane-.*\.js$/)
  await page.goto(`${product.url}/chats?session=${company.sessionId}`)
  await expect(composer(page)).toBeVisible()
  await code.waitForRequest()
  await page.keyboard.press('Shift+N')
  await page.keyboard.type('Ask the depot')
  await expect(page.getByRole('textbox', { name: 'Private note' })).toHaveValue('Ask the depot')
  await code.release()
})

test('keys that are pressed while the command palette loads run no shortcuts', { tag: '@full' }, async ({
  page,
  product,
}) => {
  const company = await startCompany(product.url)
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/chats?session=${company.sessionId}`)
  await expect(composer(page)).toBeVisible()
  const code = await holdRequests(page, /\/assets\/CommandPalette-.*\.js$/)
  await page.keyboard.press('Control+k')
  await code.waitForRequest()
  await page.keyboard.type('ema')
  await code.release()
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeHidden()
  const { sessions } = await company.ask('GET', '/api/sessions')
  expect(sessions).toMatchObject([{ status: 'active', autoReplyEnabled: true, assignedAgentId: null }])
  // The first keys after a field has been removed are ignored.
  await composer(page).focus()
  await composer(page).blur()
  await page.keyboard.press('e')
  await expect(page.getByText('Conversation closed')).toBeVisible()
})
