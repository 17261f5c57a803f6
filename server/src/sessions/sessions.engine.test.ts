import { describe, expect, test } from 'vitest'
import { openConversation } from '../../test/fixtures/conversations.ts'
import {
  createPrivateFixtures,
  createPublishedProject,
  listMessages,
  listSessions,
} from '../../test/fixtures/fixtures.ts'
import { signUp, visit, waitUntil } from '../../test/kit/client.ts'
import { serverForThisTest } from '../../test/kit/server.ts'

const fixtures = createPrivateFixtures()

describe('a message', () => {
  test('of a visitor reaches the inbox, and the answer reaches the visitor', async () => {
    const { owner, visitorLine, agentLine, sessionId, project } = await openConversation(fixtures)
    expect((await agentLine.next('message:new')).message).toMatchObject({
      sessionId,
      seq: 1,
      from: 'visitor',
      type: 'text',
      text: 'Is anybody there?',
      clientId: 'v1',
      isAi: false,
      agent: null,
    })
    expect((await agentLine.next('session:upsert')).session).toMatchObject({ sessionId, unreadCountAgent: 1 })
    const joined = await agentLine.send('agent:join', { sessionId })
    expect(joined.success).toBe(true)
    expect(joined.messages).toHaveLength(1)

    const sent = await agentLine.send('message:send', {
      sessionId,
      tenantId: owner.data.company.id,
      projectId: project.id,
      from: 'agent',
      type: 'text',
      text: 'Yes, I am.',
      clientId: 'a1',
    })
    expect(sent).toMatchObject({
      success: true,
      message: { seq: 2, from: 'agent', agent: { name: 'Owner of acme' } },
    })
    expect((await visitorLine.next('message:new', ({ message }) => message.seq === 2)).message.text).toBe(
      'Yes, I am.',
    )
    // The sender receives the event too.
    await agentLine.next('message:new', ({ message }) => message.seq === 2)
  })

  test.each(['closed', 'archived'])(
    'that was stored is acknowledged again once the conversation is %s',
    async (status) => {
      const { owner, agentLine, sessionId } = await openConversation(fixtures)
      const draft = { text: 'Here', clientId: 'a1' }
      const { message } = await owner.get('POST', `/api/sessions/${sessionId}/messages`, draft)
      await owner.get('PATCH', `/api/sessions/${sessionId}/status`, { status })
      const repeated = await owner.call('POST', `/api/sessions/${sessionId}/messages`, draft)
      expect(repeated).toMatchObject({ body: { data: { message } } })
      expect(await agentLine.send('message:send', { sessionId, ...draft })).toEqual({
        success: true,
        message,
      })
      const other = await owner.call('POST', `/api/sessions/${sessionId}/messages`, {
        ...draft,
        clientId: 'a2',
      })
      expect(other.status).toBe(409)
      expect(await listMessages(owner, sessionId)).toHaveLength(2)
    },
  )

  test('sent twice with the same clientId is stored once, on any socket', async () => {
    const { owner, visitor, visitorLine, agentLine, sessionId } = await openConversation(fixtures)
    const again = await visitorLine.send('message:send', { text: 'Is anybody there?', clientId: 'v1' })
    expect(again.message).toMatchObject({ seq: 1, clientId: 'v1' })
    const elsewhere = await visitor.connect()
    await elsewhere.send('message:send', { text: 'Is anybody there?', clientId: 'v1' })
    const draft = { sessionId, text: 'Here', clientId: 'a1' }
    const [one, two] = await Promise.all([
      agentLine.send('message:send', draft),
      agentLine.send('message:send', draft),
    ])
    expect(one.message._id).toBe(two.message._id)
    // The same clientId of another sender is another message.
    await agentLine.send('message:send', { sessionId, text: 'Mine', clientId: 'v1' })
    expect((await listMessages(owner, sessionId)).map((message) => message.text)).toEqual([
      'Is anybody there?',
      'Here',
      'Mine',
    ])
  })

  test('keeps its sender’s order and a gapless seq under concurrent writes', async () => {
    const { owner, visitorLine, agentLine, sessionId } = await openConversation(fixtures)
    const other = await owner.connect()
    const sends: Promise<unknown>[] = []
    for (let index = 0; index < 15; index++) {
      sends.push(visitorLine.send('message:send', { text: `v ${index}`, clientId: `v-${index}` }))
      sends.push(agentLine.send('message:send', { sessionId, text: `a ${index}`, clientId: `a-${index}` }))
      sends.push(other.send('message:send', { sessionId, text: `b ${index}`, clientId: `b-${index}` }))
    }
    await Promise.all(sends)
    const messages = await listMessages(owner, sessionId)
    expect(messages.map((message) => message.seq)).toEqual(messages.map((_, index) => index + 1))
    expect(messages).toHaveLength(46)
    for (const writer of ['v', 'a', 'b']) {
      const own = messages
        .filter((message) => message.text.startsWith(`${writer} `))
        .map((message) => message.text)
      expect(own).toEqual(Array.from({ length: 15 }, (_, index) => `${writer} ${index}`))
    }
    const times = messages.map((message) => message.createdAt)
    expect(times).toEqual(times.toSorted())
  })

  test('that was missed is loaded by seq', async () => {
    const { agentLine, visitorLine, sessionId } = await openConversation(fixtures)
    await visitorLine.send('message:send', { text: 'two', clientId: 'v2' })
    await agentLine.send('message:send', { sessionId, text: 'three', clientId: 'a3' })
    const joined = await agentLine.send('agent:join', { sessionId, lastSeq: 1 })
    expect(joined.messages.map((message: { seq: number }) => message.seq)).toEqual([2, 3])
    const synced = await visitorLine.send('sync', { lastSeq: 2 })
    expect(synced.messages.map((message: { text: string }) => message.text)).toEqual(['three'])
    expect(synced.session).toMatchObject({ sessionId, status: 'active', lastSeq: 3 })
  })

  test.each([2 ** 31, 1e12, Number.MAX_SAFE_INTEGER, -1, 1.5])(
    'cannot be loaded after seq %d, and nothing fails',
    async (lastSeq) => {
      const { agentLine, visitorLine, sessionId } = await openConversation(fixtures)
      const before = fixtures.server.logged.length
      const refusal = { success: false, code: 'bad_input' }
      expect(await visitorLine.send('sync', { lastSeq })).toMatchObject(refusal)
      expect(await agentLine.send('agent:join', { sessionId, lastSeq })).toMatchObject(refusal)
      expect(fixtures.server.logged.slice(before)).toEqual([])
    },
  )

  test('is refused when it claims another company, project, sender or type', async () => {
    const { owner, agentLine, sessionId } = await openConversation(fixtures)
    for (const claim of [
      { tenantId: 'another' },
      { projectId: 'another' },
      { projectId: { _id: 'another' } },
      { from: 'visitor' },
      { from: 'system' },
      { type: 'system' },
    ]) {
      const sent = await agentLine.send('message:send', { sessionId, text: 'x', clientId: 'c', ...claim })
      expect(sent).toMatchObject({ success: false, error: 'Failed to send message' })
    }
    expect(await listMessages(owner, sessionId)).toHaveLength(1)
  })

  test('is refused when blank or too long, and stored without NUL characters', async () => {
    const { agentLine, sessionId } = await openConversation(fixtures)
    for (const text of ['', '   ', '\u0000', 'x'.repeat(4001), 7, null, { a: 1 }]) {
      expect(await agentLine.send('message:send', { sessionId, text, clientId: 'c' })).toMatchObject({
        success: false,
      })
    }
    const sent = await agentLine.send('message:send', { sessionId, text: ' a\u0000b ', clientId: 'c' })
    expect(sent.message.text).toBe('ab')
  })
})

