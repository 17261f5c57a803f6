import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createFixtures, createPublishedProject, listMessages } from '../../test/fixtures/fixtures.ts'
import { createRandom } from '../../test/kit/random.ts'
import type { Db, Sql } from '../kit/db/db.ts'
import type { Realtime } from '../kit/realtime/realtime.ts'
import { createOptimisticWriter } from './optimistic-write.ts'
import type { Draft, Outcome } from './plan-batch.ts'
import { createBatchWriter, createPost, type WriteBatch } from './post.ts'
import { createSessionStateCache } from './state-cache.ts'
import type { SessionState } from './state-fields.ts'
import { findState } from './store.ts'

const fixtures = createFixtures()

/** The message path of another process: it has a separate cache and receives only the events that `receive` is given. */
function createProcess() {
  const { app } = fixtures.server
  let statements = 0
  const counted = <Tag extends (...input: never[]) => unknown>(tag: Tag) =>
    ((...input: never[]) => {
      statements++
      return tag(...input)
    }) as Tag
  const db: Db = {
    ...app.db,
    company: (companyId, work) =>
      app.db.company(companyId, (sql) =>
        work(
          Object.assign(counted(sql), {
            andCommit: counted(sql.andCommit),
            prepared: counted(sql.prepared),
          }) as Sql,
        ),
      ),
  }
  let receive: (name: string, data: unknown) => void = () => {}
  const realtime = {
    ...app.realtime,
    subscribe: (_namespace, listener) => {
      receive = listener
    },
    publish() {},
  } as Realtime
  const cache = createSessionStateCache(realtime)
  const post = createPost({ ...app, realtime }, createOptimisticWriter(db, cache, createBatchWriter(db)))
  return {
    post,
    cache,
    receive: (name: string, data: unknown) => receive(name, data),
    /** Counts the statements that `work` sends. */
    async statements(work: () => Promise<unknown>): Promise<number> {
      const before = statements
      await work()
      return statements - before
    },
  }
}

async function createConversation() {
  const owner = await fixtures.signUp('acme')
  const project = await createPublishedProject(owner)
  const visitor = await fixtures.visitor(project.publicKey)
  const line = await visitor.connect()
  const { session } = await line.send('message:send', { text: 'First', clientId: 'v1' })
  const companyId: string = owner.data.company.id
  const sessionId: string = session.sessionId
  const { db } = fixtures.server.app
  const state = () => db.company(companyId, (sql) => findState(sql, sessionId))
  const visitorId = (await state())?.visitorId as string
  let count = 0
  const draft = (from: 'visitor' | 'agent', effect: Draft['effect'] = {}): Draft => ({
    sessionId,
    from,
    senderId: from === 'visitor' ? visitorId : owner.data.user.id,
    senderName: null,
    clientId: `${from}-${++count}`,
    text: `Text ${count}`,
    meta: {},
    effect,
  })
  /** Updates the conversation without publishing an event. */
  const updateSilently = (set: string) =>
    db.company(companyId, (sql) =>
      sql(
        Object.assign([`update session_states set ${set} where session_id = `, ''], { raw: [] }) as never,
        sessionId,
      ),
    )
  return { owner, project, companyId, sessionId, state, draft, updateSilently }
}

type Conversation = Awaited<ReturnType<typeof createConversation>>

