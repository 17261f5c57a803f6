import type { Project } from '@aichat/contracts/company/projects'
import { expect, type Page, type WebSocketRoute } from '@playwright/test'
import { join } from '../../server/test/kit/client.ts'
import { signIn } from '../kit/company.ts'
import { test } from '../kit/staff.ts'
import { createQuietProject, sayUntilAccepted, visit } from '../kit/visitor.ts'

const log = (page: Page) => page.getByRole('log', { name: 'Transcript' })
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const list = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })
const row = (page: Page, sessionId: string) => list(page).locator(`a[href*="${sessionId}"]`)

/** A visitor who has written one message. */
async function startVisitor(url: string, project: Project, text: string) {
  const visitor = await visit(url, project)
  const { session } = await visitor.say(text)
  return { ...visitor, sessionId: session.sessionId as string }
}

test('an unfinished note survives another conversation, Escape and a reload', async ({
  page,
  staff,
  product: { url },
}) => {
  const project = await createQuietProject(staff.ask)
  const ann = await startVisitor(url, project, 'Is the tent waterproof?')
  const ben = await startVisitor(url, project, 'Where is my order?')
  const note = page.getByRole('textbox', { name: 'Private note' })
  await page.goto(`/chats?session=${ann.sessionId}`)
  await page.getByRole('tab', { name: 'Note' }).click()
  await expect(note).toBeFocused()
  await note.fill('Ask the depot first')

  await row(page, ben.sessionId).click()
  await expect(log(page)).toContainText('Where is my order?')
  await expect(composer(page)).toBeVisible()
  await row(page, ann.sessionId).click()
  await expect(note).toHaveValue('Ask the depot first')
  // The list keeps the focus, so that its keys do not become part of the note.
  await expect(note).not.toBeFocused()

  await note.press('Escape')
  await expect(composer(page)).toBeVisible()
  await page.getByRole('tab', { name: 'Note' }).click()
  await expect(note).toHaveValue('Ask the depot first')

  await page.reload()
  await expect(note).toHaveValue('Ask the depot first')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(log(page)).toContainText('Ask the depot first')
  await expect(note).toHaveValue('')
  await page.reload()
  await expect(log(page)).toContainText('Ask the depot first')
  await expect(composer(page)).toBeVisible()
  await expect(note).toBeHidden()
  for (const { socket } of [ann, ben]) socket.disconnect()
})

test('a form is sent after a look at what it asks for', async ({ page, staff, product: { url } }) => {
  const project = await createQuietProject(staff.ask)
  const ann = await startVisitor(url, project, 'Where is my order?')
  await ann.send('identify', { name: 'Zoë' })
  await page.goto(`/chats?session=${ann.sessionId}`)
  const send = page.getByRole('button', { name: 'Send form' })
  const dialog = page.getByRole('dialog', { name: 'Send form' })
  await send.click()
  await expect(dialog).toContainText('Zoë will be asked for:')
  await expect(dialog.getByRole('listitem')).toHaveText(['Email AddressOptional', 'Phone NumberOptional'])
  await expect(dialog).toContainText('Already provided: Your Name')
  await page.keyboard.press('Escape')
  await expect(send).toBeFocused()
  expect((await ann.send('sync', { lastSeq: 1 })).prechatRequested).toBe(false)

  await send.click()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('button', { name: 'Form requested' })).toBeVisible()
  await expect(log(page)).toContainText('Form sent')
  await send.click()
  await expect(dialog).toContainText('The form has been sent.')
  await dialog.getByRole('button', { name: 'Close' }).click()

  await ann.send('prechat:submit', { fields: { email: 'zoe@example.com' } })
  await expect(log(page)).toContainText(/Form submitted · .*Emailzoe@example\.com/)
  ann.socket.disconnect()
})

