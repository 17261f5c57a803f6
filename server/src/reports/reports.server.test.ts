import type { Message } from '@aichat/contracts/chat/messages'
import { expect, test } from 'vitest'
import { addKnowledge, createFixtures, createPublishedProject } from '../../test/fixtures/fixtures.ts'
import type { Person, RealtimeClient } from '../../test/kit/client.ts'
import type { Sql } from '../kit/db/db.ts'
import { checkReports } from './check-reports.ts'

const fixtures = createFixtures()
const answered = 'How many days do I have to return an item?'
const unknown = 'Who painted the ceiling?'

const read = (owner: Person, query = '') => owner.get('GET', `/api/reports/overview${query}`)

async function createShop(owner: Person, autoReply = true) {
  const project = await createPublishedProject(owner, { agent: { autoReply, autoReplyRateLimit: 5 } })
  await addKnowledge(
    owner,
    project.id,
    'You may return any item within 30 days of delivery. Shipping is free.',
  )
  return project
}

async function open(publicKey: string): Promise<RealtimeClient> {
  return (await fixtures.visitor(publicKey)).connect()
}

/** Sends a message, and returns the reply to it. */
async function ask(visitor: RealtimeClient, text: string): Promise<Message> {
  const { message } = await visitor.send('message:send', { text, clientId: text })
  return (await visitor.next('message:new', (event) => event.message.seq > message.seq)).message
}

const nothing = {
  conversations: 0,
  messages: 0,
  aiAnswers: 0,
  answeredByAi: 0,
  answeredByPeople: 0,
  unanswered: 0,
  suggestionsOffered: 0,
  suggestionsOpened: 0,
  suggestionsHelped: 0,
  handedOver: 0,
  confirmedResolved: 0,
  quiet: 0,
  cameBack: 0,
  firstResponseMedianSeconds: null,
  firstResponseP90Seconds: null,
  firstResponseBusinessMedianSeconds: null,
  firstResponseBusinessP90Seconds: null,
  resolutionMedianSeconds: null,
  resolutionP90Seconds: null,
}

test('a company without conversations gets zeros for the last 28 days', async () => {
  const owner = await fixtures.signUp()
  const report = await read(owner)
  expect(report).toMatchObject({
    ...nothing,
    previous: nothing,
    timeZone: 'UTC',
    isComplete: true,
    languages: [],
  })
  expect(report.to).toBe(new Date().toISOString().slice(0, 10))
  expect(report.days).toHaveLength(28)
  expect(report.days.at(-1)).toMatchObject({ day: report.to, conversations: 0 })
  expect(report.ratings).toEqual([0, 0, 0, 0, 0])
  expect(report.weekdayHours.flat()).toHaveLength(168)
})

test('every message counts at once, with its outcome', async () => {
  const owner = await fixtures.signUp()
  const project = await createShop(owner)

  const visitor = await open(project.publicKey)
  const answer = await ask(visitor, answered)
  expect(await read(owner)).toMatchObject({
    ...nothing,
    conversations: 1,
    messages: 2,
    aiAnswers: 1,
    answeredByAi: 1,
    quiet: 1,
    languages: [{ language: 'en', conversations: 1 }],
  })
  await visitor.send('feedback', { messageId: answer._id, rating: 5 })
  expect(await read(owner)).toMatchObject({ confirmedResolved: 1, quiet: 0, ratings: [0, 0, 0, 0, 0] })
  await visitor.send('feedback', { messageId: null, rating: 2, comment: 'Too short' })
  expect(await read(owner)).toMatchObject({ confirmedResolved: 0, messages: 2, ratings: [0, 1, 0, 0, 0] })

  const other = await open(project.publicKey)
  const { sessionId } = await ask(other, unknown)
  expect(await read(owner)).toMatchObject({
    conversations: 2,
    handedOver: 1,
    unanswered: 1,
    answeredByPeople: 0,
  })
  await owner.get('POST', `/api/sessions/${sessionId}/messages`, { text: 'Michelangelo did.', clientId: 'a' })
  const report = await read(owner)
  expect(report).toMatchObject({ answeredByPeople: 1, unanswered: 0, handedOver: 1, cameBack: 0 })
  expect(report.firstResponseMedianSeconds).toBeLessThan(30)
  expect(report.days.at(-1)).toMatchObject({ day: report.to, conversations: 2, handedOver: 1 })
  await owner.get('PATCH', `/api/sessions/${sessionId}/status`, { status: 'closed' })
  expect((await read(owner)).resolutionMedianSeconds).toBeLessThan(30)
  await other.send('message:send', { text: 'One more question', clientId: 'more' })
  expect(await read(owner)).toMatchObject({ conversations: 2, cameBack: 1, resolutionMedianSeconds: null })

  const { conversations } = await owner.get('GET', '/api/reports/conversations?measure=cameBack')
  expect(conversations).toEqual([
    {
      sessionId,
      firstSeq: 1,
      project: { id: project.id, name: project.name },
      visitorName: null,
      startedAt: expect.stringMatching(/Z$/),
      question: unknown,
      measures: ['conversations', 'answeredByPeople', 'handedOver', 'cameBack'],
      rating: null,
    },
  ])
})

