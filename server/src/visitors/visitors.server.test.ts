import { sessionLimits } from '@aichat/contracts/chat/sessions'
import { io } from 'socket.io-client'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  createFixtures,
  createPublishedProject,
  listMessages,
  listSessions,
} from '../../test/fixtures/fixtures.ts'
import { call, signUp, visit, waitUntil } from '../../test/kit/client.ts'
import { embeddedTest } from '../../test/kit/engine.ts'
import { createFakeTimers } from '../../test/kit/fake-timers.ts'
import { serverForThisTest } from '../../test/kit/server.ts'

const fixtures = createFixtures()

describe('the public config', () => {
  test('is the release, readable from every origin and cacheable for a minute', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner)
    const path = `/api/public/${project.publicKey}`
    const { status, headers, body, text } = await fixtures.call('GET', path)
    expect(status).toBe(200)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cache-control')).toBe('public, max-age=60')
    expect(headers.get('set-cookie')).toBeNull()
    expect(Object.keys(body.data).toSorted()).toEqual([
      'config',
      'faqEnabled',
      'faqs',
      'hours',
      'humansOnline',
      'project',
      'release',
    ])
    for (const secret of [owner.data.company.id, project.id, owner.data.user.email])
      expect(text).not.toContain(secret)
    const again = await fixtures.call('GET', path, undefined, { 'if-none-match': headers.get('etag') ?? '' })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  test('says whether agents are online', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner)
    const humans = async () =>
      (await fixtures.call('GET', `/api/public/${project.publicKey}`)).body.data.humansOnline
    expect(await humans()).toBe(false)
    await owner.connect()
    await waitUntil(humans, (online) => online)
  })

  test('answers the same 404 for a draft, a deleted and an unknown project', async () => {
    const owner = await fixtures.signUp()
    const draft = await owner.get('POST', '/api/projects', { name: 'Draft' })
    const gone = await createPublishedProject(owner)
    await owner.call('DELETE', `/api/projects/${gone.id}`)
    for (const key of [draft.publicKey, gone.publicKey, 'pk_unknown', '%00', "x' or 1=1"]) {
      for (const [method, path] of [
        ['GET', `/api/public/${key}`],
        ['POST', `/api/public/${key}/visitors`],
        ['GET', `/widgets/frame/${key}`],
      ] as const) {
        const { status, body } = await fixtures.call(method, path, method === 'POST' ? {} : undefined)
        expect({ status, message: body.message }, `${method} ${path}`).toEqual({
          status: 404,
          message: 'Not found',
        })
      }
    }
  })
})

test('the cached public config is invalidated by every change', async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  const read = async () => (await fixtures.call('GET', `/api/public/${project.publicKey}`)).body
  expect((await read()).data).toMatchObject({ release: 1, faqEnabled: false, project: { name: 'Shop' } })

  await owner.get('PATCH', `/api/widget/${project.widgetConfigId}`, { brand: { chatName: 'Another name' } })
  expect((await read()).data.release).toBe(1)
  await owner.get('POST', `/api/projects/${project.id}/publish`)
  expect((await read()).data).toMatchObject({ release: 2, config: { brand: { chatName: 'Another name' } } })

  await owner.get('PUT', `/api/projects/${project.id}`, { name: 'Renamed' })
  expect((await read()).data.project.name).toBe('Renamed')
  await owner.get('POST', `/api/projects/${project.id}/faq`, { question: 'Open?', answer: 'Yes.' })
  await owner.get('PATCH', `/api/projects/${project.id}/faq-toggle`, { faqEnabled: true })
  expect((await read()).data).toMatchObject({ faqEnabled: true, faqs: [{ question: 'Open?' }] })

  await owner.get('DELETE', `/api/projects/${project.id}`)
  expect((await read()).message).toBe('Not found')
})

