import type { Message } from '@aichat/contracts/chat/messages'
import { describe, expect, test } from 'vitest'
import {
  addKnowledge,
  createFixtures,
  createPublishedProject,
  listMessages,
  listSessions,
} from '../../test/fixtures/fixtures.ts'
import { type Person, type RealtimeClient, signUp, upload, visit, waitUntil } from '../../test/kit/client.ts'
import { createGate } from '../../test/kit/gate.ts'
import { modelServer } from '../../test/kit/model-server.ts'
import { serverForThisTest } from '../../test/kit/server.ts'

const fixtures = createFixtures()
const auto = { agent: { autoReply: true, autoReplyRateLimit: 5 } }
const question = 'How many days do I have to return an item?'
const knowledge = 'You may return any item within 30 days of delivery. Shipping is free.'
const unknown = [
  'Do you have a store in Oslo?',
  'Who painted the ceiling?',
  'Which submarine is yellow?',
  'Can I rent a giraffe?',
]

async function shop(patch: object = {}) {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner, { ...auto, ...patch })
  await addKnowledge(owner, project.id, knowledge)
  const visit = await fixtures.visitor(project.publicKey)
  return { owner, project, visit, visitor: await visit.connect() }
}

let count = 0

/** Sends a message and waits for its outcome: a reply, or the message itself with its mark. */
async function ask(visitor: RealtimeClient, text: string): Promise<Message> {
  const { message } = await visitor.send('message:send', { text, clientId: `m${++count}` })
  return nextMessage(
    visitor,
    (one) => one.seq > message.seq || (one._id === message._id && one.meta.pending === 'team'),
  )
}

/** Waits longer than the rate limit of the conversation. */
async function nextMessage(
  visitor: RealtimeClient,
  isRight: (message: Message) => boolean,
): Promise<Message> {
  const next = () => visitor.next('message:new', ({ message }) => isRight(message))
  const { message } = await next().catch(next)
  return message
}

const handover = { from: 'system', type: 'system', meta: { kind: 'handover' } }
const acknowledgement = { from: 'system', type: 'system', meta: { kind: 'acknowledged' } }
const waiting = { from: 'visitor', meta: { pending: 'team' } }

/** Lets the conversation look as if the agent had written before the time in which a person counts as active. */
async function ageAgentMessage(owner: Person, minutes: number) {
  await fixtures.server.app.db.company(owner.data.company.id, async (sql) => {
    await sql`update session_states set last_agent_at = last_agent_at - make_interval(mins => ${minutes})`
  })
}

async function replyAsAgent(owner: Person, sessionId: string, text = 'I am here.') {
  const { message } = await owner.get('POST', `/api/sessions/${sessionId}/messages`, {
    text,
    clientId: `a${++count}`,
  })
  return message as Message
}

