import { maxEmailsPerHour, maxHeldEmails } from '@aichat/contracts/chat/inbound-emails'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import { describe, expect, test } from 'vitest'
import {
  addKnowledge,
  createPrivateFixtures,
  createPublishedProject,
  listMessages,
  listSessions,
} from '../../../test/fixtures/fixtures.ts'
import { sendReplyEmails } from '../../../test/fixtures/send-reply-emails.ts'
import { newEmail, type Person, type RealtimeClient, waitUntil } from '../../../test/kit/client.ts'
import { createFakeTimers } from '../../../test/kit/fake-timers.ts'
import { createImapServer } from '../../../test/kit/imap-server.ts'
import { createMailbox } from '../../../test/kit/mailbox.ts'
import { createReplyAddress } from '../reply-address.ts'

const imap = createImapServer()
const mailbox = createMailbox()
const timers = createFakeTimers()
const from = 'Shop <chat@example.com>'
const fixtures = createPrivateFixtures(
  {
    get inbound() {
      return { url: imap.url, replyAddress: 'chat@example.com' }
    },
    get mail() {
      return { url: mailbox.url, from }
    },
  },
  { timers },
)

type Conversation = {
  owner: Person
  email: string
  sessionId: string
  projectId: string
  replyAddress: string
  line: RealtimeClient
  staff: RealtimeClient
}

/** A visitor with an email address whose question an agent has answered. */
async function startConversation(owner?: Person): Promise<Conversation> {
  const by = owner ?? (await fixtures.signUp())
  const email = newEmail('visitor')
  const { id: projectId, publicKey } = await createPublishedProject(by, { agent: { autoReply: false } })
  const line = await (await fixtures.visitor(publicKey)).connect()
  const { session } = await line.send('message:send', {
    text: 'Do you ship to Norway?',
    clientId: 'question',
  })
  const { sessionId } = session
  await line.send('email:submit', { email, clientId: 'email' })
  await by.get('POST', `/api/sessions/${sessionId}/messages`, { text: 'Yes, we do.', clientId: 'answer' })
  const replyAddress = createReplyAddress(fixtures.server.app.settings, sessionId) ?? ''
  return { owner: by, email, sessionId, projectId, replyAddress, line, staff: await by.connect() }
}

const quote = 'On Sun, Nov 29, 2026 at 5:03 PM Shop <chat@example.com> wrote:\n\n> Yes, we do.\n'
let count = 0

type MailOptions = NonNullable<ConstructorParameters<typeof MailComposer>[0]>

async function compose(mail: MailOptions): Promise<Buffer> {
  count += 1
  const messageId = `<reply-${count}-${Date.now()}@mail.example.org>`
  return new MailComposer({ messageId, subject: 'Re: New message', ...mail }).compile().build()
}

/** Delivers a reply of the visitor, as their mail client writes it. */
async function reply(
  { email, replyAddress }: Conversation,
  text: string,
  mail: MailOptions = {},
): Promise<Buffer> {
  const raw = await compose({
    from: `Amira <${email}>`,
    to: replyAddress,
    text: `${text}\n\n${quote}`,
    ...mail,
  })
  imap.deliver(raw)
  return raw
}

async function listHeld(owner: Person): Promise<{ _id: string; reason: string; text: string }[]> {
  return (await owner.get('GET', '/api/emails/held')).emails
}

const waitForHeld = (owner: Person, expected = 1) =>
  waitUntil(
    () => listHeld(owner),
    (emails) => emails.length === expected,
  )

async function listTexts({ owner, sessionId }: Conversation): Promise<string[]> {
  const messages = await listMessages(owner, sessionId)
  return messages.filter(({ from }) => from === 'visitor').map(({ text }) => text)
}

