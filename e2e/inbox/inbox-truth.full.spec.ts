import type { Message } from '@aichat/contracts/chat/messages'
import type { Session } from '@aichat/contracts/chat/sessions'
import type { Project } from '@aichat/contracts/company/projects'
import { expect, type Page } from '@playwright/test'
import { io, type Socket } from 'socket.io-client'
import type { Person } from '../../server/test/kit/client.ts'
import { createRandom } from '../../server/test/kit/random.ts'
import { signIn } from '../kit/company.ts'
import { signUp, test } from '../kit/staff.ts'
import { visit } from '../kit/visitor.ts'

const actions = Number(process.env.INBOX_ACTIONS || 400)
const compareEvery = 200
const visitors = 8
/** Compared messages at the end of a transcript: fewer than a page, because a page includes system messages. */
const comparedMessages = 50
const seed = 20_260_122

type Ask = Person['get']
/** What a console shows. */
type Shown = { rows: { id: string; text: string; unread: string }[]; badge: string; transcript: string[] }

test(`two consoles and a widget show what the API returns after ${actions} random actions`, async ({
  browser,
  product,
  website,
}) => {
  test.setTimeout(180_000)
  const { url } = product
  const random = createRandom(seed)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const owner = await signUp(url)
  const ask = owner.get
  const { project, embedCode } = await published(ask)
  const agent = io(url, {
    auth: { token: owner.tokens.accessToken, role: 'admin' },
    transports: ['websocket'],
  })
  const visitorSockets = await Promise.all(
    Array.from({ length: visitors }, () => connectVisitor(url, project)),
  )
  const label = await ask('POST', '/api/labels', { name: 'Urgent', tone: 'bad' })

  const [one, two] = [
    await (await browser.newContext()).newPage(),
    await (await browser.newContext()).newPage(),
  ]
  for (const page of [one, two]) await signIn(page, url, owner)
  const first = await ask('GET', '/api/sessions')
  const openId: string = first.sessions[0].sessionId
  await one.goto(`${url}/chats?session=${openId}`)
  await two.goto(`${url}/chats`)
  await expect(two.getByRole('navigation', { name: 'Conversations' }).getByRole('listitem')).toHaveCount(
    visitors,
  )

  website.pages['/truth'] = `<!doctype html><title>Example</title>${embedCode}`
  const shop = await (await browser.newContext()).newPage()
  await shop.goto(`${website.url}/truth`)
  await shop.getByRole('button', { name: /Open chat/ }).click()
  const chat = shop.frameLocator('iframe')
  await chat.getByRole('textbox', { name: 'Message' }).fill('From the widget')
  await chat.getByRole('textbox', { name: 'Message' }).press('Enter')
  await expect(chat.getByRole('log')).toContainText('From the widget')
  const list = async () => (await ask('GET', '/api/sessions')).sessions as Session[]
  await expect.poll(async () => (await list()).length).toBe(visitors + 1)
  const sessions = await list()
  const before = (first.sessions as Session[]).map(({ sessionId }) => sessionId)
  const widgetId = sessions.find(({ sessionId }) => !before.includes(sessionId))?.sessionId

  const ids = sessions.map(({ sessionId }) => sessionId)
  let count = 0
  const emit = (socket: Socket, command: string, payload: object) =>
    socket.timeout(20_000).emitWithAck(command, payload)
  const patch = (path: string, body?: object) =>
    ask('PATCH', `/api/sessions/${pick(ids)}/${path}`, body).catch(() => null) // Rejected while the visitor has another open conversation.
  const randomActions: (() => Promise<unknown>)[] = [
    () => emit(pick(visitorSockets), 'message:send', { text: `visitor ${++count}`, clientId: `v${count}` }),
    () => emit(pick(visitorSockets), 'message:send', { text: `visitor ${++count}`, clientId: `v${count}` }),
    () =>
      emit(agent, 'message:send', { sessionId: pick(ids), text: `agent ${++count}`, clientId: `a${count}` }),
    () =>
      emit(agent, 'message:send', { sessionId: widgetId, text: `agent ${++count}`, clientId: `a${count}` }),
    () => patch('read'),
    () => patch('status', { status: pick(['active', 'closed']) }),
    () => patch('auto-reply', { enabled: random() < 0.5 }),
    () => patch('assign', { agentId: random() < 0.5 ? owner.data.user.id : null }),
    () => patch('labels', { labelId: label.id, isOn: random() < 0.5 }),
    () => patch('needs-human', { needsHuman: random() < 0.5 }),
    () => emit(pick(visitorSockets), 'typing', { isTyping: random() < 0.5 }),
  ]
  for (let done = 0; done < actions; ) {
    for (let more = 0; more < compareEvery; more += 10) {
      await Promise.all(Array.from({ length: 10 }, () => pick(randomActions)()))
    }
    done += compareEvery
    for (const page of [one, two]) await expectApiState(page, ask, page === one ? openId : null)
    await expect
      .poll(() => chat.getByRole('log').innerText())
      .toContain((await messagesOf(ask, widgetId as string)).at(-1)?.text as string)
  }

  await test.step('a lost event is recovered by the next request for changes', async () => {
    let isLossy = false
    await two.routeWebSocket(/socket\.io/, (socket) => {
      const server = socket.connectToServer()
      // Events are dropped, acknowledgements are not.
      server.onMessage((message) => {
        if (!(isLossy && String(message).startsWith('42'))) socket.send(message)
      })
    })
    await two.goto(`${url}/chats?session=${openId}`)
    const visitor = visitorSockets[0] as Socket
    await expectApiState(two, ask, openId)
    isLossy = true
    const lost = { sessionId: openId, text: 'lost at first', clientId: 'lost' }
    expect(await emit(agent, 'message:send', lost)).toMatchObject({ success: true })
    expect(await emit(visitor, 'message:send', { text: 'lost too', clientId: 'lost' })).toMatchObject({
      success: true,
    })
    // The console asks for changes every 15 s; a busy machine needs seconds more to load and show them.
    await expect(two.getByRole('log', { name: 'Transcript' })).toContainText('lost at first', {
      timeout: 30_000,
    })
    await expectApiState(two, ask, openId)
  })

  for (const socket of [...visitorSockets, agent]) socket.disconnect()
  expect(product.logged()).toBe('')
})