test('each rating lists its conversations, with the comment', async () => {
  const owner = await fixtures.signUp()
  const project = await createShop(owner, false)
  for (const rating of [1, 4, 4]) {
    const visitor = await open(project.publicKey)
    await visitor.send('message:send', { text: `I give ${rating}`, clientId: 'c' })
    await visitor.send('feedback', { messageId: null, rating: 3, comment: 'First thought' })
    await visitor.send('feedback', { messageId: null, rating, comment: `A ${rating}` })
  }
  await (await open(project.publicKey)).send('message:send', { text: 'No rating', clientId: 'c' })
  const list = (query: string) => owner.get('GET', `/api/reports/conversations?${query}`)
  expect(await list('rating=4')).toMatchObject({
    total: 2,
    conversations: [4, 4].map(() => ({ question: 'I give 4', rating: { rating: 4, comment: 'A 4' } })),
  })
  expect(await list('rating=3')).toMatchObject({ total: 0, conversations: [] })
  expect((await list('measure=conversations')).total).toBe(4)
})

test('a rating belongs to its conversation and not to a later one of the same visitor', async () => {
  const owner = await fixtures.signUp()
  const visitor = await open((await createShop(owner, false)).publicKey)
  const { session } = await visitor.send('message:send', { text: 'Hello', clientId: 'a' })
  await visitor.send('feedback', { messageId: null, rating: 2, comment: 'Slow' })
  await fixtures.server.app.db.company(owner.data.company.id, async (sql) => {
    await sql`update messages set created_at = created_at - interval '5 days' where session_id = ${session.sessionId}`
  })
  await visitor.send('message:send', { text: 'Hello again', clientId: 'b' })
  await visitor.send('feedback', { messageId: null, rating: 5, comment: 'Quick' })
  const { conversations } = await owner.get('GET', '/api/reports/conversations')
  expect(conversations).toMatchObject([
    { question: 'Hello again', rating: { rating: 5, comment: 'Quick' } },
    { question: 'Hello', rating: { rating: 2, comment: 'Slow' } },
  ])
})

test('a report is downloaded as CSV and JSON', async () => {
  const owner = await fixtures.signUp()
  const visitor = await open((await createShop(owner)).publicKey)
  await ask(visitor, answered)
  const report = await read(owner)
  const csv = await owner.call('GET', '/api/reports/export')
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(csv.headers.get('content-disposition')).toContain(`report-${report.from}-${report.to}.csv`)
  const lines = csv.text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(29)
  expect(lines[0]).toContain('Day,Conversations,Messages,AI answers,Answered by AI')
  expect(lines.at(-1)).toBe(`${report.to},1,2,1,1,0,0,0,0,0,0,1,0,0`)
  const json = await owner.call('GET', '/api/reports/export?format=json')
  expect(JSON.parse(json.text)).toEqual(report)
})

test('the report on the AI counts what it answered and handed over, and why', async () => {
  const owner = await fixtures.signUp()
  const project = await createShop(owner)
  await ask(await open(project.publicKey), answered)
  const { sessionId } = await ask(await open(project.publicKey), unknown)
  await (await open((await createShop(owner, false)).publicKey)).send('message:send', {
    text: 'Hello',
    clientId: 'c',
  })
  const report = await owner.get('GET', '/api/reports/ai')
  expect(report).toMatchObject({
    conversations: 3,
    aiAnswers: 1,
    answeredByAi: 1,
    handedOver: 1,
    handoverReasons: [{ reason: 'no_answer', conversations: 1 }],
    previous: { conversations: 0, handoverReasons: [], firstReplyMedianSeconds: null },
    isComplete: true,
  })
  expect(report.firstReplyP90Seconds).toBeLessThan(30)
  expect(report.days).toHaveLength(28)
  expect(report.days.at(-1)).toMatchObject({ conversations: 3, answeredByAi: 1, handedOver: 1 })
  const list = await owner.get('GET', '/api/reports/conversations?handoverReason=no_answer')
  expect(list).toMatchObject({ total: 1, conversations: [{ sessionId }] })
  expect((await owner.get('GET', '/api/reports/conversations?handoverReason=budget')).total).toBe(0)
})