describe('a visitor', () => {
  test('starts without a conversation, and resumes it by token', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner)
    const visitor = await fixtures.visitor(project.publicKey)
    expect(visitor).toMatchObject({ returning: false, session: null, messages: [] })
    expect(visitor.visitorToken.length).toBeGreaterThan(40)
    const line = await visitor.connect()
    await line.send('message:send', { text: 'Hello', clientId: 'c' })
    const back = await fixtures.visitor(project.publicKey, visitor.visitorToken)
    expect(back).toMatchObject({
      visitorToken: visitor.visitorToken,
      returning: true,
      session: { status: 'active', lastSeq: 1 },
      messages: [{ text: 'Hello', seq: 1 }],
    })
    expect((await listSessions(owner))[0]).toMatchObject({
      pageUrl: 'https://shop.example.com/tents',
      tenantId: owner.data.company.id,
    })
  })

  test('with a token of another project or an invalid token is a new visitor', async () => {
    const owner = await fixtures.signUp()
    const one = await createPublishedProject(owner)
    const two = await createPublishedProject(owner)
    const visitor = await fixtures.visitor(one.publicKey)
    for (const token of [visitor.visitorToken, 'vt_guess', `${visitor.visitorToken}x`]) {
      const other = await fixtures.visitor(two.publicKey, token)
      expect(other.returning).toBe(false)
      expect(other.visitorToken).not.toBe(token)
    }
  })

  test('in tabs that start concurrently has one conversation', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner)
    for (let round = 0; round < 5; round++) {
      const visitor = await fixtures.visitor(project.publicKey)
      const tabs = await Promise.all([visitor.connect(), visitor.connect(), visitor.connect()])
      const acks = await Promise.all(
        tabs.map((tab, index) => tab.send('message:send', { text: `tab ${index}`, clientId: `t${index}` })),
      )
      expect(new Set(acks.map((ack) => ack.session.sessionId)).size).toBe(1)
      expect(acks.map((ack) => ack.message.seq).toSorted()).toEqual([1, 2, 3])
    }
    expect(await listSessions(owner)).toHaveLength(5)
  })

  test('can close the conversation', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner)
    const line = await (await fixtures.visitor(project.publicKey)).connect()
    await line.send('message:send', { text: 'Hello', clientId: 'c' })
    expect(await line.send('session:end', {})).toEqual({ success: true })
    expect((await listSessions(owner))[0]?.status).toBe('closed')
  })

  test('cannot send as another sender', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner)
    const line = await (await fixtures.visitor(project.publicKey)).connect()
    const { session } = await line.send('message:send', {
      text: 'Hello',
      clientId: 'c',
      from: 'agent',
      type: 'system',
      isAi: true,
      sessionId: 'x',
      meta: { kind: 'handover' },
      createdAt: '2000-01-01T00:00:00.000Z',
      seq: 99,
    })
    const [message] = await listMessages(owner, session.sessionId)
    expect(message).toMatchObject({ from: 'visitor', type: 'text', isAi: false, seq: 1, meta: {} })
  })

  test('beyond the rate limit of an address is refused', async () => {
    const server = await serverForThisTest({ limitScale: 0.05 })
    const { body } = await call(server.url, 'POST', '/api/auth/signup', {
      companyName: 'A',
      name: 'A',
      email: 'limit@example.com',
      password: 'secret',
    })
    const authorization = `Bearer ${body.tokens.accessToken}`
    const ask = (method: string, path: string, json?: unknown) =>
      call(server.url, method, path, json, { authorization })
    const project = (await ask('POST', '/api/projects', { name: 'A' })).body.data
    await ask('PATCH', `/api/widget/${project.widgetConfigId}`, { template: { key: 'minimal' } })
    await ask('POST', `/api/projects/${project.id}/publish`)
    const statuses: number[] = []
    for (let index = 0; index < 5; index++) {
      const path = `/api/public/${project.publicKey}/visitors`
      statuses.push(
        (await call(server.url, 'POST', path, {}, { 'x-forwarded-for': `1.2.3.${index}` })).status,
      )
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429])
  })

  test('new conversations are limited by the address of the visitor, not of the proxy', {
    tags: 'full',
  }, async () => {
    // One conversation per address.
    const server = await serverForThisTest({ limitScale: 1 / 30, trustProxy: ['127.0.0.1', '::1'] })
    const owner = await signUp(server.url, 'limit')
    const { publicKey } = await createPublishedProject(owner)
    const write = async (address: string) => {
      const headers = { 'x-forwarded-for': address }
      const { body } = await call(server.url, 'POST', `/api/public/${publicKey}/visitors`, {}, headers)
      const { visitorToken } = body.data
      const options = { auth: { visitorToken }, transports: ['websocket'], forceNew: true }
      const socket = io(`${server.url}/visitor`, { ...options, extraHeaders: headers })
      onTestFinished(() => void socket.disconnect())
      await new Promise<void>((resolve) => socket.once('connect', resolve))
      const ack = await socket.timeout(8000).emitWithAck('message:send', { text: 'Hello', clientId: 'one' })
      return ack.code ?? 'sent'
    }
    expect(await write('203.0.113.1')).toBe('sent')
    expect(await write('203.0.113.2')).toBe('sent')
    expect(await write('203.0.113.1')).toBe('rate_limited')
  })
})