async function published(ask: Ask): Promise<{ project: Project; embedCode: string }> {
  const { widgetConfigId, id } = await ask('POST', '/api/projects', { name: 'Example Shop' })
  await ask('PATCH', `/api/widget/${widgetConfigId}`, { template: { key: 'minimal' } })
  return ask('POST', `/api/projects/${id}/publish`)
}

/** The connection of a visitor who has said hello. */
async function connectVisitor(url: string, project: Project): Promise<Socket> {
  const { say, socket } = await visit(url, project)
  await say('hello', { clientId: 'hello' })
  return socket
}

async function messagesOf(ask: Ask, sessionId: string): Promise<Message[]> {
  return (await ask('GET', `/api/sessions/${sessionId}/messages?limit=100`)).messages
}

/** What the API returns, in the form of the screen. */
async function apiState(ask: Ask, openId: string | null): Promise<Shown> {
  const { sessions, unreadTotal } = await ask('GET', '/api/sessions?status=active&limit=50')
  const rows = (sessions as Session[]).map((session) => ({
    id: session.sessionId,
    text: previewOf(session),
    unread: capped(session.unreadCountAgent),
  }))
  const transcript = openId
    ? (await messagesOf(ask, openId)).filter(({ type }) => type === 'text').map(({ text }) => text)
    : []
  return { rows, badge: capped(unreadTotal), transcript: transcript.slice(-comparedMessages) }
}

/** Where a person is needed, the row shows the visitor's last message. */
function previewOf({ lastMessage, lastMessageFrom, lastVisitorMessage, needsHuman }: Session): string {
  return needsHuman && lastVisitorMessage !== null
    ? lastVisitorMessage
    : withAuthor(lastMessageFrom, lastMessage)
}

function withAuthor(from: Session['lastMessageFrom'], text: string | null): string {
  return `${from === 'agent' ? 'Reply: ' : ''}${text}`
}

function capped(count: number): string {
  return count > 99 ? '99+' : String(count)
}

async function shown(page: Page, openId: string | null): Promise<Shown> {
  return page.evaluate(
    ({ isOpen, maxMessages }) => {
      const links = [...document.querySelectorAll('nav[aria-label=Conversations] li')]
        .toSorted((a, b) => Number(a.getAttribute('aria-posinset')) - Number(b.getAttribute('aria-posinset')))
        .map((item) => item.querySelector('a') as HTMLAnchorElement)
      const countIn = (element: Element | null | undefined) =>
        element?.querySelector('[aria-hidden=true]:not(svg)')?.textContent ?? '0'
      const badge = document.querySelector('nav[aria-label=Main] a[href="/chats"]')
      const bubbles = [...document.querySelectorAll('[role=log] .rich')].map((one) => one.textContent ?? '')
      return {
        rows: links.map((link) => ({
          id: new URL(link.href).searchParams.get('session') ?? '',
          text: link.querySelector('[data-preview]')?.textContent ?? '',
          unread: countIn(link.querySelector('[data-unread]')),
        })),
        badge: countIn(badge),
        transcript: isOpen ? bubbles.slice(-maxMessages) : [],
      }
    },
    { isOpen: openId !== null, maxMessages: comparedMessages },
  )
}

/** Waits until the screen shows what the API returns. */
async function expectApiState(page: Page, ask: Ask, openId: string | null): Promise<void> {
  await expect(async () => {
    const fresh = await apiState(ask, openId)
    expect(await shown(page, openId)).toEqual(fresh)
  }).toPass()
}
