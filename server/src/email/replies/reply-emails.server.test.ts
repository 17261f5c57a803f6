import { sessionLimits } from '@aichat/contracts/chat/sessions'
import { conversationLinkDays } from '@aichat/contracts/chat/visitors'
import { describe, expect, test } from 'vitest'
import {
  addKnowledge,
  createFixtures,
  createPrivateFixtures,
  createPublishedProject,
  listMessages,
  listSessions,
} from '../../../test/fixtures/fixtures.ts'
import { sendReplyEmails } from '../../../test/fixtures/send-reply-emails.ts'
import { newEmail, type Person, type RealtimeClient, waitUntil } from '../../../test/kit/client.ts'
import { createFakeTimers } from '../../../test/kit/fake-timers.ts'
import { createMailbox, type ReceivedMail } from '../../../test/kit/mailbox.ts'
import { findVisitorByToken } from '../../visitors/start-visit.ts'

const mailbox = createMailbox()
const timers = createFakeTimers()
const from = 'Chat <chat@example.com>'
const fixtures = createPrivateFixtures(
  {
    get mail() {
      return { url: mailbox.url, from }
    },
  },
  { timers },
)
const withoutMail = createFixtures()
const path = '/api/email/settings'
const minuteMs = 60_000

type Conversation = {
  owner: Person
  projectId: string
  publicKey: string
  visitorToken: string
  email: string
  sessionId: string
  line: RealtimeClient
  answer(text: string): Promise<void>
  /** Ends the visitor's connection, until they count as away. */
  leave(): Promise<void>
}

/** A visitor who has asked something and left their address. */
async function startConversation(owner?: Person, email = newEmail('visitor')): Promise<Conversation> {
  const by = owner ?? (await fixtures.signUp())
  const { id: projectId, publicKey } = await createPublishedProject(by, { agent: { autoReply: false } })
  const visitor = await fixtures.visitor(publicKey)
  const line = await visitor.connect()
  const { session } = await line.send('message:send', {
    text: 'Do you ship to Norway?',
    clientId: 'question',
  })
  const { sessionId } = session
  await line.send('email:submit', { email, clientId: 'email' })
  return {
    owner: by,
    projectId,
    publicKey,
    visitorToken: visitor.visitorToken,
    email,
    sessionId,
    line,
    async answer(text) {
      await by.get('POST', `/api/sessions/${sessionId}/messages`, { text, clientId: text.slice(0, 30) })
    },
    async leave() {
      // The timer that publishes the visitor's absence starts when the server notices the end of the connection.
      const graceMs = sessionLimits.presenceGraceSeconds * 1000 + 100
      const countTimers = async () => timers.delays.filter((delay) => delay === graceMs).length
      const before = await countTimers()
      line.socket.disconnect()
      await waitUntil(countTimers, (count) => count > before)
      timers.advance(graceMs)
      const isOnline = async () =>
        (await listSessions(by)).some((one) => one.sessionId === sessionId && one.online)
      await waitUntil(isOnline, (online) => !online)
    },
  }
}

function sendAfter(minutes: number, mailUrl = mailbox.url): Promise<void> {
  return sendReplyEmails(fixtures.server, minutes, { url: mailUrl, from })
}

function findHeader({ headers }: ReceivedMail, key: string): string | undefined {
  return headers.find((header) => header.key === key)?.value
}

function findLink({ text = '' }: ReceivedMail): { publicKey: string; token: string } {
  const [, publicKey = '', token = ''] = /\/widgets\/conversation\/(\w+)#(cl_[\w-]+)/.exec(text) ?? []
  return { publicKey, token }
}