test('a note that was being added when the conversation was left is added once', { tag: '@full' }, async ({
  page,
  staff,
  product: { url },
}) => {
  const project = await createQuietProject(staff.ask)
  const ann = await startVisitor(url, project, 'Is the tent waterproof?')
  const ben = await startVisitor(url, project, 'Where is my order?')
  const note = page.getByRole('textbox', { name: 'Private note' })
  let answer = () => {}
  const isAnswerable = new Promise<void>((resolve) => {
    answer = resolve
  })
  let added = 0
  await page.route('**/notes', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    added += 1
    await isAnswerable
    await route.continue()
  })
  await page.goto(`/chats?session=${ann.sessionId}`)
  await page.getByRole('tab', { name: 'Note' }).click()
  await note.fill('Ask the depot first')
  await note.press('Enter')
  await row(page, ben.sessionId).click()
  await expect(log(page)).toContainText('Where is my order?')
  await row(page, ann.sessionId).click()
  await expect(note).toHaveAttribute('readonly')
  await note.press('Enter')
  answer()
  await expect(log(page)).toContainText('Ask the depot first')
  await expect(note).toHaveValue('')
  expect(added).toBe(1)
  for (const { socket } of [ann, ben]) socket.disconnect()
})

test('times and days are up to date while they are shown', { tag: '@full' }, async ({
  page,
  staff,
  product: { url },
}) => {
  const project = await createQuietProject(staff.ask)
  const ann = await startVisitor(url, project, 'Is the tent waterproof?')
  await page.clock.install()
  await page.goto(`/chats?session=${ann.sessionId}`)
  const time = row(page, ann.sessionId).locator('time').first()
  await expect(log(page)).toContainText('Today')
  await expect(time).toHaveText('now')
  await page.clock.fastForward('05:00')
  await expect(time).toHaveText(/^[45]m$/)
  await page.clock.fastForward('24:00:00')
  await expect(time).not.toHaveText(/^(now|\d+[mh])$/)
  await expect(log(page)).toContainText('Yesterday')
  ann.socket.disconnect()
})

test('a tab that becomes visible again marks its conversation as read once', { tag: '@full' }, async ({
  page,
  staff,
  product: { url },
}) => {
  const project = await createQuietProject(staff.ask)
  const ann = await startVisitor(url, project, 'Is the tent waterproof?')
  await page.addInitScript(() => {
    const state = { isHidden: false }
    Object.defineProperty(document, 'visibilityState', { get: () => (state.isHidden ? 'hidden' : 'visible') })
    Object.assign(window, {
      setHidden(isHidden: boolean) {
        state.isHidden = isHidden
        document.dispatchEvent(new Event('visibilitychange'))
      },
    })
  })
  const setHidden = (isHidden: boolean) =>
    page.evaluate(
      (value) => (window as unknown as { setHidden(isHidden: boolean): void }).setHidden(value),
      isHidden,
    )
  const requests: string[] = []
  page.on('request', (request) => {
    const name = request.url().split('/').at(-1) ?? ''
    if (['read', 'unread'].includes(name)) requests.push(name)
  })
  await page.clock.install()
  await page.goto(`/chats?session=${ann.sessionId}`)
  await expect.poll(() => requests).toEqual(['read'])
  await setHidden(true)
  for (const text of ['Hello?', 'Are you there?', 'I will wait']) {
    await ann.say(text)
    await expect(log(page)).toContainText(text)
    await page.clock.runFor(1000)
  }
  await setHidden(false)
  // Requests of a conversation are sent one after another, so this one is the last.
  await page.getByRole('region', { name: /Conversation with/ }).focus()
  await page.keyboard.press('u')
  await expect.poll(() => requests.at(-1)).toBe('unread')
  expect(requests).toEqual(['read', 'read', 'unread'])
  ann.socket.disconnect()
})