test('the report on the team shows Owners everybody, and Agents themselves', async () => {
  const owner = await fixtures.signUp()
  const project = await createShop(owner, false)
  const [busy, idle] = [await fixtures.joined(owner, 'Agent'), await fixtures.joined(owner, 'Agent')]
  const visitor = await open(project.publicKey)
  const { session } = await visitor.send('message:send', { text: 'Hello', clientId: 'c' })
  for (const [person, text] of [
    [busy, 'Hello'],
    [busy, 'How can I help?'],
    [owner, 'Me too'],
  ] as const)
    await person.get('POST', `/api/sessions/${session.sessionId}/messages`, { text, clientId: text })
  await visitor.send('feedback', { messageId: null, rating: 4 })

  const busyRow = {
    id: busy.data.user.id,
    name: busy.data.user.name,
    conversations: 1,
    messages: 2,
    firstResponses: 1,
    ratings: 1,
    averageRating: 4,
    previous: { conversations: 0, averageRating: null },
  }
  const { agents } = await owner.get('GET', '/api/reports/team')
  expect(agents).toHaveLength(3)
  expect(agents).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...busyRow, previous: expect.objectContaining(busyRow.previous) }),
      expect.objectContaining({ id: owner.data.user.id, conversations: 1, messages: 1, firstResponses: 0 }),
      expect.objectContaining({ id: idle.data.user.id, conversations: 0, ratings: 0, averageRating: null }),
    ]),
  )
  expect(agents.at(-1).id).toBe(idle.data.user.id)
  expect(await busy.get('GET', '/api/reports/team')).toMatchObject({ agents: [busyRow] })
  expect(await idle.get('GET', '/api/reports/team')).toMatchObject({ agents: [{ conversations: 0 }] })

  const listOf = (person: Person, query = '') =>
    person.call('GET', `/api/reports/conversations?agentId=${busyRow.id}${query}`)
  expect((await listOf(owner, '&agentMeasure=rated')).body.data.total).toBe(1)
  expect((await listOf(busy)).body.data.total).toBe(1)
  expect((await listOf(idle)).status).toBe(403)
  const csv = (await idle.call('GET', '/api/reports/export?report=team')).text
  expect(csv.trimEnd().split('\r\n').slice(1)).toEqual([`${idle.data.user.name},0,0,0,,,0,,,`])

  await owner.get('DELETE', `/api/users/${busyRow.id}`)
  const after = await owner.get('GET', '/api/reports/team')
  expect(after.agents).toMatchObject([
    { conversations: 1 },
    { id: busyRow.id, name: null },
    { conversations: 0 },
  ])
})

test('the report on sources counts answers that cite them and did not help', async () => {
  const owner = await fixtures.signUp()
  const project = await createShop(owner)
  const visitor = await open(project.publicKey)
  const answer = await ask(visitor, answered)
  const itemId = answer.meta.sources?.[0]?.itemId
  const readSources = () => owner.get('GET', '/api/reports/sources')
  const row = { id: itemId, project: { id: project.id, name: project.name }, isFaq: false, suggested: 0 }
  expect(await readSources()).toMatchObject({ total: 1, sources: [{ ...row, cited: 1, unhelpful: 0 }] })
  await visitor.send('feedback', { messageId: answer._id, rating: 1 })
  expect(await readSources()).toMatchObject({ sources: [{ ...row, cited: 1, unhelpful: 1 }] })
  const list = await owner.get('GET', `/api/reports/conversations?sourceId=${itemId}&sourceMeasure=unhelpful`)
  expect(list).toMatchObject({ total: 1, conversations: [{ question: answered }] })

  const csv = (await owner.call('GET', '/api/reports/export?report=sources')).text
  expect(csv.trimEnd().split('\r\n').at(-1)).toMatch(new RegExp(`,${project.name},1,0,1,0$`))

  await change(owner, async (sql) => {
    await sql`update messages set created_at = created_at - interval '28 days' where session_id = ${answer.sessionId}`
    await sql`select increment_session_revisions(array[${answer.sessionId}::uuid])`
  })
  expect(await readSources()).toMatchObject({ total: 0 })
  await ask(await open(project.publicKey), answered)
  await owner.get('DELETE', `/api/projects/${project.id}/agent/kb/${itemId}`)
  expect(await readSources()).toMatchObject({
    sources: [{ ...row, title: null, cited: 1, unhelpful: 0, previous: { cited: 1 } }],
  })
  const stranger = await fixtures.signUp()
  expect(await stranger.get('GET', '/api/reports/sources')).toMatchObject({ total: 0, sources: [] })
  expect((await stranger.get('GET', `/api/reports/conversations?sourceId=${itemId}`)).total).toBe(0)
})