describe('the form', () => {
  const fields = [
    { key: 'name', label: 'Your Name', required: true },
    { key: 'email', label: 'Email Address', required: true },
    { key: 'custom', label: 'Order number', required: false },
    { key: 'email', label: 'Second address', required: false },
  ]
  const form = (mode: string) => ({ realtime: { preChat: { enabled: true, mode, fields } } })

  test('on_start is required before the first message, and stores the visitor’s contact', async () => {
    const owner = await fixtures.signUp()
    const agent = await owner.connect()
    const project = await createPublishedProject(owner, form('on_start'))
    const line = await (await fixtures.visitor(project.publicKey)).connect()
    expect(await line.send('message:send', { text: 'Hello', clientId: 'c' })).toMatchObject({
      success: false,
      code: 'prechat_required',
    })
    const sent = await line.send('prechat:submit', {
      fields: {
        name: 'Zoë',
        email: 'zoe@example.com',
        'Order number': '77',
        'Second address': 'b@example.com',
        evil: 'x',
      },
    })
    expect(sent.message).toMatchObject({
      from: 'system',
      type: 'system',
      seq: 1,
      meta: {
        kind: 'prechat_summary',
        fields: {
          name: 'Zoë',
          email: 'zoe@example.com',
          'Order number': '77',
          'Second address': 'b@example.com',
        },
      },
    })
    expect((await line.send('message:send', { text: 'Hello', clientId: 'c' })).message.seq).toBe(2)
    expect((await listSessions(owner))[0]?.visitor).toEqual({
      name: 'Zoë',
      email: 'zoe@example.com',
      phone: null,
    })
    await agent.next('session:upsert', ({ session }) => session.visitor.name === 'Zoë')
  })

  test.each([
    [{}, 'Your Name is required'],
    [{ name: 'Z' }, 'Email Address is required'],
    [{ name: 'Z', email: 'nope' }, 'Please enter a valid email address'],
    [{ name: '  ', email: 'a@example.com' }, 'Your Name is required'],
  ])('is refused for %j', async (sent, error) => {
    const project = await createPublishedProject(await fixtures.signUp(), form('on_start'))
    const line = await (await fixtures.visitor(project.publicKey)).connect()
    expect(await line.send('prechat:submit', { fields: sent })).toMatchObject({ success: false, error })
  })

  test.each([[null], [7], [{ name: { a: 1 } }], [{ name: ['x'] }], [{ name: 'x'.repeat(201) }]])(
    'with invalid fields is refused: %#',
    async (sent) => {
      const project = await createPublishedProject(await fixtures.signUp(), form('on_start'))
      const line = await (await fixtures.visitor(project.publicKey)).connect()
      expect(await line.send('prechat:submit', { fields: sent })).toMatchObject({ success: false })
    },
  )

  test('that is repeated is one submission, also after the conversation has been archived', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner, form('on_start'))
    const visitor = await fixtures.visitor(project.publicKey)
    const line = await visitor.connect()
    const submission = { fields: { name: 'Zoë', email: 'zoe@example.com' }, clientId: 'form' }
    const first = await line.send('prechat:submit', submission)
    expect((await line.send('prechat:submit', submission)).message).toEqual(first.message)
    const { sessionId } = first.session
    await owner.get('PATCH', `/api/sessions/${sessionId}/status`, { status: 'archived' })
    const repeated = await (await visitor.connect()).send('prechat:submit', submission)
    expect(repeated.message).toEqual(first.message)
    expect(await listMessages(owner, sessionId)).toHaveLength(1)
    expect(await listSessions(owner)).toHaveLength(1)
  })

  test('on_demand is shown when an agent requests it, also to a visitor who was offline', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner, form('on_demand'))
    const visitor = await fixtures.visitor(project.publicKey)
    const line = await visitor.connect()
    const { session } = await line.send('message:send', { text: 'Hello', clientId: 'c' })
    const agent = await owner.connect()
    expect(await agent.send('agent:request_prechat', { sessionId: session.sessionId })).toEqual({
      success: true,
    })
    expect(await line.next('prechat:request')).toEqual({ sessionId: session.sessionId })
    await agent.next('message:new', ({ message }) => message.meta.kind === 'prechat_requested')
    // A second request of the same form adds no message, but reaches a visitor who missed the first.
    await agent.send('agent:request_prechat', { sessionId: session.sessionId })
    await line.next('prechat:request')
    expect((await listMessages(owner, session.sessionId)).slice(1)).toMatchObject([
      { from: 'system', type: 'system', text: 'Form sent', agent: null, meta: { kind: 'prechat_requested' } },
    ])
    expect((await line.send('sync', { lastSeq: 1 })).prechatRequested).toBe(true)
    await line.send('prechat:submit', { fields: { name: 'Zoë', email: 'zoe@example.com' } })
    expect((await line.send('sync', { lastSeq: 1 })).prechatRequested).toBe(false)
  })

  test('that an agent has requested is prefilled, can be skipped once, and ends with the conversation', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner, form('on_demand'))
    const visitor = await fixtures.visitor(project.publicKey)
    const [line, otherTab] = [await visitor.connect(), await visitor.connect()]
    await line.send('identify', { name: 'Zoë' })
    const { session } = await line.send('message:send', { text: 'Hello', clientId: 'c' })
    expect(await line.send('prechat:skip', {})).toEqual({ success: true })
    const { sessionId } = session
    expect(await listMessages(owner, sessionId)).toHaveLength(1)
    const agent = await owner.connect()
    await agent.send('agent:request_prechat', { sessionId })
    expect(await line.send('sync', { lastSeq: 1 })).toMatchObject({
      prechatRequested: true,
      contact: { name: 'Zoë', email: null, phone: null },
    })
    await Promise.all([line.send('prechat:skip', {}), otherTab.send('prechat:skip', {})])
    expect((await listMessages(owner, sessionId)).slice(1)).toMatchObject([
      { meta: { kind: 'prechat_requested' } },
      { from: 'system', type: 'system', meta: { kind: 'prechat_skipped' } },
    ])
    await agent.next('message:new', ({ message }) => message.meta.kind === 'prechat_skipped')
    expect((await line.send('sync', { lastSeq: 2 })).prechatRequested).toBe(false)

    await agent.send('agent:request_prechat', { sessionId })
    await owner.get('PATCH', `/api/sessions/${sessionId}/status`, { status: 'closed' })
    expect((await line.send('sync', { lastSeq: 2 })).prechatRequested).toBe(false)
  })

  test('is closed in every tab once it is submitted, and stays open when only an address is left', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner, form('on_demand'))
    const visitor = await fixtures.visitor(project.publicKey)
    const [line, otherTab] = [await visitor.connect(), await visitor.connect()]
    const { session } = await line.send('message:send', { text: 'Hello', clientId: 'c' })
    const agent = await owner.connect()
    await agent.send('agent:request_prechat', { sessionId: session.sessionId })
    await line.send('email:submit', { email: 'zoe@example.com' })
    await otherTab.next('message:new', ({ message }) => message.meta.kind === 'prechat_summary')
    expect((await otherTab.send('sync', { lastSeq: 2 })).prechatRequested).toBe(true)
    expect(JSON.stringify(otherTab.received)).not.toContain('prechatRequested')

    await line.send('prechat:submit', { fields: { name: 'Zoë', email: 'zoe@example.com' } })
    expect(await otherTab.next('session:patched', ({ patch }) => 'prechatRequested' in patch)).toEqual({
      sessionId: session.sessionId,
      patch: { prechatRequested: false },
    })
  })

  test('asks for what the visitor has not provided, also where that is required', async () => {
    const owner = await fixtures.signUp()
    const fields = [
      { key: 'name', label: '', required: true },
      { key: 'email', label: '', required: false },
      { key: 'name', label: 'Last name', required: true },
      { key: 'custom', label: 'Order number', required: false },
    ]
    const preChat = { enabled: true, mode: 'on_demand', fields }
    const project = await createPublishedProject(owner, { realtime: { preChat } })
    const line = await (await fixtures.visitor(project.publicKey)).connect()
    await line.send('identify', { name: 'Zoë' })
    const { session } = await line.send('message:send', { text: 'Hello', clientId: 'c' })
    const path = `/api/sessions/${session.sessionId}/form`
    expect(await owner.get('GET', path)).toMatchObject({
      isRequested: false,
      fields: [
        { name: 'name', label: 'Your Name', required: true, isProvided: true },
        { name: 'email', isProvided: false },
        { name: 'Last name', label: 'Last name', required: true, isProvided: false },
        { name: 'Order number', isProvided: false },
      ],
    })
    await (await owner.connect()).send('agent:request_prechat', { sessionId: session.sessionId })
    expect((await owner.get('GET', path)).isRequested).toBe(true)
    const answers = { email: 'zoe@example.com', 'Order number': 'A-17' }
    expect(await line.send('prechat:submit', { fields: answers })).toMatchObject({
      success: false,
      error: 'Last name is required',
    })
    const { message } = await line.send('prechat:submit', { fields: { ...answers, 'Last name': 'Ito' } })
    expect(message.meta.fields).toEqual({ ...answers, 'Last name': 'Ito' })
    expect(await owner.get('GET', path)).toMatchObject({
      isRequested: false,
      fields: [{ isProvided: true }, { isProvided: true }, { isProvided: false }, { isProvided: false }],
    })
    expect(await (await fixtures.signUp()).call('GET', path)).toMatchObject({ status: 404 })
  })

  test('before the first message cannot be skipped', async () => {
    const project = await createPublishedProject(await fixtures.signUp(), form('on_start'))
    const line = await (await fixtures.visitor(project.publicKey)).connect()
    expect(await line.send('prechat:skip', {})).toMatchObject({ success: false, code: 'prechat_required' })
    await line.send('prechat:submit', { fields: { name: 'Zoë', email: 'zoe@example.com' } })
    expect(await line.send('prechat:skip', {})).toEqual({ success: true })
  })
})