describe('a reply by email', () => {
  test('becomes a message in widget and inbox, with the own text of the visitor', async () => {
    const conversation = await startConversation()
    const { owner, sessionId, line, staff, email } = conversation
    await reply(conversation, 'Great, two tents please.', { messageId: '<abc@mail.example.org>' })
    const isReply = ({ message }: { message: { text: string } }) =>
      message.text === 'Great, two tents please.'
    const { message } = await staff.next('message:new', isReply)
    expect(message).toMatchObject({
      from: 'visitor',
      clientId: '<abc@mail.example.org>',
      meta: { channel: 'email' },
    })
    const { message: own } = await line.next('message:new', isReply)
    expect(own.meta).toEqual({ channel: 'email' })
    const original = await owner.get('GET', `/api/sessions/${sessionId}/messages/${message._id}/email`)
    expect(original).toMatchObject({ from: { address: email, name: 'Amira' }, subject: 'Re: New message' })
    expect(original.text).toContain('> Yes, we do.')
    const [session] = await listSessions(owner)
    expect(session).toMatchObject({ lastMessage: 'Great, two tents please.' })
  })

  test('is a message once, also when it is delivered twice, and equal texts of two emails are two', async () => {
    const conversation = await startConversation()
    const raw = await reply(conversation, 'Yes')
    await reply(conversation, 'Yes')
    imap.deliver(raw)
    await reply(conversation, 'The end')
    const texts = await waitUntil(
      () => listTexts(conversation),
      (list) => list.includes('The end'),
    )
    expect(texts.slice(1)).toEqual(['Yes', 'Yes', 'The end'])
  })

  test('reopens a closed conversation', async () => {
    const conversation = await startConversation()
    const { owner, sessionId } = conversation
    await owner.get('PATCH', `/api/sessions/${sessionId}/status`, { status: 'closed' })
    await reply(conversation, 'One more question')
    await waitUntil(
      () => listSessions(owner),
      ([session]) => session?.status === 'active',
    )
    expect(await listTexts(conversation)).toContain('One more question')
  })

  test('brings its files, except those that the checks of uploads refuse', async () => {
    const conversation = await startConversation()
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    await reply(conversation, 'See the photo', {
      attachments: [
        { filename: 'tent.png', content: png },
        { filename: 'run.exe', content: Buffer.from('MZ') },
        { filename: 'fake.png', content: Buffer.from('<script>') },
      ],
    })
    const { message } = await conversation.staff.next(
      'message:new',
      ({ message: { text } }) => text === 'See the photo',
    )
    expect(message.attachments).toMatchObject([{ name: 'tent.png', mime: 'image/png', size: png.length }])
    expect(message.meta.refusedFiles).toEqual(['run.exe', 'fake.png'])
  })

  test('is read from HTML, from a blind copy and from before the start of the connection', async () => {
    const conversation = await startConversation()
    imap.disconnectAll()
    await reply(conversation, '', {
      text: undefined,
      html: '<p>Hello <b>Ada</b></p><p>two &amp; two</p><div class="gmail_quote"><div class="gmail_attr">On Sun, Nov 29, 2026 at 5:03 PM Shop &lt;<a href="mailto:chat@example.com">chat@example.com</a>&gt; wrote:<br></div><blockquote>Yes, we do.</blockquote></div>',
      to: 'undisclosed@example.com',
      headers: { 'Delivered-To': conversation.replyAddress.toUpperCase() },
    })
    await conversation.staff.next('message:new', ({ message: { text } }) => text === 'Hello Ada\n\ntwo & two')
  })
})

test('an answer of the AI goes by email when the question came by email, with the address for replies', async () => {
  const conversation = await startConversation()
  const { owner, projectId, sessionId, email, line } = conversation
  await addKnowledge(owner, projectId, 'We ship to Norway within five days.')
  await owner.get('PATCH', `/api/sessions/${sessionId}/auto-reply`, { enabled: true })
  await reply(conversation, 'How many days to ship to Norway?')
  await waitUntil(
    () => {
      timers.advance(10_000)
      return listMessages(owner, sessionId)
    },
    (messages) => messages.some(({ isAi }) => isAi),
  )
  line.socket.disconnect()
  await waitUntil(
    () => {
      timers.advance(10_000)
      return listSessions(owner)
    },
    ([session]) => session?.online === false,
  )
  await sendReplyEmails(fixtures.server, 11, { url: mailbox.url, from })
  const mail = await mailbox.next(email)
  expect(mail.text).toContain('five days')
  expect(mail.text).toContain('(AI):')
  expect(mail.text).toContain('Reply to this email, or use the link above.')
  expect(mail.replyTo).toMatchObject([{ address: conversation.replyAddress }])
})

