import type { Message } from '@aichat/contracts/chat/messages'
import { Redis } from 'ioredis'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  addKnowledge,
  askQuestion,
  createFixtures,
  createPrivateFixtures,
  createPublishedProject,
  isReply,
  listMessages,
  listSessions,
} from '../../test/fixtures/fixtures.ts'
import { connect, type Person, signUp, waitUntil } from '../../test/kit/client.ts'
import { sharedTest } from '../../test/kit/engine.ts'
import {
  type Answer,
  type Asked,
  modelServer,
  type Script,
  sharedModelServer,
} from '../../test/kit/model-server.ts'
import { startServer, type TestServer } from '../../test/kit/server.ts'
import { newId } from '../kit/db/ids.ts'
import { startVisit } from '../ops/seed/api-client.ts'

const slowModel = await sharedModelServer()
const fixtures = createFixtures()
const auto = { agent: { autoReply: true, autoReplyRateLimit: 5 } }
const question = 'How many days do I have to return an item?'
const knowledge = 'You may return any item within 30 days of delivery.'

async function shop() {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner, auto)
  await addKnowledge(owner, project.id, knowledge)
  const visitor = await (await fixtures.visitor(project.publicKey)).connect()
  return { owner, project, visitor, companyId: owner.data.company.id }
}

const slowAnswer: Answer = {
  pieces: ['You have 30 days. [1] ', 'Returns', ' are', ' free. [1]'],
  pieceIntervalMs: 700,
}

/**
 * Leaves the visitor's last question pending, as a process does that was killed: it may have claimed it, and no process has a
 * timer for it.
 */
async function leavePending(
  { app }: TestServer,
  companyId: string,
  sessionId: string,
  { claimedForSeconds, ageHours = 0 }: { claimedForSeconds: number; ageHours?: number },
): Promise<void> {
  await app.db.company(companyId, async (sql) => {
    await sql`delete from messages where session_id = ${sessionId} and seq > 1`
    await sql`delete from reply_traces where session_id = ${sessionId}`
    await sql`
      update session_states set last_seq = 1, last_message_from = 'visitor', unanswered_seq = 1, last_ai_at = null,
        reply_claimed_seq = 1, reply_claimed_until = now() + make_interval(secs => ${claimedForSeconds}),
        last_message_at = now() - make_interval(hours => ${ageHours})
      where session_id = ${sessionId}`
  })
}

async function answered(owner: Person, sessionId: string): Promise<Message | undefined> {
  const messages = await waitUntil(
    () => listMessages(owner, sessionId),
    (all) => all.length > 1,
  )
  expect(messages).toHaveLength(2)
  return messages[1]
}

describe('a question that is pending when its process ends', () => {
  test('is answered by a process that was running already, after the claim has expired', async () => {
    const { owner, visitor, companyId } = await shop()
    const sessionId = await askQuestion(visitor, question)
    await visitor.next('message:new', isReply)
    await leavePending(fixtures.server, companyId, sessionId, { claimedForSeconds: 2 })
    expect(await answered(owner, sessionId)).toMatchObject({ isAi: true, text: knowledge })
  })

  test('goes to a person when it is hours old', async () => {
    const { owner, visitor, companyId } = await shop()
    const sessionId = await askQuestion(visitor, question)
    await visitor.next('message:new', isReply)
    await leavePending(fixtures.server, companyId, sessionId, { claimedForSeconds: 0, ageHours: 3 })
    expect(await answered(owner, sessionId)).toMatchObject({
      from: 'system',
      text: 'Sorry for the wait. Our team is away right now and will answer here.',
      meta: { kind: 'handover', reason: 'delayed' },
    })
    expect(await listSessions(owner)).toMatchObject([{ needsHuman: true }])
  })

  test('is found among any number of others', { tags: 'full' }, async () => {
    const { owner, project, visitor, companyId } = await shop()
    const { db } = fixtures.server.app
    const sessionId = await askQuestion(visitor, question)
    await visitor.next('message:new', isReply)
    const count = 520
    const ids = Array.from({ length: count }, () => ({ visitorId: newId(), sessionId: newId() }))
    await db.company(companyId, async (sql) => {
      const visitorIds = ids.map((one) => one.visitorId)
      const sessionIds = ids.map((one) => one.sessionId)
      await sql`
        insert into visitors (id, company_id, project_id, token_hash)
        select v.id, ${companyId}, ${project.id}, v.id::text from unnest(${visitorIds}::uuid[]) as v (id)`
      await sql`
        insert into sessions (id, company_id, project_id, visitor_id, release_number)
        select s.id, ${companyId}, ${project.id}, s.visitor_id, 1
        from unnest(${sessionIds}::uuid[], ${visitorIds}::uuid[]) as s (id, visitor_id)`
      await sql`
        insert into session_states (session_id, company_id, project_id, visitor_id, status, last_seq, auto_reply,
          auto_reply_delay_seconds, unanswered_seq, last_message, last_message_from, last_message_at, rev)
        select s.id, ${companyId}, ${project.id}, s.visitor_id, 'active', 1, true, 5, 1, 'hi', 'visitor', now(), 1
        from unnest(${sessionIds}::uuid[], ${visitorIds}::uuid[]) as s (id, visitor_id)`
      await sql`
        insert into messages (id, company_id, session_id, seq, sender_kind, sender_id, client_id, text, meta, created_at)
        select s.id, ${companyId}, s.id, 1, 'visitor', s.visitor_id, 'q', 'hi', '{}', now()
        from unnest(${sessionIds}::uuid[], ${visitorIds}::uuid[]) as s (id, visitor_id)`
    })
    const pending = () =>
      db.company(
        companyId,
        (sql) => sql`select session_id from session_states where unanswered_seq is not null`,
      )
    await expect.poll(async () => (await pending()).length).toBe(0)
    const { total } = await owner.get('GET', '/api/sessions?limit=1')
    expect(total).toBe(count + 1)
    expect(await listMessages(owner, sessionId)).toHaveLength(2)
  })
})