describe('messages that the AI cannot answer', () => {
  test('are handed over, acknowledged once, and then marked, while other questions are answered', async () => {
    const { owner, project, visit, visitor } = await shop()
    const first = await ask(visitor, unknown[0] ?? '')
    expect(first).toMatchObject(handover)
    expect(await ask(visitor, unknown[1] ?? '')).toMatchObject({
      ...acknowledgement,
      text: "The team has your message. They're away right now and will answer here.",
    })
    expect(await ask(visitor, unknown[2] ?? '')).toMatchObject({ ...waiting, text: unknown[2] })
    expect(await ask(visitor, question)).toMatchObject({ isAi: true })
    // An answer ends the stretch, and the next message is acknowledged again.
    expect(await ask(visitor, unknown[3] ?? '')).toMatchObject(acknowledgement)
    const messages = await listMessages(owner, first.sessionId)
    expect(
      messages.map(({ meta, isAi }) => meta.pending ?? meta.kind ?? (isAi ? 'answer' : 'visitor')),
    ).toEqual([
      'visitor',
      'handover',
      'visitor',
      'acknowledged',
      'team',
      'visitor',
      'answer',
      'visitor',
      'acknowledged',
    ])
    expect(await listSessions(owner)).toMatchObject([{ needsHuman: true, lastPersonMessage: unknown[3] }])
    const resumed = await fixtures.visitor(project.publicKey, visit.visitorToken)
    expect(resumed.messages.filter(({ meta }) => meta.pending)).toHaveLength(1)
  })

  test('are acknowledged once, also where small talk is between them, in the language of the visitor', async () => {
    const { owner, visitor } = await shop()
    const language = 'de'
    const handedOver = await ask(visitor, 'Haben Sie auch einen Laden in Hamburg?')
    expect(handedOver).toMatchObject({ ...handover, meta: { kind: 'handover', language } })
    const acknowledged = await ask(visitor, 'Wann ist der Laden denn geöffnet?')
    expect(acknowledged).toMatchObject({ ...acknowledgement, meta: { kind: 'acknowledged', language } })
    expect(await ask(visitor, 'Danke schön')).toMatchObject({ isAi: true, meta: { language } })
    const waitingMeta = { pending: 'team', language }
    expect(await ask(visitor, 'Und wo kann ich dort parken?')).toMatchObject({
      ...waiting,
      meta: waitingMeta,
    })
    const kinds = (await listMessages(owner, handedOver.sessionId)).map(({ meta }) => meta.kind)
    expect(kinds.filter((kind) => kind === 'acknowledged')).toHaveLength(1)
  })

  test('explain why there is no answer, also where several were marked together', async () => {
    const { owner, visitor } = await shop({ behavior: { manualOnReply: false } })
    const whyOf = ({ sessionId, _id }: Message) =>
      owner.get('GET', `/api/sessions/${sessionId}/messages/${_id}/why`)
    const { sessionId } = await ask(visitor, question)
    await replyAsAgent(owner, sessionId)
    for (const text of unknown.slice(0, 2))
      await visitor.send('message:send', { text, clientId: `burst ${text}` })
    await nextMessage(visitor, ({ text, meta }) => text === unknown[1] && meta.pending === 'team')
    const marked = (await listMessages(owner, sessionId)).filter(({ meta }) => meta.pending)
    expect(marked).toHaveLength(2)
    for (const message of marked)
      expect(await whyOf(message)).toMatchObject({ question: unknown.slice(0, 2).join('\n') })
  })

  test('are all in the gap report', async () => {
    const { owner, project, visitor } = await shop()
    for (const text of unknown.slice(0, 3)) await ask(visitor, text)
    const { questions } = await owner.get('GET', `/api/projects/${project.id}/answer-tests/questions`)
    const asked = questions.map((one: { question: string }) => one.question)
    for (const text of unknown.slice(0, 3)) expect(asked).toContain(text)
  })

  test('lose their mark when they are judged again and answered', async () => {
    const { owner, project, visitor } = await shop()
    const desk = await owner.connect()
    const parking = 'Is there parking for guests?'
    for (const text of unknown.slice(0, 2)) await ask(visitor, text)
    const marked = await ask(visitor, parking)
    expect(marked).toMatchObject(waiting)
    await owner.get('POST', `/api/projects/${project.id}/faq`, { question: parking, answer: 'Yes.' })
    for (const enabled of [false, true])
      await owner.get('PATCH', `/api/sessions/${marked.sessionId}/auto-reply`, { enabled })
    expect(await nextMessage(visitor, ({ isAi }) => isAi)).toMatchObject({ text: 'Yes.' })
    const marksSeenBy = ({ received }: RealtimeClient) =>
      received
        .filter(({ event }) => event === 'message:new')
        .map(({ data }) => (data as { message: Message }).message)
        .filter(({ _id }) => _id === marked._id)
        .map(({ meta }) => meta.pending)
    for (const client of [visitor, desk])
      await waitUntil(
        async () => marksSeenBy(client),
        (marks) => marks.includes('team') && marks.at(-1) === undefined,
      )
    const messages = await listMessages(owner, marked.sessionId)
    expect(messages.filter(({ meta }) => meta.pending)).toEqual([])
  })

  test('reach a client that missed the event with the next sync', async () => {
    const { visitor } = await shop()
    for (const text of unknown.slice(0, 3)) await ask(visitor, text)
    const { messages } = await visitor.send('sync', { lastSeq: 5 })
    expect(messages).toMatchObject([{ seq: 5, meta: { pending: 'team' } }])
  })

  test('within the rate limit are one pending question', async () => {
    const { owner, visitor } = await shop()
    const { sessionId } = await ask(visitor, question)
    for (const text of unknown.slice(0, 3))
      await visitor.send('message:send', { text, clientId: `burst ${text}` })
    await nextMessage(visitor, ({ from }) => from === 'system')
    expect((await listMessages(owner, sessionId)).map(({ from }) => from)).toEqual([
      'visitor',
      'agent',
      'visitor',
      'visitor',
      'visitor',
      'system',
    ])
    for (const text of unknown.slice(0, 2)) await ask(visitor, text)
    expect((await listMessages(owner, sessionId)).filter(({ meta }) => meta.pending)).toHaveLength(1)
  })

  test('with an attachment only, with an emoji or with an invisible text have an outcome', async () => {
    const { project, visit, visitor } = await shop()
    expect(await ask(visitor, '👍')).toMatchObject({ isAi: true, meta: { sources: [] } })
    const path = `/api/public/${project.publicKey}/attachments`
    const file = { name: 'note.txt', content: 'a picture' }
    const { body } = await upload(fixtures.server.url, path, visit.visitorToken, [file])
    await visitor.send('message:send', { attachments: [body.data.id], clientId: 'file' })
    await nextMessage(visitor, ({ from }) => from === 'system')
    expect(await ask(visitor, '\u2063')).toBeTruthy()
  })

  test('with a file are no questions without their text', async () => {
    const { owner, project, visit, visitor } = await shop()
    const path = `/api/public/${project.publicKey}/attachments`
    const attach = async () => {
      const file = { name: 'bag.txt', content: 'a picture' }
      return (await upload(fixtures.server.url, path, visit.visitorToken, [file])).body.data.id
    }
    await visitor.send('message:send', { attachments: [await attach()], clientId: 'f1' })
    const { sessionId, _id } = await nextMessage(visitor, ({ from }) => from === 'system')
    const why = await owner.get('GET', `/api/sessions/${sessionId}/messages/${_id}/why`)
    expect(why).toMatchObject({ question: '', outcome: 'no_answer' })
    await visitor.send('message:send', { text: unknown[1], attachments: [await attach()], clientId: 'f2' })
    await nextMessage(visitor, ({ meta }) => meta.kind === 'acknowledged')
    const { questions } = await owner.get('GET', `/api/projects/${project.id}/answer-tests/questions`)
    expect(questions.map((one: { question: string }) => one.question)).toEqual([unknown[1]])
  })
})