describe('a conversation', () => {
  test('that is closed accepts no agent message, and reopens when the visitor writes', async () => {
    const { owner, agentLine, visitorLine, sessionId } = await openConversation(fixtures)
    const { session } = await owner.get('PATCH', `/api/sessions/${sessionId}/status`, { status: 'closed' })
    expect(session).toMatchObject({ status: 'closed', online: false })
    expect(await visitorLine.next('session:patched')).toMatchObject({
      sessionId,
      patch: { status: 'closed' },
    })
    const refused = await agentLine.send('message:send', { sessionId, text: 'Hello?', clientId: 'late' })
    expect(refused).toEqual({ success: false, error: 'This conversation is closed', code: 'closed' })
    const sent = await visitorLine.send('message:send', { text: 'One more thing', clientId: 'v2' })
    expect(sent.session).toMatchObject({ sessionId, status: 'active', lastSeq: 2 })
    expect(await listSessions(owner, '?status=active')).toHaveLength(1)
  })

  test('that is reopened waits since the first message that nothing has answered', async () => {
    const { owner, visitorLine, sessionId } = await openConversation(fixtures)
    const path = `/api/sessions/${sessionId}`
    const setStatus = async (status: string) =>
      (await owner.get('PATCH', `${path}/status`, { status })).session.waitingSince
    const { waitingSince } = (await owner.get('GET', '/api/sessions?status=active')).sessions[0]
    expect(waitingSince).not.toBeNull()
    await visitorLine.send('message:send', { text: 'Hello?', clientId: 'v2' })
    expect(await setStatus('closed')).toBeNull()
    expect(await setStatus('active')).toBe(waitingSince)

    await owner.get('POST', `${path}/messages`, { text: 'Yes', clientId: 'a1' })
    await setStatus('closed')
    expect(await setStatus('active')).toBeNull()
  })

  test('that is archived stays archived, and the visitor starts a new one', async () => {
    const { owner, visitorLine, sessionId } = await openConversation(fixtures)
    await owner.get('PATCH', `/api/sessions/${sessionId}/status`, { status: 'archived' })
    const sent = await visitorLine.send('message:send', { text: 'Hello again', clientId: 'v2' })
    expect(sent.session.sessionId).not.toBe(sessionId)
    expect(sent.message.seq).toBe(1)
    expect(await listSessions(owner, '?status=archived')).toHaveLength(1)
  })

  test('cannot be reopened while the visitor has another active one', async () => {
    const { owner, visitorLine, sessionId } = await openConversation(fixtures)
    const path = `/api/sessions/${sessionId}/status`
    await owner.get('PATCH', path, { status: 'archived' })
    await visitorLine.send('message:send', { text: 'Hello again', clientId: 'v2' })
    const { status, body } = await owner.call('PATCH', path, { status: 'active' })
    expect(status).toBe(409)
    expect(body.message).toBe('This visitor has another open conversation')
  })

  test('counts unread messages, and reading resets the count for all members', async () => {
    const { owner, agentLine, visitorLine, sessionId } = await openConversation(fixtures)
    await visitorLine.send('message:send', { text: 'two', clientId: 'v2' })
    const before = await owner.get('GET', '/api/sessions?status=active&limit=1')
    expect(before).toMatchObject({ unreadTotal: 2, limit: 1, total: 1, nextCursor: null })
    const { session } = await owner.get('PATCH', `/api/sessions/${sessionId}/read`)
    expect(session.unreadCountAgent).toBe(0)
    await agentLine.next('session:upsert', (data) => data.session.unreadCountAgent === 0)
    expect(await agentLine.send('session:patched', { sessionId, unreadCountAgent: 77 })).toMatchObject({
      success: true,
    })
    expect(await agentLine.next('session:patched')).toEqual({ sessionId, patch: { unreadCountAgent: 0 } })
  })

  test('can be marked unread, which does not change what the visitor sees', async () => {
    const { owner, agentLine, visitorLine, sessionId, visitor, project } = await openConversation(fixtures)
    const path = `/api/sessions/${sessionId}`
    const shown = async () => {
      const { sessions, unreadTotal } = await owner.get('GET', '/api/sessions?status=active')
      return [sessions[0].unreadCountAgent, unreadTotal]
    }
    // Unread messages stay unread.
    expect((await owner.get('PATCH', `${path}/unread`)).session.unreadCountAgent).toBe(1)
    expect((await visitorLine.send('sync', { lastSeq: 1 })).session.unread).toBe(1)
    await owner.get('PATCH', `${path}/read`)
    const { rev } = await agentLine.send('sync', { rev: null })
    const colleague = await (await fixtures.joined(owner, 'Agent')).connect()
    for (const _ of [1, 2]) {
      const { session } = await owner.get('PATCH', `${path}/unread`)
      expect(session).toMatchObject({ sessionId, unreadCountAgent: 1, lastSeq: 1 })
    }
    expect(await shown()).toEqual([1, 1])
    await colleague.next('session:upsert', ({ session }) => session.unreadCountAgent === 1)
    await agentLine.send('session:patched', { sessionId })
    const received = await colleague.next('session:patched')
    expect(received).toEqual({ sessionId, patch: { unreadCountAgent: 1 } })
    expect((await agentLine.send('sync', { rev })).changed).toMatchObject([
      { sessionId, unreadCountAgent: 1 },
    ])
    expect((await visitorLine.send('sync', { lastSeq: 1 })).session.unread).toBe(0)
    expect(visitorLine.received.filter(({ event }) => event === 'session:patched')).toHaveLength(1)

    await visitorLine.send('message:send', { text: 'Hello?', clientId: 'v2' })
    expect(await shown()).toEqual([2, 2])
    expect((await fixtures.visitor(project.publicKey, visitor.visitorToken)).session?.unread).toBe(1)
    await owner.get('PATCH', `${path}/read`)
    expect(await shown()).toEqual([0, 0])
    expect((await visitorLine.send('sync', { lastSeq: 2 })).session.unread).toBe(0)
    const rival = await fixtures.signUp('rival')
    expect((await rival.call('PATCH', `${path}/unread`)).status).toBe(404)
    expect(await shown()).toEqual([0, 0])
  })

  test('marked unread during concurrent messages and reads ends in one consistent state', async () => {
    const { owner, visitorLine, sessionId } = await openConversation(fixtures)
    const path = `/api/sessions/${sessionId}`
    for (let round = 0; round < 5; round += 1) {
      await owner.get('PATCH', `${path}/read`)
      await Promise.all([
        owner.get('PATCH', `${path}/unread`),
        visitorLine.send('message:send', { text: 'a', clientId: `a${round}` }),
        owner.get('PATCH', `${path}/unread`),
        visitorLine.send('message:send', { text: 'b', clientId: `b${round}` }),
      ])
      const { sessions, unreadTotal } = await owner.get('GET', '/api/sessions?status=active')
      // Both messages of the visitor, and one more if the conversation was marked unread before the first.
      expect([2, 3]).toContain(unreadTotal)
      expect(sessions[0].unreadCountAgent).toBe(unreadTotal)
      expect((await visitorLine.send('sync', { lastSeq: 1 })).session.unread).toBe(2)
    }
    await Promise.all([owner.get('PATCH', `${path}/unread`), owner.get('PATCH', `${path}/read`)])
    const { sessions, unreadTotal } = await owner.get('GET', '/api/sessions?status=active')
    expect(sessions[0].unreadCountAgent).toBe(unreadTotal)
    expect((await visitorLine.send('sync', { lastSeq: 1 })).session.unread).toBeLessThanOrEqual(unreadTotal)
  })

  test('is online while the visitor is connected', async () => {
    const { owner, sessionId } = await openConversation(fixtures)
    expect((await listSessions(owner))[0]).toMatchObject({ sessionId, online: true, visitor: { name: null } })
  })

  test('can be assigned to members of the company only', async () => {
    const { owner, sessionId } = await openConversation(fixtures)
    const rival = await fixtures.signUp('rival')
    const path = `/api/sessions/${sessionId}/assign`
    expect((await owner.call('PATCH', path, { agentId: rival.data.user.id })).status).toBe(400)
    expect((await owner.get('PATCH', path, { agentId: owner.data.user.id })).session.assignedAgentId).toBe(
      owner.data.user.id,
    )
    expect((await owner.get('PATCH', path, { agentId: null })).session.assignedAgentId).toBeNull()
  })

  test('is found by visitor and by message text, literally', async () => {
    const { owner, visitorLine } = await openConversation(fixtures)
    await visitorLine.send('message:send', { text: 'Is it 100% wool?', clientId: 'v2' })
    expect(await listSessions(owner, '?search=100%25')).toHaveLength(1)
    expect(await listSessions(owner, '?search=100_')).toHaveLength(0)
    expect(await listSessions(owner, '?search=%25')).toHaveLength(1)
    expect(await listSessions(owner, '?search=_')).toHaveLength(0)
  })

  test('changes are synchronized by revision', async () => {
    const { owner, agentLine, visitorLine, sessionId } = await openConversation(fixtures)
    const { rev } = await agentLine.send('sync', { rev: null })
    expect((await agentLine.send('sync', { rev })).changed).toEqual([])
    await visitorLine.send('message:send', { text: 'two', clientId: 'v2' })
    const synced = await agentLine.send('sync', { rev })
    expect(synced.rev).toBeGreaterThan(rev)
    expect(synced.changed).toMatchObject([{ sessionId, lastSeq: 2, lastMessage: 'two' }])
    expect(synced.changed).toEqual(await listSessions(owner))
  })
})