test('a message that arrives while the conversation is opened is shown', { tag: '@full' }, async ({
  page,
  staff,
  product: { url },
}) => {
  const project = await createQuietProject(staff.ask)
  const ann = await startVisitor(url, project, 'Is the tent waterproof?')
  let heldAnswer: (() => void) | null = null
  await page.routeWebSocket(/socket\.io/, (socket: WebSocketRoute) => {
    const server = socket.connectToServer()
    // Without these the lost message would be loaded after 15 seconds.
    socket.onMessage((message) => {
      if (!String(message).includes('["sync"')) server.send(message)
    })
    server.onMessage((message) => {
      const isAnswerToJoin = /^43\d+\[.*"messages":/.test(String(message))
      if (isAnswerToJoin && !heldAnswer) heldAnswer = () => socket.send(message)
      else socket.send(message)
    })
  })
  await page.goto(`/chats?session=${ann.sessionId}`)
  await expect.poll(() => heldAnswer).not.toBeNull()
  await ann.say('It will rain')
  await expect(row(page, ann.sessionId)).toContainText('It will rain')
  ;(heldAnswer as (() => void) | null)?.()
  await expect(log(page)).toContainText('Is the tent waterproof?')
  await expect(log(page)).toContainText('It will rain')
  ann.socket.disconnect()
})

test('colleagues see who views a closed conversation, and who writes a note in it', { tag: '@full' }, async ({
  browser,
  page,
  staff,
  product: { url },
}) => {
  const project = await createQuietProject(staff.ask)
  const ann = await startVisitor(url, project, 'Is the tent waterproof?')
  await staff.ask('PATCH', `/api/sessions/${ann.sessionId}/status`, { status: 'closed' })
  const colleague = await (await browser.newContext()).newPage()
  await signIn(colleague, url, await join(url, staff, 'Agent', 'Second Agent'))
  const path = `/chats?session=${ann.sessionId}&status=closed`
  await page.goto(path)
  await expect(log(page)).toContainText('Is the tent waterproof?')
  await colleague.goto(url + path)
  const viewing = page.getByText('Second Agent is viewing this conversation')
  await expect(viewing).toBeVisible()
  await expect(colleague.getByText('Sample Agent is viewing this conversation')).toBeVisible()
  await colleague.getByRole('button', { name: 'Private note' }).click()
  await colleague.getByRole('textbox', { name: 'Private note' }).fill('Ask the depot first')
  await expect(viewing).toBeVisible()
  await colleague.goto(`${url}/dashboard`)
  await expect(viewing).toBeHidden()
  await colleague.context().close()
  ann.socket.disconnect()
})

test('says so when the link of a conversation could not be copied', { tag: '@full' }, async ({
  page,
  staff,
  product: { url },
}) => {
  const project = await createQuietProject(staff.ask)
  const ann = await startVisitor(url, project, 'Is the tent waterproof?')
  await page.addInitScript(() => {
    const state = { isAllowed: false }
    Object.assign(window, { clipboard: state })
    Object.defineProperty(navigator.clipboard, 'writeText', {
      value: () => (state.isAllowed ? Promise.resolve() : Promise.reject(new Error('denied'))),
    })
    document.execCommand = () => false
  })
  await page.goto(`/chats?session=${ann.sessionId}`)
  await expect(log(page)).toContainText('Is the tent waterproof?')
  const copyLink = async () => {
    await page.getByRole('button', { name: 'More options' }).click()
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
  }
  await copyLink()
  await expect(page.getByText('Failed to copy the link')).toBeVisible()
  await expect(page.getByText('Link copied')).toBeHidden()
  await page.evaluate(() => {
    ;(window as unknown as { clipboard: { isAllowed: boolean } }).clipboard.isAllowed = true
  })
  await copyLink()
  await expect(page.getByText('Link copied')).toBeVisible()
  ann.socket.disconnect()
})

test('a printed conversation has all its messages, in dark mode too', { tag: '@full' }, async ({
  page,
  staff,
  product: { url },
}) => {
  const project = await createQuietProject(staff.ask)
  const ann = await startVisitor(url, project, 'Message 1.')
  const lines = Array.from({ length: 15 }, (_, line) => `Line ${line + 1}`).join('\n\n')
  for (let count = 2; count <= 120; count += 1) await sayUntilAccepted(ann, `Message ${count}.\n\n${lines}`)
  await page.addInitScript(() => {
    localStorage.setItem('theme', 'dark')
    window.print = () => {
      Object.assign(window, { printed: document.querySelectorAll('[role=log] [id^=message-]').length })
    }
  })
  await page.goto(`/chats?session=${ann.sessionId}`)
  const bubbles = log(page).locator('[id^=message-]')
  await expect(bubbles).toHaveCount(100)
  await expect(log(page)).toHaveAttribute('aria-busy', 'false')
  expect(await countPages(page)).toBeGreaterThan(20)

  await page.emulateMedia({ media: 'print' })
  for (const screenOnly of [list(page), composer(page), page.getByRole('button', { name: 'More options' })])
    await expect(screenOnly).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Guest Visitor' })).toBeVisible()
  await expect(page.getByText('Earlier messages are not included.')).toBeVisible()
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(245, 247, 250)')
  await page.emulateMedia({ media: null })

  await page.getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: 'Print' }).click()
  const printed = () => page.evaluate(() => (window as unknown as { printed?: number }).printed)
  await expect.poll(printed).toBe(120)
  ann.socket.disconnect()
})

async function countPages(page: Page) {
  const pdf = await page.pdf({ format: 'A4' })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}