describe('a person who replies', () => {
  test('turns auto-reply off, which the switch explains', async () => {
    const { owner, visitor } = await shop()
    const { sessionId } = await ask(visitor, unknown[0] ?? '')
    const desk = await owner.connect()
    await replyAsAgent(owner, sessionId)
    const { patch } = await desk.next('session:patched', ({ patch }) => patch.autoReplyEnabled === false)
    const { id, name } = owner.data.user
    expect(patch).toEqual({ autoReplyEnabled: false, autoReplyOffBy: { userId: id, name } })
    expect(await listSessions(owner)).toMatchObject([patch])
    // After it was turned on by hand, no agent has turned it off.
    await owner.get('PATCH', `/api/sessions/${sessionId}/auto-reply`, { enabled: true })
    expect(await listSessions(owner)).toMatchObject([{ autoReplyEnabled: true, autoReplyOffBy: null }])
  })

  test('is not a private note or a system message', async () => {
    const { owner, visitor } = await shop()
    const { sessionId } = await ask(visitor, unknown[0] ?? '')
    await owner.get('POST', `/api/sessions/${sessionId}/notes`, { text: 'Call them', clientId: 'note' })
    await visitor.send('prechat:submit', { fields: { name: 'Ada' } })
    expect(await listSessions(owner)).toMatchObject([{ autoReplyEnabled: true, autoReplyOffBy: null }])
  })

  test('leaves auto-reply on where the live release says so, and the next release changes that', async () => {
    const { owner, project, visitor } = await shop({ behavior: { manualOnReply: false } })
    const { sessionId } = await ask(visitor, unknown[0] ?? '')
    await replyAsAgent(owner, sessionId)
    expect(await listSessions(owner)).toMatchObject([{ autoReplyEnabled: true, autoReplyOffBy: null }])
    // No hand-over while the person is active.
    expect(await ask(visitor, unknown[1] ?? '')).toMatchObject(waiting)
    expect(await visitor.send('person:request', {})).toMatchObject({ success: true })
    expect((await listMessages(owner, sessionId)).filter(({ from }) => from === 'system')).toHaveLength(1)
    await ageAgentMessage(owner, 16)
    await owner.get('PATCH', `/api/sessions/${sessionId}/needs-human`, { needsHuman: false })
    expect(await ask(visitor, unknown[2] ?? '')).toMatchObject(handover)
    await owner.get('PATCH', `/api/widget/${project.widgetConfigId}`, { behavior: { manualOnReply: true } })
    await replyAsAgent(owner, sessionId)
    expect(await listSessions(owner)).toMatchObject([{ autoReplyEnabled: true }])
    await owner.get('POST', `/api/projects/${project.id}/publish`, {})
    await replyAsAgent(owner, sessionId)
    expect(await listSessions(owner)).toMatchObject([{ autoReplyEnabled: false }])
  })

  test('leaves it off until the conversation is reopened, but not a choice of the switch', async () => {
    const { owner, visitor } = await shop()
    const { sessionId } = await ask(visitor, question)
    const patch = (path: string, body: object) =>
      owner.get('PATCH', `/api/sessions/${sessionId}/${path}`, body)
    for (const reopen of [
      () => patch('status', { status: 'active' }),
      () => visitor.send('message:send', { text: 'Hello again', clientId: `r${++count}` }),
      () => visitor.send('person:request', {}),
    ]) {
      await replyAsAgent(owner, sessionId)
      expect(await listSessions(owner)).toMatchObject([{ autoReplyEnabled: false }])
      await patch('status', { status: 'closed' })
      await reopen()
      expect(await listSessions(owner)).toMatchObject([{ autoReplyEnabled: true, autoReplyOffBy: null }])
    }
    await patch('auto-reply', { enabled: false })
    await replyAsAgent(owner, sessionId)
    await patch('status', { status: 'closed' })
    await patch('status', { status: 'active' })
    expect(await listSessions(owner)).toMatchObject([{ autoReplyEnabled: false, autoReplyOffBy: null }])
  })

  test('leaves it off for the configured time', async () => {
    const { owner, visitor } = await shop({ behavior: { autoReplyResumeMinutes: 20 } })
    const { sessionId } = await ask(visitor, question)
    await replyAsAgent(owner, sessionId)
    await visitor.send('message:send', { text: question, clientId: 'again' })
    await ageAgentMessage(owner, 19)
    expect(await listSessions(owner)).toMatchObject([{ autoReplyEnabled: false }])
    await ageAgentMessage(owner, 2)
    // The message that the person has not answered is answered then.
    await nextMessage(visitor, ({ isAi, seq }) => isAi && seq > 3)
    expect(await listSessions(owner)).toMatchObject([{ autoReplyEnabled: true, autoReplyOffBy: null }])
  })
})