test('a question that cannot be answered goes to a person after three attempts', async () => {
  const { owner, visitor, companyId } = await shop()
  const { app, logged } = fixtures.server
  const sessionId = await askQuestion(visitor, question)
  await visitor.next('message:new', isReply)
  // The next count of this visitor's replies is out of range.
  await app.db.company(companyId, async (sql) => {
    await sql`update reply_counts set replies = 2147483647`
    await sql`update session_states set last_ai_at = null`
  })
  await askQuestion(visitor, 'And how long does a refund take?')
  const failures = () =>
    logged.filter((line) => line.includes(sessionId) && line.includes('automatic reply failed')).length
  for (const attempt of [1, 2, 3])
    await waitUntil(
      async () => failures(),
      (count) => count >= attempt,
    )
  const messages = await waitUntil(
    () => listMessages(owner, sessionId),
    (all) => all.length > 3,
  )
  expect(messages[3]).toMatchObject({
    from: 'system',
    text: "I can't answer that right now. Our team is away right now and will answer here.",
    meta: { kind: 'handover', reason: 'failed' },
  })
  expect(failures()).toBe(3)
})

sharedTest('a reply whose process ends is written once by another running process', async () => {
  const { owner, project, companyId } = await shop()
  const { databaseUrl, redisUrl, appSecret } = fixtures.server.app.settings
  const model = await modelServer(() => ({ pieces: ['You have 30 days. [1] ', 'Wait'], hangs: true }))
  const ai = { baseUrl: model.baseUrl, model: 'test-model', apiKey: null }
  const ending = await startServer({ databaseUrl, redisUrl, appSecret, ai })
  const { visitorToken } = await startVisit(ending.url, project.publicKey)
  const before = await connect(`${ending.url}/visitor`, { visitorToken })
  const sessionId = await askQuestion(before, question)
  await before.next('message:delta', ({ text }) => text !== '')
  await ending.stop()
  const after = await fixtures.connect('/visitor', { visitorToken })
  expect(await answered(owner, sessionId)).toMatchObject({ isAi: true, text: knowledge })
  expect(await after.send('sync', { lastSeq: 0 })).toMatchObject({ messages: [{ seq: 1 }, { seq: 2 }] })
  const [state] = await fixtures.server.app.db.company(
    companyId,
    (sql) => sql<{ attempts: number }>`
        select reply_attempt_count as attempts from session_states where session_id = ${sessionId}`,
  )
  expect(state).toEqual({ attempts: 1 })
})