describe('an email with unread answers', () => {
  test('goes to a visitor who has been away, once, with all that people wrote', async () => {
    const { owner, email, sessionId, answer, leave } = await startConversation()
    await answer('Yes, we **do**. See [our rates](https://shop.example.com/rates)')
    await answer('It takes five days.')
    await leave()
    await sendAfter(9)
    expect(mailbox.countFor(email)).toBe(0)
    await Promise.all([sendAfter(11), sendAfter(11)])
    const mail = await mailbox.next(email)
    expect(mail.from).toEqual({ name: owner.data.company.name, address: 'chat@example.com' })
    expect(mail.subject).toBe(`New message from ${owner.data.company.name}`)
    expect(mail.text).toContain(
      `${owner.data.user.name}:\nYes, we do. See our rates (https://shop.example.com/rates)`,
    )
    expect(mail.text).toContain('It takes five days.')
    expect(mail.html).toContain('<strong>do</strong>')
    expect(mail.html).not.toContain('<img')
    expect(findHeader(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(findHeader(mail, 'list-id')).toContain(`<conversations.${owner.data.company.id}.example.com>`)
    expect(findHeader(mail, 'references')).toBe(`<conversation-${sessionId}@example.com>`)
    await sendAfter(60)
    expect(mailbox.countFor(email)).toBe(1)
    const [session] = await listSessions(owner)
    expect(session?.emailedSeq).toBe(session?.lastSeq)
  })

  test('is not sent while the visitor is there, has read the answer, or has written again', async () => {
    const online = await startConversation()
    await online.answer('Yes.')
    await sendAfter(11)
    const read = await startConversation()
    await read.answer('Yes.')
    const [session] = await listSessions(read.owner)
    await read.line.send('message:read', { sessionId: read.sessionId, readSeq: session?.lastSeq })
    await read.leave()
    const written = await startConversation()
    await written.answer('Yes.')
    await written.line.send('message:send', { text: 'Thanks', clientId: 'thanks' })
    await written.leave()
    await sendAfter(11)
    for (const { email } of [online, read, written]) expect(mailbox.countFor(email)).toBe(0)
    // The visitor who was there leaves without reading.
    await online.leave()
    await sendAfter(22)
    await mailbox.next(online.email)
  })

  test('contains nothing of the AI', async () => {
    const { owner, email, answer, projectId, sessionId, leave, line } = await startConversation()
    await addKnowledge(owner, projectId, 'We ship to Norway within five days.')
    await owner.get('PATCH', `/api/sessions/${sessionId}/auto-reply`, { enabled: true })
    await line.send('message:send', { text: 'How many days to ship to Norway?', clientId: 'days' })
    await waitUntil(
      () => {
        timers.advance(10_000)
        return listMessages(owner, sessionId)
      },
      (messages) => messages.some(({ isAi }) => isAi),
    )
    await leave()
    await sendAfter(11)
    expect(mailbox.countFor(email)).toBe(0)
    await answer('Have a nice day.')
    await sendAfter(11)
    expect((await mailbox.next(email)).text).not.toContain('five days')
  })

  test('comes at most every 15 minutes and five times a day, over all conversations of the address', async () => {
    const first = await startConversation()
    const second = await startConversation(first.owner, first.email)
    await first.answer('One')
    await first.leave()
    await sendAfter(11)
    await mailbox.next(first.email)
    await second.answer('Two')
    await second.leave()
    await first.answer('Three')
    await sendAfter(20)
    expect(mailbox.countFor(first.email)).toBe(1)
    for (const minutes of [27, 43, 59, 75, 91, 107, 123, 139]) {
      await sendAfter(minutes)
      await first.answer(`After ${minutes} minutes`)
      await second.answer(`Also after ${minutes} minutes`)
    }
    expect(mailbox.countFor(first.email)).toBe(5)
    await sendAfter(24 * 60 + 12)
    expect(mailbox.countFor(first.email)).toBe(6)
    // Other visitors of the company are not limited by it.
    const other = await startConversation(first.owner)
    await other.answer('Hello')
    await other.leave()
    await sendAfter(11)
    await mailbox.next(other.email)
  })

  test('is repeated with the same messages and ID when the mail server fails', async () => {
    const { email, answer, leave } = await startConversation()
    await answer('Yes.')
    await leave()
    await sendAfter(11, 'smtp://127.0.0.1:1')
    await answer('One more thing.')
    await sendAfter(12)
    expect(mailbox.countFor(email)).toBe(0)
    await sendAfter(14)
    const mail = await mailbox.next(email)
    expect(mail.text).toContain('Yes.')
    expect(mail.text).not.toContain('One more thing.')
    await sendAfter(20)
    expect(mailbox.countFor(email)).toBe(1)
    await sendAfter(30)
    const next = await mailbox.next(email)
    expect(next.text).not.toContain('Yes.')
    expect(next.text).toContain('One more thing.')
    expect(next.messageId).not.toBe(mail.messageId)
  })

  test('follows the settings of the company', async () => {
    const { owner, email, answer, leave } = await startConversation()
    expect(await owner.get('GET', path)).toEqual({
      isAvailable: true,
      senderAddress: 'chat@example.com',
      readsReplies: false,
      sendsReplies: true,
      replyDelayMinutes: 10,
      senderName: null,
    })
    const changed = await owner.get('PATCH', path, { sendsReplies: false, senderName: 'Ada\r\nBcc: x' })
    expect(changed).toMatchObject({ sendsReplies: false, replyDelayMinutes: 10, senderName: 'Ada Bcc: x' })
    await answer('Yes.')
    await leave()
    await sendAfter(11)
    expect(mailbox.countFor(email)).toBe(0)
    await owner.get('PATCH', path, { sendsReplies: true, replyDelayMinutes: 30, senderName: '' })
    await answer('Yes, we do.')
    await sendAfter(20)
    expect(mailbox.countFor(email)).toBe(0)
    await sendAfter(31)
    const mail = await mailbox.next(email)
    expect(mail.text).toContain('Yes, we do.')
    expect(mail.from?.name).toBe(owner.data.company.name)
    const { events } = await owner.get('GET', '/api/audit?action=company_changed')
    const delay = { field: 'email delay in minutes', from: '10', to: '30' }
    expect(events.map(({ subject }: { subject: object }) => subject)).toContainEqual(
      expect.objectContaining(delay),
    )
    expect((await owner.call('PATCH', path, { replyDelayMinutes: 0 })).status).toBe(400)
    const agent = await fixtures.joined(owner, 'Agent')
    expect((await agent.call('GET', path)).status).toBe(403)
  })

  test('is in the language of the visitor, and has no markup of theirs or of an agent', async () => {
    const { email, line, answer, leave } = await startConversation()
    await line.send('message:send', {
      text: 'Liefern Sie auch nach Österreich und in die Schweiz?',
      clientId: 'de',
    })
    await answer('Ja. <img src=x onerror=alert(1)>')
    await leave()
    await sendAfter(11)
    const mail = await mailbox.next(email)
    expect(mail.subject).toMatch(/^Neue Nachricht von /)
    expect(mail.html).toContain('&#60;img src=x onerror=alert(1)&#62;')
  })
})

describe('unsubscribing', () => {
  test('asks first on the page, and ends the emails of this company', async () => {
    const { owner, email, answer, leave } = await startConversation()
    await answer('Yes.')
    await leave()
    await sendAfter(11)
    const mail = await mailbox.next(email)
    const url = new URL(/<(\S+)>/.exec(findHeader(mail, 'list-unsubscribe') ?? '')?.[1] ?? '')
    expect(mail.text).toContain(url.href)
    const page = await fixtures.call('GET', url.pathname)
    expect(page.text).toContain(
      `Stop getting emails about your conversations with ${owner.data.company.name}?`,
    )
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'List-Unsubscribe=One-Click'
    const done = await fetch(`${fixtures.server.url}${url.pathname}`, { method: 'POST', headers: form, body })
    expect(await done.text()).toContain('You won&#39;t get emails')
    await answer('One more thing.')
    await sendAfter(40)
    expect(mailbox.countFor(email)).toBe(1)
    const sameAddress = await startConversation(undefined, email)
    await sameAddress.answer('From another company')
    await sameAddress.leave()
    await sendAfter(11)
    await mailbox.next(email)
  })

  test('refuses a token that was changed', async () => {
    const answer = await fixtures.call('GET', '/email/unsubscribe/a.b.en.c')
    expect(answer.status).toBe(404)
    expect(answer.text).toContain('This link isn&#39;t valid.')
  })
})

describe('the link of an email', () => {
  async function openLink() {
    const conversation = await startConversation()
    await conversation.answer('Yes.')
    await conversation.leave()
    await sendAfter(11)
    return { ...conversation, ...findLink(await mailbox.next(conversation.email)) }
  }

  test('opens the conversation without the token of the visitor, and an answer reaches the team', async () => {
    const { owner, publicKey, sessionId, token, visitorToken, email, answer } = await openLink()
    const page = await fixtures.call('GET', `/widgets/conversation/${publicKey}`)
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const visitor = await fixtures.visitor(publicKey, token)
    expect(visitor.visitorToken).toBe(token)
    expect(visitor.messages.map(({ text }) => text)).toContain('Yes.')
    const line = await visitor.connect()
    const { session } = await line.send('message:send', { text: 'Great!', clientId: 'great' })
    expect(session.sessionId).toBe(sessionId)
    await answer('You are welcome.')
    await line.next('message:new', ({ message }) => message.text === 'You are welcome.')
    await line.send('email:submit', { email: 'work@example.com', clientId: 'work' })
    const [changed] = await listSessions(owner)
    expect(changed?.visitor.email).toBe('work@example.com')
    // Only this conversation has the new address.
    expect((await fixtures.visitor(publicKey, visitorToken)).contact?.email).toBe(email)
    expect((await listSessions(owner)).map(({ pageUrl }) => pageUrl)).toEqual([
      'https://shop.example.com/tents',
    ])
  })

  test('opens this conversation only', async () => {
    const { owner, publicKey, sessionId, token, visitorToken, email } = await openLink()
    await owner.get('PATCH', `/api/sessions/${sessionId}/status`, { status: 'archived' })
    const website = await (await fixtures.visitor(publicKey, visitorToken)).connect()
    const link = await fixtures.visitor(publicKey, token)
    const line = await link.connect()
    const { session: other } = await website.send('message:send', { text: 'A secret', clientId: 'secret' })
    await website.send('identify', { name: 'Amira' })
    await owner.get('POST', `/api/sessions/${other.sessionId}/messages`, {
      text: 'Private answer',
      clientId: 'private',
    })
    await website.next('message:new', ({ message }) => message.text === 'Private answer')

    const refused = await line.send('message:send', { text: 'Hello?', clientId: 'x' })
    expect(refused).toMatchObject({ success: false, code: 'closed' })
    expect(await line.send('message:send', { text: 'A secret', clientId: 'secret' })).toMatchObject({
      success: false,
    })
    await line.send('identify', { name: 'Mallory' })
    await line.send('page', { pageUrl: 'https://mallory.example.com/' })
    await line.send('message:read', { sessionId: other.sessionId, readSeq: 2 })
    const synced = await line.send('sync', { lastSeq: 0 })
    expect(synced.session.sessionId).toBe(sessionId)
    const again = await fixtures.visitor(publicKey, token)
    expect(again).toMatchObject({ session: { sessionId }, contact: { name: null, email } })
    expect(JSON.stringify([line.received, synced, again])).not.toMatch(/secret|Private|Amira/)
    const [active] = await listSessions(owner, '?status=active')
    expect(active).toMatchObject({ visitorReadSeq: 0, visitor: { name: 'Amira' } })
    expect(active?.pageUrl).not.toContain('mallory')
    await line.send('email:submit', { email: 'mallory@example.com', clientId: 'mallory' })
    const unchanged = await fixtures.visitor(publicKey, visitorToken)
    expect(unchanged.contact).toMatchObject({ name: 'Amira', email })
    const otherProject = await createPublishedProject(owner)
    expect(
      (await fixtures.call('POST', `/api/public/${otherProject.publicKey}/visitors`, { visitorToken: token }))
        .status,
    ).toBe(404)
  })

  test('expires after a week, and ends with the conversation', async () => {
    const { owner, publicKey, sessionId, token } = await openLink()
    const line = await (await fixtures.visitor(publicKey, token)).connect()
    const inDays = async (days: number) => {
      const { app } = fixtures.server
      const clock = { ...app.clock, now: () => app.clock.now() + days * 24 * 60 * minuteMs }
      return findVisitorByToken({ ...app, clock }, token)
    }
    expect(await inDays(conversationLinkDays - 1)).toMatchObject({ linkedSessionId: sessionId })
    expect(await inDays(conversationLinkDays + 1)).toBeNull()
    await owner.get('DELETE', `/api/sessions/${sessionId}/visitor`)
    await line.disconnected()
    const answer = await fixtures.call('POST', `/api/public/${publicKey}/visitors`, { visitorToken: token })
    expect(answer).toMatchObject({ status: 404, body: { message: 'This link has expired.' } })
  })
})

test('without a mail server, the settings say so', async () => {
  const owner = await withoutMail.signUp()
  expect(await owner.get('GET', path)).toMatchObject({ isAvailable: false, senderAddress: null })
})