test('a visitor who asks for a person again after a hand-over gets one hand-over more', async () => {
  const { owner, visitor } = await shop()
  const { sessionId } = await ask(visitor, unknown[0] ?? '')
  expect(await ask(visitor, 'Can I talk to a human?')).toMatchObject(handover)
  expect(await ask(visitor, 'human please')).toMatchObject(acknowledgement)
  await visitor.send('person:request', {})
  await visitor.send('person:request', {})
  expect((await listMessages(owner, sessionId)).filter(({ meta }) => meta.kind === 'handover')).toHaveLength(
    2,
  )
})

test('a message whose conversation was closed before its outcome is answered when an agent reopens it', async () => {
  const { owner, visitor } = await shop()
  const { sessionId } = await ask(visitor, question)
  await visitor.send('message:send', { text: unknown[0], clientId: 'late' })
  const patch = (status: string) => owner.get('PATCH', `/api/sessions/${sessionId}/status`, { status })
  await patch('closed')
  await patch('active')
  const messages = await waitUntil(
    () => listMessages(owner, sessionId),
    (all) => all.length > 3,
  )
  expect(messages[3]).toMatchObject(handover)
})

test.each(['the switch', 'reopening', 'the project'])(
  'a question that a form summary follows is answered when auto-reply is turned on by %s',
  async (way) => {
    const { owner, project, visitor } = await shop(
      way === 'the project' ? { agent: { autoReply: false } } : {},
    )
    const { session } = await visitor.send('message:send', { text: 'Hello', clientId: `f${++count}` })
    const { sessionId } = session
    const patch = (path: string, body: object) =>
      owner.get('PATCH', `/api/sessions/${sessionId}/${path}`, body)
    if (way !== 'the project') {
      await nextMessage(visitor, ({ isAi }) => isAi)
      await replyAsAgent(owner, sessionId)
    }
    await visitor.send('message:send', { text: question, clientId: `f${++count}` })
    await visitor.send('prechat:submit', { fields: { name: 'Ada' } })
    if (way === 'the switch') await patch('auto-reply', { enabled: true })
    if (way === 'reopening') for (const status of ['closed', 'active']) await patch('status', { status })
    if (way === 'the project') {
      await owner.get('PATCH', `/api/widget/${project.widgetConfigId}`, auto)
      await owner.get('POST', `/api/projects/${project.id}/publish`)
      await owner.get('POST', `/api/projects/${project.id}/auto-reply/earlier-conversations`)
    }
    const answer = await nextMessage(visitor, ({ isAi, text }) => isAi && text.includes('30 days'))
    expect(answer.clientId).toBe(`ai-${way === 'the project' ? 2 : 4}`)
  },
)