describe('with a model that takes a few seconds to write', () => {
  const slow = createPrivateFixtures({
    ai: { baseUrl: slowModel.baseUrl, model: 'test-model', apiKey: null },
  })

  /** A shop whose model answers as the script says. `asked` has the requests since then. */
  async function slowShop(script: Script = () => slowAnswer) {
    const asked = slowModel.use(script)
    const { server } = slow
    const owner = await signUp(server.url, 'acme')
    const project = await createPublishedProject(owner, { ...auto, behavior: { manualOnReply: false } })
    await addKnowledge(owner, project.id, `${knowledge} Returns are free.`)
    const { visitorToken } = await startVisit(server.url, project.publicKey)
    const visitor = await connect(`${server.url}/visitor`, { visitorToken })
    return { owner, server, asked, visitor, companyId: owner.data.company.id }
  }

  test('a reply that becomes unneeded is written again at once', async () => {
    const { owner, visitor } = await slowShop(() => ({ text: 'NO_ANSWER', afterMs: 1500 }))
    const sessionId = await askQuestion(visitor, question)
    await visitor.next('typing:update')
    await owner.get('PATCH', `/api/sessions/${sessionId}/needs-human`, { needsHuman: true })
    // The hand-over is rejected, as the team has been asked already. Within 8 seconds, no other process takes the question over.
    const { message } = await visitor.next('message:new', isReply)
    expect(message.meta.kind).toBe('acknowledged')
  })

  test('the AI does not answer while the message of a person is being rewritten', async () => {
    const isRewrite = ({ messages }: Asked) => messages[0]?.content.includes('to be rewritten') ?? false
    const { owner, asked, visitor } = await slowShop((request) =>
      isRewrite(request) ? { text: 'We are here for you.', afterMs: 5500 } : slowAnswer,
    )
    const sessionId = await askQuestion(visitor, question)
    await visitor.next('message:delta', ({ text }) => text !== '')
    const agent = await owner.connect()
    const writingAssistant = { enabled: true, tone: 'friendly' }
    const message = { sessionId, text: 'I am here.', clientId: 'a', writingAssistant }
    expect(await agent.send('message:send', message)).toMatchObject({ success: true })
    expect((await listMessages(owner, sessionId)).map(({ text }) => text)).toEqual([
      question,
      'We are here for you.',
    ])
    expect(asked.filter((request) => !isRewrite(request))).toHaveLength(1)
  })

  test('a visitor who asks for a person no longer waits for the AI, also after a form', async () => {
    const { visitor, server, companyId } = await slowShop()
    const sessionId = await askQuestion(visitor, question)
    await visitor.next('typing:update')
    await visitor.send('prechat:submit', { fields: { name: 'Ada' } })
    expect(await visitor.send('person:request', {})).toMatchObject({ success: true })
    const pending = await server.app.db.company(
      companyId,
      (sql) =>
        sql`select unanswered_seq as "unansweredSeq" from session_states where session_id = ${sessionId}`,
    )
    expect(pending).toEqual([{ unansweredSeq: null }])
  })

  sharedTest('a stop that arrives late does not end the reply to a newer question', async () => {
    const { owner, asked, visitor } = await slowShop()
    const redis = new Redis(process.env.REDIS_URL as string)
    onTestFinished(() => redis.disconnect())
    const sessionId = await askQuestion(visitor, question)
    await visitor.next('message:delta', ({ text }) => text !== '')
    const agent = await owner.connect()
    await agent.send('message:send', { sessionId, text: 'I am here.', clientId: 'a' })
    const [stop] = await waitUntil(
      () => findPeerMessages(redis, `stop-reply ${sessionId} `),
      (found) => found.length > 0,
    )

    await askQuestion(visitor, 'Are returns of an item free?')
    await waitUntil(
      async () => asked.length,
      (count) => count === 2,
    )
    await redis.xadd(stop?.stream as string, '*', 'sender', 'another', 'messages', stop?.messages as string)
    const { message } = await visitor.next('message:new', ({ message }) => message.isAi)
    expect(message.text).toBe('You have 30 days. Returns are free.')
    expect(asked).toHaveLength(2)
  })
})

/** The messages that a process has written into the stream of an installation, with this text in one of them. */
async function findPeerMessages(redis: Redis, text: string) {
  const streams = await redis.keys('aichat:*:peer-events')
  const found = await Promise.all(
    streams.map(async (stream) => {
      const entries = await redis.xrange(stream, '-', '+')
      return entries.flatMap(([, fields]) => {
        const messages = fields[fields.indexOf('messages') + 1] as string
        return messages.includes(text) ? [{ stream, messages }] : []
      })
    }),
  )
  return found.flat()
}