describe('an email is held', () => {
  test('when another address has sent it, until an agent accepts it', async () => {
    const conversation = await startConversation()
    const { owner, sessionId, staff } = conversation
    await reply(conversation, 'I am Amira, really', { from: 'Bob <bob@example.net>' })
    const [held] = await waitForHeld(owner)
    expect(held).toMatchObject({
      sessionId,
      reason: 'sender',
      text: 'I am Amira, really',
      from: { address: 'bob@example.net', name: 'Bob' },
      visitor: { email: conversation.email },
    })
    expect(await staff.next('emails:held', ({ count: held }) => held === 1)).toEqual({ count: 1 })
    expect(await listTexts(conversation)).not.toContain('I am Amira, really')

    const agent = await fixtures.joined(owner, 'Agent')
    const other = await fixtures.signUp()
    const path = `/api/emails/${held?._id}/accept`
    expect((await other.call('POST', path)).status).toBe(404)
    const { message } = await agent.get('POST', path)
    expect(message).toMatchObject({
      text: 'I am Amira, really',
      meta: { channel: 'email', emailFrom: 'bob@example.net' },
    })
    expect(await listTexts(conversation)).toContain('I am Amira, really')
    expect(await listHeld(owner)).toEqual([])
    expect((await agent.call('POST', path)).status).toBe(404)
    const { message: shown } = await conversation.line.next(
      'message:new',
      ({ message: { text } }) => text === 'I am Amira, really',
    )
    expect(shown.meta).toEqual({ channel: 'email' })
  })

  test.each([
    ['an absence notice', { headers: { 'Auto-Submitted': 'auto-replied' } }],
    ['a mailing list', { headers: { 'List-Id': '<list.example.org>' } }],
    ['bulk mail', { headers: { Precedence: 'bulk' } }],
    ['a delivery report', { from: 'MAILER-DAEMON@example.org' }],
    ['a null sender', { headers: { 'Return-Path': '<>' } }],
  ])('when it is automatic: %s', async (_, mail) => {
    const conversation = await startConversation()
    await reply(conversation, 'I am away', mail)
    expect(await waitForHeld(conversation.owner)).toMatchObject([{ reason: 'automatic' }])
    expect(await listTexts(conversation)).not.toContain('I am away')
  })

  test('when it has no text of its own, or its conversation is archived', async () => {
    const conversation = await startConversation()
    const { owner, sessionId } = conversation
    await reply(conversation, '')
    const [empty] = await waitForHeld(owner)
    expect(empty).toMatchObject({ reason: 'empty', text: '' })
    const { message } = await owner.get('POST', `/api/emails/${empty?._id}/accept`)
    expect(message.text).toContain('> Yes, we do.')
    await owner.get('PATCH', `/api/sessions/${sessionId}/status`, { status: 'archived' })
    await reply(conversation, 'Are you there?')
    const [archived] = await waitForHeld(owner)
    expect(archived).toMatchObject({ reason: 'archived', text: 'Are you there?' })
    const path = `/api/emails/${archived?._id}/accept`
    expect(await owner.call('POST', path)).toMatchObject({ status: 409 })
    await owner.get('PATCH', `/api/sessions/${sessionId}/status`, { status: 'active' })
    await owner.get('POST', path)
    expect(await listTexts(conversation)).toContain('Are you there?')
  })

  test('when too many arrive within an hour', async () => {
    const conversation = await startConversation()
    for (let index = 0; index <= maxEmailsPerHour; index += 1) await reply(conversation, `Text ${index}`)
    expect(await waitForHeld(conversation.owner)).toMatchObject([
      { reason: 'frequent', text: `Text ${maxEmailsPerHour}` },
    ])
    expect(await listTexts(conversation)).toHaveLength(maxEmailsPerHour + 1)
  })

  test('unless too many of its conversation wait already', async () => {
    const conversation = await startConversation()
    const { owner } = conversation
    const from = 'Bob <bob@example.net>'
    for (let index = 0; index <= maxHeldEmails; index += 1)
      await reply(conversation, `Text ${index}`, { from })
    await reply(conversation, 'The end')
    await waitUntil(
      () => listTexts(conversation),
      (texts) => texts.includes('The end'),
    )
    expect(await listHeld(owner)).toHaveLength(maxHeldEmails)
    expect(fixtures.server.logged.join('')).toContain('an email was not held')
  })

  test('and can be dismissed, once', async () => {
    const conversation = await startConversation()
    await reply(conversation, 'I am away', { headers: { 'Auto-Submitted': 'auto-replied' } })
    const [held] = await waitForHeld(conversation.owner)
    const path = `/api/emails/${held?._id}/dismiss`
    const rival = await fixtures.signUp()
    expect((await rival.call('POST', path)).status).toBe(404)
    await conversation.owner.get('POST', path)
    expect(await listHeld(conversation.owner)).toEqual([])
    expect((await conversation.owner.call('POST', path)).status).toBe(404)
  })
})

test('erasing an address deletes the emails that it sent to conversations of others', async () => {
  const conversation = await startConversation()
  const { owner } = conversation
  const sender = newEmail('bob')
  await reply(conversation, 'From Bob', { from: sender })
  await waitForHeld(owner)
  const rival = await fixtures.signUp()
  expect((await rival.call('POST', '/api/visitors/erase', { email: sender })).status).toBe(404)
  expect(await listHeld(owner)).toHaveLength(1)
  await owner.get('POST', '/api/visitors/erase', { email: sender.toUpperCase() })
  expect(await listHeld(owner)).toEqual([])
})

test('the subject, the references and a changed token lead to no conversation', async () => {
  const conversation = await startConversation()
  const other = await startConversation()
  const [local = '', domain] = conversation.replyAddress.split('@')
  const changed = `${local.slice(0, -1)}${local.endsWith('a') ? 'b' : 'a'}@${domain}`
  const references = {
    'In-Reply-To': '<reply-x@example.com>',
    References: `<conversation-${conversation.sessionId}@example.com>`,
  }
  await reply(conversation, 'Hello', { to: changed })
  await reply(conversation, 'Hello', { to: 'chat@example.com', headers: references })
  await reply(conversation, 'Hello', { to: 'chat@example.com', subject: conversation.replyAddress })
  await reply(other, 'The end')
  await waitUntil(
    () => listTexts(other),
    (texts) => texts.includes('The end'),
  )
  expect(await listTexts(conversation)).not.toContain('Hello')
  expect(await listHeld(conversation.owner)).toEqual([])
})