test('while an agent is online, the hand-over says that the team was asked', async () => {
  const { owner, visitor } = await shop()
  await owner.connect()
  const { text } = await ask(visitor, 'Ich möchte mit einem Menschen sprechen')
  expect(text).toBe('Gern. Ich habe unser Team um Hilfe gebeten.')
})

test('public config leaves out the settings that only the server follows', async () => {
  const { project } = await shop()
  const { body } = await fixtures.call('GET', `/api/public/${project.publicKey}`)
  expect(Object.keys(body.data.config.behavior).sort()).toEqual([
    'autoOpenDelay',
    'openOnLoad',
    'showMessagePreview',
    'showTooltip',
  ])
})

test('a visitor who keeps writing while the AI writes gets a reply to the messages until then', async () => {
  let gate = createGate()
  const model = await modelServer(async () => {
    await gate.opened
    return { text: 'You have 30 days. [1]' }
  })
  const server = await serverForThisTest({
    ai: { baseUrl: model.baseUrl, model: 'test-model', apiKey: null },
  })
  const owner = await signUp(server.url, 'acme')
  const project = await createPublishedProject(owner, auto)
  await addKnowledge(owner, project.id, knowledge)
  const visitor = await (await visit(server.url, project.publicKey)).connect()
  const write = (clientId: string) => visitor.send('message:send', { text: question, clientId })
  const waitForRequest = (count: number) =>
    waitUntil(
      async () => model.asked.length,
      (asked) => asked >= count,
    )
  await write('first')
  await waitForRequest(1)
  await write('second')
  const superseded = gate
  gate = createGate()
  superseded.open()
  await waitForRequest(2)
  const third = await write('third')
  gate.open()
  const { message } = await visitor.next('message:new', ({ message }) => message.isAi)
  expect(message.seq).toBe(third.message.seq + 1)
  expect(message.text).toBe('You have 30 days.')
})