describe('a cached conversation', () => {
  test('is written with one statement per message', async () => {
    const { companyId, draft, state } = await createConversation()
    const { post, statements } = createProcess()
    expect(await statements(() => post(companyId, draft('visitor')))).toBe(2)
    expect(await statements(() => post(companyId, draft('visitor')))).toBe(1)
    expect(await statements(() => post(companyId, draft('agent')))).toBe(1)
    expect(await state()).toMatchObject({ lastSeq: 4, unread: 3, lastSender: 'agent' })
  })

  test('is read again when it has changed in the database', async () => {
    const { companyId, draft, updateSilently, state } = await createConversation()
    const { post, statements } = createProcess()
    await post(companyId, draft('visitor'))
    await updateSilently('unread_count = 0')
    expect(await statements(() => post(companyId, draft('visitor')))).toBe(3)
    expect(await state()).toMatchObject({ lastSeq: 3, unread: 1 })
    await updateSilently(`status = 'closed'`)
    await expect(post(companyId, draft('agent'))).rejects.toMatchObject({ code: 'closed' })
    expect(await state()).toMatchObject({ lastSeq: 3, status: 'closed' })
  })

  test('is evicted by events about a newer state', async () => {
    const { companyId, sessionId, draft } = await createConversation()
    const { post, receive, statements } = createProcess()
    const next = () => statements(() => post(companyId, draft('visitor')))
    await next()
    receive('message:new', { message: { sessionId, seq: 2 } })
    expect(await next(), 'after an event about its own message').toBe(1)
    receive('message:new', { message: { sessionId, seq: 4 } })
    expect(await next(), 'after a newer message').toBe(2)
    receive('session:upsert', { session: { sessionId } })
    expect(await next(), 'after another change').toBe(2)
    receive('typing:update', { sessionId })
    expect(await next(), 'after an unrelated event').toBe(1)
    receive('sync:wanted', { withinMs: 0 })
    expect(await next(), 'after events may have been lost').toBe(2)
  })

  test('is kept when an event reports the cached state', async () => {
    const { companyId, draft, owner, sessionId } = await createConversation()
    const { post, receive, statements } = createProcess()
    await post(companyId, draft('visitor'))
    const [session] = (await owner.get('GET', '/api/sessions')).sessions
    expect(session).toMatchObject({ sessionId, lastSeq: 2 })
    receive('session:upsert', { session })
    expect(await statements(() => post(companyId, draft('visitor')))).toBe(1)
    receive('session:upsert', { session })
    expect(await statements(() => post(companyId, draft('visitor'))), 'after an outdated event').toBe(2)
  })

  test('is not replaced by an older state', async () => {
    const { companyId, draft, sessionId } = await createConversation()
    const { post, cache, statements } = createProcess()
    await post(companyId, draft('visitor'))
    const older = cache.get(companyId, sessionId) as SessionState
    await post(companyId, draft('visitor'))
    cache.setRead(companyId, older)
    expect(await statements(() => post(companyId, draft('visitor')))).toBe(1)
  })

  test('expires after ten seconds when it was only read, in case the event of a close arrived before it was stored', async () => {
    const { companyId, sessionId, state } = await createConversation()
    const { cache } = createProcess()
    const read = (await state()) as SessionState
    let now = performance.now()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => {
      vi.useRealTimers()
      vi.restoreAllMocks()
    })
    const wait = (milliseconds: number) => {
      now += milliseconds
      vi.advanceTimersByTime(milliseconds)
    }
    cache.setRead(companyId, read)
    wait(8000)
    expect(cache.get(companyId, sessionId)).toEqual(read)
    wait(4000)
    expect(cache.get(companyId, sessionId)).toBeNull()
    cache.setWritten(companyId, [read])
    wait(12_000)
    expect(cache.get(companyId, sessionId)).toEqual(read)
  })

  test('is not visible to another company', async () => {
    const { companyId, draft, state } = await createConversation()
    const { post, cache } = createProcess()
    await post(companyId, draft('visitor'))
    const other = await fixtures.signUp('other')
    await expect(post(other.data.company.id, draft('agent'))).rejects.toMatchObject({ code: 'not_found' })
    const { sessionId, visitorId } = (await state()) as SessionState
    expect(cache.getActiveOfVisitor(companyId, visitorId)).toMatchObject({ sessionId })
    expect(cache.getActiveOfVisitor(other.data.company.id, visitorId)).toBeNull()
    expect(cache.get(other.data.company.id, sessionId)).toBeNull()
    expect(await state()).toMatchObject({ lastSeq: 2 })
  })

  test('stores concurrent duplicates once', async () => {
    const { companyId, draft, owner, sessionId } = await createConversation()
    const { post } = createProcess()
    await post(companyId, draft('visitor'))
    const same = draft('visitor')
    const all = await Promise.all([post(companyId, same), post(companyId, same), post(companyId, same)])
    const later = await post(companyId, same)
    expect(new Set([...all, later].map(({ message }) => message._id)).size).toBe(1)
    expect(later.isDuplicate).toBe(true)
    expect((await listMessages(owner, sessionId)).map(({ seq }) => seq)).toEqual([1, 2, 3])
  })
})