test('any website may read the public config, and only the preflight lists the methods', async () => {
  const owner = await fixtures.signUp()
  const path = `/api/public/${(await createPublishedProject(owner)).publicKey}`
  const [preflight, answer] = [await fixtures.call('OPTIONS', path), await fixtures.call('GET', path)]
  expect(preflight.status).toBe(204)
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'Content-Type',
    'access-control-max-age': '86400',
  })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-expose-headers')).toBe('Aichat-Refused')
  expect(answer.headers.get('access-control-allow-methods')).toBeNull()
})

describe('the frame', () => {
  test('may be embedded on the project’s website only', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner)
    const policy = async () => {
      const { headers, text } = await fixtures.call('GET', `/widgets/frame/${project.publicKey}`)
      expect(headers.get('x-frame-options')).toBeNull()
      expect(text).toContain(`data-key="${project.publicKey}"`)
      return headers.get('content-security-policy') ?? ''
    }
    expect(await policy()).toContain('frame-ancestors *')
    await owner.get('PUT', `/api/projects/${project.id}`, {
      name: 'Shop',
      websiteUrl: 'https://shop.example.com/a?b',
    })
    expect(await policy()).toMatch(/frame-ancestors https:\/\/shop\.example\.com$/)
    expect(await policy()).toContain("script-src 'self';")
    expect(await policy()).toContain("require-trusted-types-for 'script'; trusted-types 'none';")
  })

  test('of the preview may be embedded by the console only', async () => {
    const { headers, text } = await fixtures.call('GET', '/widgets/preview')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(text).toContain('data-mode="preview"')
  })
})