describe('the answer to suggestions', () => {
  /** An answer with sources, changed into suggestions, so that the test does not depend on how the AI decides. */
  async function suggested() {
    const opened = await shop()
    const { _id, sessionId } = await ask(opened.visitor, question)
    await fixtures.server.app.db.company(opened.owner.data.company.id, async (sql) => {
      await sql`update messages set meta = meta || '{"kind": "suggestions"}' where id = ${_id}`
    })
    return { ...opened, sessionId, messageId: _id }
  }

  test('that they helped is stored once, and both sides see it', async () => {
    const { owner, visitor, sessionId, messageId } = await suggested()
    const desk = await owner.connect()
    for (const _ of [1, 2]) {
      const { message } = await visitor.send('suggestion:answer', { messageId, helped: true })
      expect(message.meta).toMatchObject({ kind: 'suggestions', helped: true })
    }
    await desk.next('message:new', ({ message }) => message._id === messageId && message.meta.helped)
    expect(desk.received.filter(({ event }) => event === 'message:new')).toHaveLength(1)
    expect((await listMessages(owner, sessionId)).map(({ meta }) => meta.helped)).toEqual([undefined, true])
    expect(await listSessions(owner)).toMatchObject([{ needsHuman: false }])
  })

  test('that one was opened is stored once, and the team sees it', async () => {
    const { owner, visitor, sessionId, messageId } = await suggested()
    const [, suggestions] = await listMessages(owner, sessionId)
    const itemId = suggestions?.meta.sources?.[0]?.itemId ?? ''
    const desk = await owner.connect()
    for (const _ of [1, 2])
      expect(await visitor.send('suggestion:open', { messageId, itemId })).toEqual({ success: true })
    await desk.next('message:new', ({ message }) => message._id === messageId && message.meta.opened)
    expect(desk.received.filter(({ event }) => event === 'message:new')).toHaveLength(1)
    expect((await listMessages(owner, sessionId)).map(({ meta }) => meta.opened)).toEqual([
      undefined,
      [itemId],
    ])
    const { messages } = await visitor.send('sync', { lastSeq: 0 })
    expect(messages[1].meta).not.toHaveProperty('opened')
    for (const other of [
      { messageId, itemId: messageId },
      { messageId: itemId, itemId },
      { messageId: 'x', itemId },
    ])
      expect(await visitor.send('suggestion:open', other)).toMatchObject({ success: false })
  })

  test('that they did not help asks for a person, once', async () => {
    const { owner, visitor, sessionId, messageId } = await suggested()
    for (const _ of [1, 2]) await visitor.send('suggestion:answer', { messageId, helped: false })
    const messages = await listMessages(owner, sessionId)
    expect(messages.map(({ meta }) => meta.kind)).toEqual([undefined, 'suggestions', 'handover'])
    expect(await listSessions(owner)).toMatchObject([{ needsHuman: true }])
  })

  test('is refused for another message, another visitor and another shape', async () => {
    const { project, visitor, messageId } = await suggested()
    const stranger = await (await fixtures.visitor(project.publicKey)).connect()
    expect(await stranger.send('suggestion:answer', { messageId, helped: true })).toMatchObject({
      success: false,
    })
    for (const payload of [{ messageId }, { messageId: 'x', helped: true }, { messageId, helped: 'yes' }])
      expect(await visitor.send('suggestion:answer', payload)).toMatchObject({ success: false })
  })
})
