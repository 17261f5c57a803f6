import type { PublicConfig } from '@aichat/contracts/chat/visitors'
import { type BusinessHours, hoursSentences, type Span, weekdays } from '@aichat/contracts/company/hours'
import { timeZoneSentence } from '@aichat/contracts/kit/time-zones'
import { describe, expect, test } from 'vitest'
import {
  createFixtures,
  createPublishedProject,
  listMessages,
  listSessions,
} from '../../test/fixtures/fixtures.ts'
import { call, type Person, signUp, waitUntil } from '../../test/kit/client.ts'
import { serverForThisTest } from '../../test/kit/server.ts'
import { getReplyMinutes } from './reply-minutes.ts'

const fixtures = createFixtures()
const allDay = [{ from: '00:00', to: '00:00' }]

function createHours(spans: Span[], change: Partial<BusinessHours> = {}): BusinessHours {
  const week = Object.fromEntries(weekdays.map((day) => [day, spans])) as BusinessHours['week']
  return { timeZone: 'UTC', week, exceptions: [], outsideHours: 'ai_email', ...change }
}

async function readHours(publicKey: string): Promise<PublicConfig['hours']> {
  return (await fixtures.call('GET', `/api/public/${publicKey}`)).body.data.hours
}

describe('business hours', () => {
  test('are of the company, and of a project that has its own', async () => {
    const owner = await fixtures.signUp()
    const one = await createPublishedProject(owner)
    const two = await createPublishedProject(owner)
    const other = await createPublishedProject(await fixtures.signUp('rival'))
    expect(await readHours(one.publicKey)).toBeNull()
    expect((await owner.get('GET', '/api/hours')).company).toBeNull()

    await owner.get('PUT', '/api/hours', createHours([]))
    await owner.get('PUT', `/api/projects/${two.id}/hours`, createHours(allDay, { timeZone: 'Asia/Tokyo' }))
    expect(await readHours(one.publicKey)).toEqual({
      isOpen: false,
      opensAt: null,
      closesAt: null,
      timeZone: 'UTC',
      outsideHours: 'ai_email',
      replyMinutes: null,
    })
    expect(await readHours(two.publicKey)).toMatchObject({ isOpen: true, timeZone: 'Asia/Tokyo' })
    expect(await readHours(other.publicKey)).toBeNull()
    const { company, projects } = await owner.get('GET', '/api/hours')
    expect(company).toEqual(createHours([]))
    expect(projects).toMatchObject([
      { id: one.id, hours: null },
      { id: two.id, hours: { timeZone: 'Asia/Tokyo' } },
    ])

    await owner.get('DELETE', `/api/projects/${two.id}/hours`)
    expect(await readHours(two.publicKey)).toMatchObject({ isOpen: false, timeZone: 'UTC' })
    await owner.get('DELETE', '/api/hours')
    expect(await readHours(two.publicKey)).toBeNull()
  })

  test('say when the team opens next, in every clock', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner)
    const date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    const exceptions = [{ date, name: 'Open day', spans: [{ from: '10:30', to: '12:00' }] }]
    await owner.get('PUT', '/api/hours', createHours([], { timeZone: 'Asia/Kathmandu', exceptions }))
    expect(await readHours(project.publicKey)).toMatchObject({
      isOpen: false,
      opensAt: `${date}T04:45:00.000Z`,
      timeZone: 'Asia/Kathmandu',
    })
  })

  test('are checked', async () => {
    const owner = await fixtures.signUp()
    const day = { date: '2026-12-25', name: 'Christmas', spans: [] }
    for (const [change, message] of [
      [{ timeZone: 'Europe/Atlantis' }, timeZoneSentence],
      [{ timeZone: '+01:00' }, timeZoneSentence],
      [{ week: { monday: [] } }, ''],
      [{ week: createHours([{ from: '9:00', to: '17:00' }]).week }, hoursSentences.time],
      [{ week: createHours([{ from: '09:00', to: '24:00' }]).week }, hoursSentences.time],
      [{ exceptions: [{ ...day, date: '2026-02-30' }] }, hoursSentences.date],
      [{ exceptions: [{ ...day, name: ' ' }] }, hoursSentences.exceptionName],
      [{ exceptions: [day, day] }, hoursSentences.sameDate],
      [{ outsideHours: 'sleep' }, ''],
    ] as const) {
      const { status, body } = await owner.call('PUT', '/api/hours', { ...createHours([]), ...change })
      expect(status, JSON.stringify(change)).toBe(400)
      expect(JSON.stringify(body.errors)).toContain(message)
    }
    expect((await owner.get('GET', '/api/hours')).company).toBeNull()
  })

  test('are readable for Agents, who cannot change them', async () => {
    const owner = await fixtures.signUp()
    const agent = await fixtures.joined(owner, 'Agent')
    expect((await agent.call('GET', '/api/hours')).status).toBe(200)
    expect((await agent.call('PUT', '/api/hours', createHours([]))).status).toBe(403)
    expect((await agent.call('DELETE', '/api/hours')).status).toBe(403)
  })
})