test('an opened suggestion and a yes to suggestions count at once', async () => {
  const owner = await fixtures.signUp()
  const visitor = await open((await createShop(owner)).publicKey)
  const { _id, sessionId, meta } = await ask(visitor, answered)
  const suggestion = { messageId: _id, itemId: meta.sources?.[0]?.itemId }
  expect(await visitor.send('suggestion:open', suggestion)).toMatchObject({ success: false })
  await fixtures.server.app.db.company(owner.data.company.id, async (sql) => {
    await sql`update messages set meta = meta || '{"kind": "suggestions"}' where id = ${_id}`
    await sql`select increment_session_revisions(array[${sessionId}::uuid])`
  })
  expect(await read(owner)).toMatchObject({
    suggestionsOffered: 1,
    suggestionsOpened: 0,
    suggestionsHelped: 0,
    quiet: 1,
    aiAnswers: 0,
  })
  expect(await visitor.send('suggestion:open', suggestion)).toEqual({ success: true })
  expect(await read(owner)).toMatchObject({ suggestionsOpened: 1, suggestionsHelped: 0, quiet: 1 })
  expect(await owner.get('GET', '/api/reports/conversations?measure=suggestionsOpened')).toMatchObject({
    total: 1,
    conversations: [{ sessionId }],
  })
  await visitor.send('suggestion:answer', { messageId: _id, helped: true })
  expect(await read(owner)).toMatchObject({ suggestionsHelped: 1, confirmedResolved: 1, quiet: 0 })
})

function change(owner: Person, work: (sql: Sql) => Promise<unknown>): Promise<unknown> {
  return fixtures.server.app.db.company(owner.data.company.id, work)
}

test('first responses are measured in the business hours of that time', async () => {
  const owner = await fixtures.signUp()
  const projects = [await createShop(owner, false), await createShop(owner, false)]
  const week = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] }
  const closed = { timeZone: 'UTC', week, exceptions: [], outsideHours: 'ai' }
  const always = Object.fromEntries(Object.keys(week).map((day) => [day, [{ from: '00:00', to: '00:00' }]]))
  /** A conversation that began `hoursAgo`, and in which a person answered after an hour. */
  const respond = async ({ publicKey }: { publicKey: string }, hoursAgo: number) => {
    const visitor = await open(publicKey)
    const { session } = await visitor.send('message:send', { text: 'Hello', clientId: 'c' })
    await owner.get('POST', `/api/sessions/${session.sessionId}/messages`, { text: 'Hi', clientId: 'a' })
    await change(owner, async (sql) => {
      await sql`
        update messages set created_at = now() - (${hoursAgo}::int + 1 - seq) * interval '1 hour'
        where session_id = ${session.sessionId}`
      await sql`select increment_session_revisions(array[${session.sessionId}::uuid])`
    })
  }
  /** As if they had been set a day ago. */
  const setHours = async (path: string, hours: object) => {
    await owner.get('PUT', path, hours)
    await change(
      owner,
      (sql) => sql`
        update business_hours_versions set valid_from = valid_from - interval '1 day' where valid_from > now()`,
    )
  }
  await respond(projects[0]!, 48)
  const times = { firstResponseMedianSeconds: 3600, firstResponseBusinessMedianSeconds: null }
  expect(await read(owner)).toMatchObject(times)
  await setHours('/api/hours', { ...closed, week: always })
  await respond(projects[0]!, 2)
  expect(await read(owner)).toMatchObject({ ...times, firstResponseBusinessMedianSeconds: 3600 })
  await setHours(`/api/projects/${projects[1]!.id}/hours`, closed)
  await respond(projects[1]!, 2)
  expect(await read(owner)).toMatchObject({
    ...times,
    firstResponseBusinessMedianSeconds: 0,
    firstResponseBusinessP90Seconds: 3600,
  })
  const { agents } = await owner.get('GET', '/api/reports/team')
  expect(agents).toMatchObject([{ firstResponses: 3, firstResponseBusinessP90Seconds: 3600 }])
  const csv = (await owner.call('GET', '/api/reports/export?report=team')).text
  expect(csv.trimEnd()).toMatch(/,3,3,3,3600,3600,0,,0,3600$/)

  await owner.get('DELETE', '/api/hours')
  await owner.get('DELETE', `/api/projects/${projects[1]!.id}`)
  expect((await checkReports(fixtures.server.app.db, owner.data.company.id)).facts).toEqual([])
  const versions = await change(
    owner,
    (sql) => sql`
    select schedule is null as "isDeleted", project_id is null as "isOfCompany" from business_hours_versions order by valid_from`,
  )
  expect(versions).toContainEqual({ isDeleted: true, isOfCompany: true })
})