// With Redis, the grace period is the TTL of a key.
embeddedTest('visitors see agents as offline only after the grace period', async () => {
  const timers = createFakeTimers()
  const server = await serverForThisTest({}, { timers })
  const owner = await signUp(server.url, 'acme')
  const project = await createPublishedProject(owner)
  const line = await (await visit(server.url, project.publicKey)).connect()
  const agent = await owner.connect()
  const isOnline = async () =>
    (await call(server.url, 'GET', `/api/public/${project.publicKey}`)).body.data.humansOnline
  const isOnlineInSync = async () => (await line.send('sync', { lastSeq: 0 })).agentsOnline
  expect(await line.next('presence:update')).toEqual({ agentsOnline: true })
  expect(await isOnlineInSync()).toBe(true)
  agent.socket.disconnect()
  const graceMs = sessionLimits.presenceGraceSeconds * 1000
  await waitUntil(
    async () => timers.delays,
    (delays) => delays.includes(graceMs + 100),
  )
  timers.advance(graceMs - 1)
  expect(await isOnline()).toBe(true)
  timers.advance(1)
  expect(await isOnline()).toBe(false)
  expect(await isOnlineInSync()).toBe(false)
  timers.advance(100)
  expect(await line.next('presence:update')).toEqual({ agentsOnline: false })
})