test('the public config is never fresh beyond an opening or closing', async () => {
  const clock = { time: Date.parse('2026-11-23T08:59:20Z'), now: () => clock.time }
  const server = await serverForThisTest({}, { clock })
  const owner = await signUp(server.url, 'acme')
  const { publicKey } = await createPublishedProject(owner)
  await owner.get('PUT', '/api/hours', createHours([{ from: '09:00', to: '17:00' }]))
  const read = (headers = {}) => call(server.url, 'GET', `/api/public/${publicKey}`, undefined, headers)

  const before = await read()
  expect(before.body.data.hours).toMatchObject({ isOpen: false, opensAt: '2026-11-23T09:00:00.000Z' })
  expect(before.headers.get('cache-control')).toBe('public, max-age=40')
  const tag = { 'if-none-match': before.headers.get('etag') ?? '' }
  expect((await read(tag)).status).toBe(304)

  clock.time = Date.parse('2026-11-23T08:59:59.900Z')
  expect((await read()).headers.get('cache-control')).toBe('public, max-age=0')
  clock.time = Date.parse('2026-11-23T09:00:00Z')
  const after = await read(tag)
  expect(after.status).toBe(200)
  expect(after.headers.get('cache-control')).toBe('public, max-age=60')
  const open = { isOpen: true, opensAt: null, closesAt: '2026-11-23T17:00:00.000Z' }
  expect(after.body.data.hours).toMatchObject(open)
})

describe('outside hours with a form', () => {
  test('a conversation begins with the form and without the AI', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner, { agent: { autoReply: true } })
    await owner.get('PUT', '/api/hours', createHours([], { outsideHours: 'form' }))
    const line = await (await fixtures.visitor(project.publicKey)).connect()
    const message = { text: 'Hello', clientId: 'c' }
    expect(await line.send('message:send', message)).toMatchObject({ code: 'prechat_required' })
    const fields = { email: 'kim@example.com' }
    expect(await line.send('prechat:submit', { fields })).toMatchObject({ success: true })
    expect(await line.send('message:send', message)).toMatchObject({
      success: true,
      session: { autoReply: false },
    })
    const [session] = await listSessions(owner)
    expect(session).toMatchObject({ autoReplyEnabled: false, visitor: fields })
    await owner.get('PATCH', `/api/sessions/${session?.sessionId}/auto-reply`, { enabled: true })
    await line.next('session:patched', ({ patch }) => patch.autoReply === true)
    expect((await line.send('sync', { lastSeq: 0 })).session).toMatchObject({ autoReply: true })
  })

  test('the form is not needed while an agent is online, nor while the schedule is open', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner, { agent: { autoReply: true } })
    const send = async () =>
      (await (await fixtures.visitor(project.publicKey)).connect()).send('message:send', { text: 'Hello' })
    await owner.get('PUT', '/api/hours', createHours(allDay, { outsideHours: 'form' }))
    expect(await send()).toMatchObject({ success: true })
    await owner.get('PUT', '/api/hours', createHours([], { outsideHours: 'form' }))
    await owner.connect()
    await waitUntil(send, ({ success }) => success)
    expect((await listSessions(owner)).every(({ autoReplyEnabled }) => autoReplyEnabled)).toBe(true)
  })
})