test('inbox pages have no gap or overlap, by number and by cursor', async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  for (let index = 0; index < 5; index++) {
    const line = await (await fixtures.visitor(project.publicKey)).connect()
    await line.send('message:send', { text: `visitor ${index}`, clientId: 'first' })
  }
  const all = (await listSessions(owner)).map((session) => session.sessionId)
  expect(all).toHaveLength(5)
  const first = await owner.get('GET', '/api/sessions?limit=2')
  const second = await owner.get('GET', `/api/sessions?limit=2&cursor=${first.nextCursor}`)
  const third = await owner.get('GET', '/api/sessions?limit=2&page=3')
  const ids = [first, second, third].flatMap((page) =>
    page.sessions.map((s: { sessionId: string }) => s.sessionId),
  )
  expect(ids).toEqual(all)
})

test('typing is shown to the other side', async () => {
  const { visitorLine, agentLine, sessionId } = await openConversation(fixtures)
  await visitorLine.send('typing', { isTyping: true })
  expect(await agentLine.next('typing:update')).toEqual({ sessionId, from: 'visitor', isTyping: true })
  await agentLine.send('typing', { sessionId, isTyping: true, from: 'agent' })
  expect(await visitorLine.next('typing:update')).toEqual({ sessionId, from: 'agent', isTyping: true })
})