describe('a random sequence of batches, with changes that the cache does not see', () => {
  const seed = Number(process.env.WRITE_SEED ?? 20)

  test(`has the same outcomes with and without the cache, seed ${seed}`, async () => {
    const { db } = fixtures.server.app
    const { cache } = createProcess()
    const plain = await createConversation()
    const cached = await createConversation()
    // The AI of the server would answer between two steps. It waits for the rate limit of the conversation.
    for (const { updateSilently } of [plain, cached])
      await updateSilently(`last_ai_at = '2026-01-01', auto_reply_delay_seconds = 86400`)
    const write = createBatchWriter(db)
    let fallbacks = 0
    const countedWrite: WriteBatch = (...batch) => {
      fallbacks++
      return write(...batch)
    }
    const writeCached = createOptimisticWriter(db, cache, countedWrite)
    const [plainSteps, cachedSteps] = [plain, cached].map((conversation) =>
      createSteps(conversation, createRandom(seed)),
    ) as [Steps, Steps]
    const reasons = new Set<string>()
    // Later than the first message of both.
    const start = Date.now() + 60_000
    for (let step = 0; step < 120; step++) {
      const now = new Date(start + step * 1000).toISOString()
      const expected = await write(plain.companyId, await plainSteps(), now)
      const actual = await writeCached(cached.companyId, await cachedSteps(), now)
      const outcomes = expected.outcomes.map(comparable)
      expect(actual.outcomes.map(comparable), `step ${step}`).toEqual(outcomes)
      expect(comparableState(await cached.state()), `step ${step}`).toEqual(
        comparableState(await plain.state()),
      )
      for (const outcome of outcomes) reasons.add(typeof outcome === 'string' ? outcome : outcome.kind)
    }
    expect([...reasons].toSorted()).toEqual(['closed', 'duplicate', 'new', 'unneeded'])
    expect(fallbacks).toBeGreaterThan(20)
    expect(fallbacks).toBeLessThan(110)
  })

  type Steps = () => Promise<Draft[]>

  /** Batches of one to three drafts, each after a possible change in the database. */
  function createSteps({ draft, updateSilently, owner, project }: Conversation, random: () => number): Steps {
    const sent: Draft[] = []
    const pick = <T>(items: T[]): T => items[Math.floor(random() * items.length)] as T
    const isOneOf = (count: number) => random() * count < 1
    const create = (): Draft => {
      if (sent.length > 0 && isOneOf(12)) return pick(sent)
      const drafts: (() => Draft)[] = [
        () => draft('visitor'),
        () => draft('visitor'),
        () => draft('agent'),
        () => draft('agent', { keepsStatus: true }),
        () => ({ ...draft('agent', { notice: 'handover' }), from: 'system' }),
      ]
      return pick(drafts)()
    }
    return async () => {
      if (isOneOf(8)) await updateSilently(`status = 'closed'`)
      if (isOneOf(8)) await updateSilently(`status = 'active'`)
      if (isOneOf(8)) await updateSilently('unread_count = 0')
      if (isOneOf(8)) await updateSilently('auto_reply = true, auto_reply_off_by = null')
      if (isOneOf(12)) {
        const behavior = { manualOnReply: isOneOf(2), autoOpenDelay: Math.floor(random() * 60) }
        await owner.get('PATCH', `/api/widget/${project.widgetConfigId}`, { behavior })
        await owner.get('POST', `/api/projects/${project.id}/publish`, {})
      }
      const drafts = Array.from({ length: 1 + Math.floor(random() * 3) }, create)
      sent.push(...drafts)
      return drafts
    }
  }

  function comparable(outcome: Outcome) {
    if (typeof outcome === 'string') return outcome
    const { message, state, isDuplicate, isStartOrReopening, isAutoReplyChanged } = outcome
    const { seq, text, from, createdAt } = message
    const kind = isDuplicate ? 'duplicate' : 'new'
    return {
      kind,
      message: { seq, text, from, createdAt },
      state: comparableState(state),
      isStartOrReopening,
      isAutoReplyChanged,
    }
  }

  /** Without the ids, the version, and the settings of the release, which are only read when they are needed. */
  function comparableState(state: SessionState | null) {
    if (!state) return null
    const { sessionId, projectId, visitorId, version, release, autoReplyOffBy, ...rest } = state
    return { ...rest, autoReplyOffBy: autoReplyOffBy !== null }
  }
})