describe('the email address of a visitor who waits', () => {
  test('stands in the inbox and in the conversation', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner)
    const visitor = await fixtures.visitor(project.publicKey)
    const [line, agent] = [await visitor.connect(), await owner.connect()]
    await line.send('person:request', {})
    const submission = { email: ' Kim@Example.com ', clientId: 'email-1' }
    const ack = await line.send('email:submit', submission)
    expect(ack).toMatchObject({ success: true, message: { meta: { kind: 'prechat_summary' } } })
    expect(await line.send('email:submit', submission)).toMatchObject({ message: { _id: ack.message._id } })
    const contact = { email: 'Kim@Example.com' }
    await agent.next('session:patched', ({ patch }) => patch.visitor?.email === contact.email)
    const [session] = await listSessions(owner)
    expect(session?.visitor).toMatchObject({ email: contact.email })
    const messages = await listMessages(owner, session?.sessionId ?? '')
    expect(messages.filter(({ meta }) => meta.kind === 'prechat_summary')).toMatchObject([
      { text: 'Email Address: Kim@Example.com', meta: { fields: { email: contact.email } } },
    ])
  })

  test('reopens a conversation that was closed, for the team to answer', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner)
    const line = await (await fixtures.visitor(project.publicKey)).connect()
    const { session } = await line.send('person:request', {})
    await owner.get('PATCH', `/api/sessions/${session.sessionId}/status`, { status: 'closed' })
    expect(await line.send('email:submit', { email: 'kim@example.com' })).toMatchObject({
      success: true,
      session: { sessionId: session.sessionId, status: 'active' },
    })
    expect(await listSessions(owner, '?status=active')).toMatchObject([
      { needsHuman: true, visitor: { email: 'kim@example.com' } },
    ])
  })

  test('is stored when the conversation has been archived', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner)
    const line = await (await fixtures.visitor(project.publicKey)).connect()
    await line.send('message:send', { text: 'Hello', clientId: 'c' })
    const { session } = await line.send('person:request', {})
    await owner.get('PATCH', `/api/sessions/${session.sessionId}/status`, { status: 'archived' })
    expect(await line.send('email:submit', { email: 'kim@example.com' })).toMatchObject({
      success: true,
      session: { status: 'active' },
    })
    expect(await listSessions(owner, '?status=active')).toMatchObject([
      { needsHuman: true, visitor: { email: 'kim@example.com' } },
    ])
  })

  test('must be one', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner)
    const line = await (await fixtures.visitor(project.publicKey)).connect()
    for (const email of ['', 'kim', 'kim@', 'a b@example.com', ['kim@example.com'], null]) {
      expect(await line.send('email:submit', { email }), String(email)).toMatchObject({ success: false })
    }
    expect(await listSessions(owner)).toEqual([])
  })
})

describe('the reply time', () => {
  test('is measured from the first replies of people, once there are 20', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner)
    await answerVisitors(owner, project.publicKey, 20)
    await owner.get('PUT', '/api/hours', createHours(allDay))
    expect(await readHours(project.publicKey)).toMatchObject({ isOpen: true, replyMinutes: 1 })
  })

  test('needs 20 replies', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner)
    await answerVisitors(owner, project.publicKey, 19)
    await owner.get('PUT', '/api/hours', createHours(allDay))
    expect(await readHours(project.publicKey)).toMatchObject({ isOpen: true, replyMinutes: null })
  })

  test('is the rounded median of waits that began during hours', () => {
    const day = '2026-11-23T10:00:00Z'
    const hours = createHours([{ from: '09:00', to: '17:00' }])
    const waits = (...minutes: number[]) => minutes.map((one) => ({ askedAt: day, seconds: one * 60 }))
    const nights = Array.from({ length: 40 }, () => ({ askedAt: '2026-11-23T20:00:00Z', seconds: 40_000 }))
    const twenty = [...Array.from({ length: 10 }, () => 8), ...Array.from({ length: 10 }, () => 500)]
    expect(getReplyMinutes([...waits(...twenty), ...nights], hours)).toBe(10)
    expect(getReplyMinutes([...waits(...twenty.slice(1)), ...nights], hours)).toBeNull()
    expect(getReplyMinutes(waits(...twenty.map(() => 100)), hours)).toBe(120)
    expect(getReplyMinutes(waits(...twenty.map(() => 2000)), hours)).toBeNull()
  })
})

/** Visitors write, and an agent answers each. */
async function answerVisitors(owner: Person, publicKey: string, count: number): Promise<void> {
  const agent = await owner.connect()
  await Promise.all(
    Array.from({ length: count }, async () => {
      const line = await (await fixtures.visitor(publicKey)).connect()
      const { session } = await line.send('message:send', { text: 'Hello' })
      const reply = { sessionId: session.sessionId, text: 'Hi', clientId: `reply-${session.sessionId}` }
      const answered = await agent.send('message:send', reply)
      if (!answered.success) throw new Error(JSON.stringify(answered))
      line.socket.disconnect()
    }),
  )
}