test('typing is not shown in a closed conversation', async () => {
  const { visitorLine, agentLine, sessionId, owner } = await openConversation(fixtures)
  const typed = (line: typeof agentLine) =>
    line.received.filter(({ event }) => event === 'typing:update').length
  await visitorLine.send('typing', { isTyping: true })
  await agentLine.send('typing', { sessionId, isTyping: true })
  await expect.poll(() => [typed(agentLine), typed(visitorLine)]).toEqual([1, 1])
  await owner.get('PATCH', `/api/sessions/${sessionId}/status`, { status: 'closed' })
  for (const line of [visitorLine, agentLine]) {
    expect(await line.send('typing', { sessionId, isTyping: true })).toMatchObject({ success: true })
  }
  await visitorLine.send('message:send', { text: 'One more thing', clientId: 'after' })
  await agentLine.next('message:new', ({ message }) => message.text === 'One more thing')
  expect([typed(agentLine), typed(visitorLine)]).toEqual([1, 1])
  await visitorLine.send('typing', { isTyping: true })
  await agentLine.send('typing', { sessionId, isTyping: true })
  await expect.poll(() => [typed(agentLine), typed(visitorLine)]).toEqual([2, 2])
})

test('a malformed frame is answered or ignored, and the server keeps running', async () => {
  const { agentLine, visitorLine, owner } = await openConversation(fixtures)
  const frames = [
    undefined,
    null,
    'text',
    7,
    [],
    {},
    { sessionId: {} },
    { sessionId: null },
    { text: { a: [] } },
  ]
  for (const line of [agentLine, visitorLine]) {
    for (const command of [
      'agent:join',
      'message:send',
      'typing',
      'sync',
      'prechat:submit',
      'session:patched',
      'nonsense',
    ]) {
      for (const frame of frames) line.socket.emit(command, frame)
      line.socket.emit(command)
      line.socket.emit(command, null, 'second', { third: true })
    }
  }
  for (const line of [agentLine, visitorLine]) await line.send('typing', {})
  expect((await owner.call('GET', '/api/sessions')).status).toBe(200)
  expect(fixtures.server.logged).toEqual([])
})

test('a sender who exceeds the rate limit is slowed down and loses no message', async () => {
  const server = await serverForThisTest({ limitScale: 1 })
  const owner = await signUp(server.url, 'acme')
  const project = await createPublishedProject(owner)
  const line = await (await visit(server.url, project.publicKey)).connect()
  const acks = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      line.send('message:send', { text: `m ${index}`, clientId: `c${index}` }),
    ),
  )
  const refused = acks.filter((ack) => !ack.success)
  expect(refused.length).toBeGreaterThan(5)
  expect(refused[0]).toEqual({
    success: false,
    error: 'Too many messages. Please wait a moment.',
    code: 'rate_limited',
  })
  const index = acks.findIndex((ack) => !ack.success)
  await waitUntil(
    () => line.send('message:send', { text: `m ${index}`, clientId: `c${index}` }),
    ({ success }) => success,
  )
})