test('two processes that write the same conversation alternately both store every message', async () => {
  const { companyId, sessionId, draft, state } = await createConversation()
  const [one, other] = [createProcess(), createProcess()]
  const senders = [
    [one, 'visitor'],
    [other, 'agent'],
  ] as const
  for (let round = 0; round < 5; round++) {
    for (const [process, from] of senders) {
      const { message } = await process.post(companyId, draft(from))
      expect(process.cache.get(companyId, sessionId)).toEqual(await state())
      expect(message.seq).toBe((await state())?.lastSeq)
    }
  }
  expect(await state()).toMatchObject({ lastSeq: 11, lastSender: 'agent' })
})

test('a duplicate that another process stored is answered with the stored message', async () => {
  const { companyId, draft, owner, sessionId } = await createConversation()
  const [one, other] = [createProcess(), createProcess()]
  await Promise.all([one, other].map(({ post }) => post(companyId, draft('visitor'))))
  const same = draft('visitor')
  const posted = await Promise.all([one, other].map(({ post }) => post(companyId, same)))
  const later = await other.post(companyId, same)
  expect(new Set([...posted, later].map(({ message }) => message._id)).size).toBe(1)
  expect(posted.filter(({ isDuplicate }) => isDuplicate)).toHaveLength(1)
  expect((await listMessages(owner, sessionId)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
})

test('a message is refused when another process has closed the conversation', async () => {
  const { companyId, draft, updateSilently, state } = await createConversation()
  const [one, other] = [createProcess(), createProcess()]
  await one.post(companyId, draft('agent'))
  await other.post(companyId, draft('agent'))
  await updateSilently(`status = 'closed'`)
  for (const { post } of [one, other])
    await expect(post(companyId, draft('agent'))).rejects.toMatchObject({ code: 'closed' })
  expect(await state()).toMatchObject({ lastSeq: 3, status: 'closed' })
})

test('concurrent processes assign gapless seqs and lose no unread count', async () => {
  const { companyId, draft, state, owner, sessionId } = await createConversation()
  const processes = [createProcess(), createProcess(), createProcess()]
  for (let round = 0; round < 15; round++) {
    await Promise.all(
      processes.flatMap(({ post }) => [post(companyId, draft('visitor')), post(companyId, draft('visitor'))]),
    )
  }
  expect(await state()).toMatchObject({ lastSeq: 91, unread: 91 })
  const messages = await fixtures.server.app.db.company(
    companyId,
    (sql) => sql<{ seq: number }>`select seq from messages where session_id = ${sessionId} order by seq`,
  )
  expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 91 }, (_, index) => index + 1))
  expect((await listMessages(owner, sessionId)).length).toBeGreaterThan(0)
})