test('a message of an API key is not a response of a person', async () => {
  const owner = await fixtures.signUp()
  const visitor = await open((await createShop(owner, false)).publicKey)
  const { session } = await visitor.send('message:send', { text: 'Hello', clientId: 'c' })
  const path = `/api/sessions/${session.sessionId}/messages`
  const { key, keys } = await owner.get('POST', '/api/api-keys', {
    name: 'Bot',
    scopes: ['sessions:write', 'sessions:read'],
  })
  const authorization = `Bearer ${key}`
  const sent = await fixtures.call(
    'POST',
    path,
    { text: 'Your parcel left today', clientId: 'k' },
    { authorization },
  )
  expect(sent.body.data.message.meta).toEqual({ apiKey: true })
  expect((await visitor.next('message:new', ({ message }) => message.seq === 2)).message.meta).toEqual({})
  const expected = { messages: 2, answeredByPeople: 0, unanswered: 0, firstResponseMedianSeconds: null }
  expect(await read(owner)).toMatchObject(expected)
  await owner.get('DELETE', `/api/api-keys/${keys[0].id}`)
  await visitor.send('message:send', { text: 'Thanks', clientId: 'd' })
  expect(await read(owner)).toMatchObject({ ...expected, messages: 3 })
})

test('a company reads its own conversations only, with each role', async () => {
  const owner = await fixtures.signUp()
  const project = await createShop(owner, false)
  await (await open(project.publicKey)).send('message:send', { text: 'Hello', clientId: 'c' })
  const agent = await fixtures.joined(owner, 'Agent')
  expect(await read(agent)).toMatchObject({ conversations: 1 })
  const stranger = await fixtures.signUp()
  expect(await read(stranger)).toMatchObject({ conversations: 0 })
  for (const path of ['overview', 'ai', 'team', 'sources', 'conversations', 'export'])
    expect((await stranger.call('GET', `/api/reports/${path}?projectId=${project.id}`)).status).toBe(404)
  expect((await stranger.get('GET', '/api/reports/conversations')).total).toBe(0)
})

test('a day is one of the company, and a new time zone moves what was counted', async () => {
  const owner = await fixtures.signUp()
  const project = await createShop(owner, false)
  const { session } = await (await open(project.publicKey)).send('message:send', {
    text: 'Hello',
    clientId: 'c',
  })
  await fixtures.server.app.db.company(owner.data.company.id, async (sql) => {
    await sql`update messages set created_at = '2026-03-08T23:30:00Z' where session_id = ${session.sessionId}`
    await sql`select increment_session_revisions(array[${session.sessionId}::uuid])`
  })
  const dayOf = async () => {
    const { days } = await read(owner, '?from=2026-03-01&to=2026-03-31')
    return days.flatMap((one: { day: string; conversations: number }) =>
      one.conversations > 0 ? [one.day] : [],
    )
  }
  expect(await dayOf()).toEqual(['2026-03-08'])
  await owner.get('PATCH', '/api/company', { timeZone: 'Asia/Kolkata' })
  expect(await dayOf()).toEqual(['2026-03-09'])
})
