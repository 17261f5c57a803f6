import type { Session } from '@aichat/contracts/chat/sessions'
import type { Project } from '@aichat/contracts/company/projects'
import { type Browser, expect, type Page } from '@playwright/test'
import { join, type Person } from '../../server/test/kit/client.ts'
import { checkAccessibility } from '../kit/accessibility.ts'
import { signIn } from '../kit/company.ts'
import { signUp, test } from '../kit/staff.ts'
import { visit } from '../kit/visitor.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type Ask = Person['get']

async function setUpCompany(url: string) {
  const owner = await signUp(url)
  const ask: Ask = owner.get
  const { widgetConfigId, id } = await ask('POST', '/api/projects', { name: 'Example Shop' })
  await ask('PATCH', `/api/widget/${widgetConfigId}`, { template: { key: 'minimal' } })
  const { project }: { project: Project } = await ask('POST', `/api/projects/${id}/publish`)
  const colleague = await join(url, owner, 'Agent', 'Second Agent')
  return { owner, ask, project, colleague }
}

async function openConsole(
  browser: Browser,
  url: string,
  signedIn: Parameters<typeof signIn>[2],
): Promise<Page> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await signIn(page, url, signedIn)
  return page
}

test('two agents and two visitors share one inbox', async ({ browser, product }) => {
  const { url } = product
  const { owner, ask, project, colleague } = await setUpCompany(url)
  const [ann, ben] = [await visit(url, project), await visit(url, project)]
  const first = await ann.say('Is the tent waterproof?')
  const second = await ben.say('Where is my order?')
  const [annId, benId]: string[] = [first.session.sessionId, second.session.sessionId]
  await ask('POST', '/api/saved-replies', { name: 'Opening', text: 'We are {companyName}, open from 9.' })
  await ask('POST', '/api/labels', { name: 'Urgent', tone: 'bad' })
  const one = await openConsole(browser, url, owner)
  const two = await openConsole(browser, url, colleague)
  const log = (page: Page) => page.getByRole('log', { name: 'Transcript' })
  const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' })

  await test.step('the title shows the unread count, and keys move through the list', async () => {
    await one.goto(`${url}/chats`)
    await expect(one.getByRole('navigation', { name: 'Conversations' }).getByRole('listitem')).toHaveCount(2)
    await expect(one).toHaveTitle('(2) Chats · AI Chat Platform')
    await one.keyboard.press('j')
    await expect(log(one)).toContainText('Where is my order?')
    // All of it is new.
    await expect(log(one).getByText('New messages')).toHaveCount(0)
    await one.keyboard.press('j')
    await expect(log(one)).toContainText('Is the tent waterproof?')
    await expect(one).toHaveTitle('Chats · AI Chat Platform')
    await one.keyboard.press('r')
    await expect(composer(one)).toBeFocused()
  })

  await test.step('agents see which colleagues view a conversation and type', async () => {
    await two.goto(`${url}/chats?session=${annId}`)
    await expect(two.getByText('Sample Agent is viewing this conversation')).toBeVisible()
    await expect(one.getByText('Second Agent is viewing this conversation')).toBeVisible()
    await composer(two).pressSequentially('I am ')
    await expect(one.getByText('Second Agent is writing a reply')).toBeVisible()
    await two.goto(`${url}/chats?session=${benId}`)
    await expect(one.getByText(/Second Agent is/)).toBeHidden()
  })

  await test.step('a draft stays with its conversation', async () => {
    await expect(two.getByRole('link', { name: /Draft: I am/ })).toBeVisible()
    await two.goto(`${url}/chats?session=${annId}`)
    await expect(composer(two)).toHaveValue('I am ')
    await composer(two).fill('')
  })

  await test.step('files are attached, pasted and sent, and files of the visitor are shown', async () => {
    await one.getByTestId('attach').setInputFiles([
      { name: 'tent.png', mimeType: 'image/png', buffer: png },
      { name: 'tent.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
    ])
    await expect(
      one.getByText('Only images (PNG, JPEG, GIF, WebP), PDFs and text files can be sent.'),
    ).toBeVisible()
    await one.getByRole('button', { name: 'Remove tent.exe' }).click()
    await composer(one).evaluate((field) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File(['Care for it'], 'care.txt', { type: 'text/plain' }))
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect(one.getByRole('list', { name: 'Files to send' }).getByRole('listitem')).toHaveCount(2)
    await composer(one).fill('Yes: look')
    await expect(one.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
    const received = new Promise((resolve) => ann.socket.once('message:new', resolve))
    await composer(one).press('Enter')
    expect(await received).toMatchObject({
      message: {
        text: 'Yes: look',
        attachments: [{ name: 'tent.png', mime: 'image/png' }, { name: 'care.txt' }],
      },
    })
    await expect(log(one).getByRole('img', { name: 'tent.png' })).toBeVisible()
    await expect(log(one).getByRole('button', { name: /Save care.txt/ })).toBeVisible()
    const saved = one.waitForEvent('download')
    await log(one)
      .getByRole('button', { name: /Save care.txt/ })
      .click()
    expect((await saved).suggestedFilename()).toBe('care.txt')
    await log(two).getByRole('button', { name: 'Open tent.png' }).click()
    await expect(two.getByRole('dialog', { name: 'tent.png' })).toBeVisible()
    await two.keyboard.press('Escape')

    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(png)]), 'mine.png')
    const answer = await fetch(`${url}/api/public/${project.publicKey}/attachments`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${ann.token}` },
    })
    await ann.say('', { attachments: [(await answer.json()).data.id] })
    await expect(log(one).getByRole('img', { name: 'mine.png' })).toBeVisible()
  })

  await test.step('a slash completes saved replies, and a colon completes emoji', async () => {
    await composer(one).fill('/open')
    await expect(one.getByRole('option', { name: /Opening/ })).toBeVisible()
    await composer(one).press('Enter')
    await expect(composer(one)).toHaveValue('We are Example Company, open from 9.')
    await composer(one).fill('Hello Ann,')
    await one.getByRole('button', { name: 'Insert a saved reply' }).click()
    await one.keyboard.type('open')
    await one.getByRole('option', { name: /Opening/ }).click()
    await expect(composer(one)).toHaveValue('Hello Ann, We are Example Company, open from 9.')
    await one.getByRole('button', { name: 'Insert an emoji' }).click()
    await one.getByRole('searchbox', { name: 'Search emoji' }).fill('tent')
    await expect(one.getByRole('dialog', { name: 'Emoji' }).getByRole('gridcell').first()).toBeVisible()
    await one.keyboard.press('Enter')
    await expect(composer(one)).toHaveValue(/open from 9\.\S+$/u)
    await composer(one).fill('')
    await composer(one).pressSequentially('Thanks :smil')
    await expect(one.getByRole('option', { name: '😄 smile', exact: true })).toBeVisible()
    await composer(one).press('Enter')
    await expect(composer(one)).toHaveValue('Thanks 😄')
  })

  await test.step('a number key inserts a quick reply, and Alt+click sends one', async () => {
    await one.getByRole('button', { name: 'Smart reply' }).click()
    await one.keyboard.press('2')
    await expect(composer(one)).toHaveValue('Could you share a few details?')
    const replies = one.getByRole('list', { name: 'Quick replies' })
    await replies.getByRole('button', { name: "Sure, I'll help with that!" }).click({ modifiers: ['Alt'] })
    await expect(log(one)).toContainText("Sure, I'll help with that!")
    await expect(composer(one)).toHaveValue('Could you share a few details?')
    await composer(one).fill('')
  })

  await test.step('a conversation marked as unread stays unread until it is opened again', async () => {
    const row = (page: Page) =>
      page
        .getByRole('navigation', { name: 'Conversations' })
        .getByRole('link', { name: /help|One more thing/ })
    await two.goto(`${url}/chats?session=${annId}`)
    await expect(log(two)).toContainText("Sure, I'll help with that!")
    const readRequests: string[] = []
    two.on('request', (request) => {
      if (request.url().endsWith('/read')) readRequests.push(request.url())
    })
    await one.getByRole('region', { name: /Conversation with/ }).focus()
    await one.keyboard.press('u')
    await expect(one.getByText('Marked as unread')).toBeVisible()
    await expect(one.getByText('Select a conversation')).toBeVisible()
    for (const page of [one, two]) {
      await expect(page).toHaveTitle('(1) Chats · AI Chat Platform')
      await expect(row(page).getByText('1 unread')).toBeVisible()
    }
    await ann.socket.timeout(10_000).emitWithAck('typing', { isTyping: true })
    await expect(two.getByTestId('typing')).toBeVisible()
    expect(readRequests).toEqual([])
    expect((await ask('GET', '/api/sessions?status=active')).unreadTotal).toBe(1)
    await one.reload()
    await expect(one).toHaveTitle('(1) Chats · AI Chat Platform')

    await row(one).click()
    await expect(log(one)).toContainText(/New messages/)
    for (const page of [one, two]) await expect(page).toHaveTitle('Chats · AI Chat Platform')
    await one.getByRole('button', { name: 'More options' }).click()
    await one.getByRole('menuitem', { name: 'Mark as unread' }).click()
    await expect(one).toHaveTitle('(1) Chats · AI Chat Platform')
    // The colleague still has it open, so a new message is marked as read.
    await ann.say('One more thing')
    await expect(log(two)).toContainText('One more thing')
    await expect(one).toHaveTitle('Chats · AI Chat Platform')
    await row(one).click({ button: 'right' })
    await one.getByRole('menuitem', { name: 'Mark as unread' }).click()
    await expect(one).toHaveTitle('(1) Chats · AI Chat Platform')
    await row(one).click()
    await expect(one).toHaveTitle('Chats · AI Chat Platform')
  })

  await test.step('a row has a context menu, a key undoes its action, and Enter focuses the composer', async () => {
    const row = one.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /order/ })
    await row.click({ button: 'right' })
    await one.getByRole('menuitem', { name: 'Archive' }).click()
    await expect(row).toBeHidden()
    await expect(one.getByText('Conversation archived')).toBeVisible()
    await one.keyboard.press('Control+z')
    await row.press('Enter')
    await expect(log(one)).toContainText('Where is my order?')
    await expect(composer(one)).toBeFocused()
    await one.goBack()
  })

  await test.step('a note mentions a colleague, and visitors do not see it', async () => {
    await two.goto(`${url}/dashboard`)
    await one.getByRole('tab', { name: 'Note' }).click()
    const note = one.getByRole('textbox', { name: 'Private note' })
    await note.fill('Please ask the depot, @sec')
    await expect(
      one.getByRole('listbox', { name: 'Colleagues' }).getByRole('option', { name: 'Second Agent' }),
    ).toBeVisible()
    await note.press('Enter')
    await note.press('Enter')
    await expect(log(one)).toContainText('Please ask the depot, @Second Agent')
    await two.getByRole('button', { name: /1 mention/ }).click()
    await two.getByRole('list', { name: 'Mentions' }).getByRole('link').click()
    await expect(log(two)).toContainText('Please ask the depot')
    await expect(two.getByRole('button', { name: /mention/ })).toBeHidden()
    const seen = await ann.socket.timeout(10_000).emitWithAck('sync', { lastSeq: 0 })
    expect(JSON.stringify(seen)).not.toContain('depot')
  })

  await test.step('labels and "Needs you" narrow the list', async () => {
    const pane = one.getByRole('complementary', { name: 'Visitor details' })
    await expect(pane).toContainText('shop.example.com/tents')
    await expect(pane).toContainText('Please ask the depot')
    const [left, right] = await Promise.all([log(one).boundingBox(), pane.boundingBox()])
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0)
    await expect(pane).toContainText('Unknown')
    await pane.getByRole('button', { name: 'Label', exact: true }).click()
    await one.getByRole('menuitem', { name: 'Urgent' }).click()
    await expect(pane.getByRole('button', { name: 'Remove label Urgent' })).toBeVisible()
    await pane.getByRole('button', { name: 'Close visitor details' }).click()
    await one.reload()
    await expect(log(one)).toContainText('Is the tent waterproof?')
    await expect(pane).toBeHidden()
    const rows = two.getByRole('navigation', { name: 'Conversations' }).getByRole('listitem')
    await expect(rows.filter({ hasText: 'Urgent' })).toHaveCount(1)
    await two.getByRole('button', { name: 'Filter conversations' }).click()
    await two.getByRole('combobox', { name: 'Label' }).selectOption('Urgent')
    await expect(rows).toHaveCount(1)
    await two.keyboard.press('Escape')
    await two.getByRole('button', { name: 'Remove filter Label: Urgent' }).click()
    await two.getByRole('button', { name: 'Needs you' }).click()
    await expect(rows).toHaveCount(2)
    await ask('PATCH', `/api/sessions/${benId}/needs-human`, { needsHuman: false })
    await expect(rows).toHaveCount(1)
    await ask('PATCH', `/api/sessions/${benId}/needs-human`, { needsHuman: true })
    await expect(rows).toHaveCount(2)
    await two.getByRole('button', { name: 'Needs you' }).click()
  })

  await test.step('an unsent message survives a reload, and is sent when the connection is back', async () => {
    let isOffline = true
    await one.route('**/socket.io/**', (route) => (isOffline ? route.abort() : route.continue()))
    await one.routeWebSocket(/socket\.io/, (socket) => {
      if (isOffline) socket.close()
      else socket.connectToServer()
    })
    await one.reload()
    await composer(one).fill('Out of a tunnel')
    await composer(one).press('Enter')
    await expect(log(one).getByText(/Not connected/)).toBeVisible()
    await one.reload()
    await expect(log(one)).toContainText('Out of a tunnel')
    const received = new Promise((resolve) => ann.socket.once('message:new', resolve))
    isOffline = false
    expect(await received).toMatchObject({ message: { text: 'Out of a tunnel' } })
    await expect(log(one).getByText('Out of a tunnel')).toHaveCount(1)
    await one.close()
  })

  const three = await openConsole(browser, url, owner)
  await test.step('screen readers announce each message once', async () => {
    await three.goto(`${url}/chats?session=${annId}`)
    await expect(log(three)).toContainText('Is the tent waterproof?')
    await expect(log(three)).toHaveAttribute('aria-busy', 'false')
    await three.evaluate(() => {
      const added: string[] = []
      Object.assign(window, { added })
      const live = document.querySelectorAll('[role=log], [role=status], [role=alert], [aria-live]')
      for (const region of live) {
        if (region.closest('[aria-live=off]')) continue
        new MutationObserver((changes) => {
          for (const { addedNodes } of changes)
            for (const node of addedNodes) added.push(node.textContent ?? '')
        }).observe(region, { childList: true, subtree: true })
      }
    })
    await ann.say('Thank you, that helps')
    await expect(log(three)).toContainText('Thank you, that helps')
    await composer(three).fill('You are welcome')
    await composer(three).press('Enter')
    await expect(log(three).getByText('Sent').last()).toBeVisible()
    await two.goto(`${url}/chats?session=${benId}`)
    const announced = await three.evaluate(() => (window as unknown as { added: string[] }).added)
    for (const text of ['Thank you, that helps', 'You are welcome']) {
      expect(
        announced.filter((one) => one.includes(text)),
        text,
      ).toHaveLength(1)
    }
  })

  await test.step('each message has a link', async () => {
    await log(three)
      .getByRole('link', { name: /Link to this message/ })
      .first()
      .click()
    await expect(three).toHaveURL(/message=1$/)
    await expect(three.locator('#message-1')).toHaveAttribute('data-linked', '')
  })

  await test.step('a conversation is exported, closed with a key, and reopened with Undo', async () => {
    await three.getByRole('button', { name: 'More options' }).click()
    const saved = three.waitForEvent('download')
    await three.getByRole('menuitem', { name: 'Export as text' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^conversation-.+\.txt$/)
    await three.getByRole('region', { name: /Conversation with/ }).focus()
    await three.keyboard.press('e')
    await expect(three.getByText('Conversation closed')).toBeVisible()
    await three.keyboard.press('Control+z')
    const back = async () => (await ask('GET', '/api/sessions?status=active')).sessions as Session[]
    await expect.poll(async () => (await back()).map(({ sessionId }) => sessionId)).toContain(annId)
  })

  await test.step('the inbox is accessible', async () => {
    await three.goto(`${url}/chats?session=${annId}`)
    await three.getByRole('tab', { name: 'Note' }).click()
    await checkAccessibility(three, 'the inbox with a note')
    await expect(three.getByRole('complementary', { name: 'Visitor details' })).toContainText('First seen')
    await three.setViewportSize({ width: 375, height: 812 })
    await three.getByRole('button', { name: 'More options' }).click()
    await three.getByRole('menuitem', { name: 'Visitor details' }).click()
    await expect(three.getByRole('complementary', { name: 'Visitor details' })).toContainText('First seen')
    await checkAccessibility(three, 'the visitor on a phone')
  })

  for (const { socket } of [ann, ben]) socket.disconnect()
  expect(product.logged()).toBe('')
})
