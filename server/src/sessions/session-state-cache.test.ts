import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createCast, messagesOf, publishedProject } from '../../test/fixtures.ts'
import type { Db, Sql } from '../kit/db/db.ts'
import { internalMessages, type Realtime } from '../kit/realtime/realtime.ts'
import type { Draft } from './plan-batch.ts'
import { createPost } from './post.ts'
import { createSessionStateCache } from './session-state-cache.ts'
import type { State } from './state.ts'
import { findState } from './store.ts'

const cast = createCast()

type Process = { hear(namespace: string, name: string, data: unknown): void }

/** A process of its own, as far as messages go: it has its own memory, and hears of others what `hear` is given. */
function createProcess() {
  const { app } = cast.server
  let statements = 0
  const counted = <Tag extends (...given: never[]) => unknown>(tag: Tag) =>
    ((...given: never[]) => {
      statements++
      return tag(...given)
    }) as Tag
  const db: Db = {
    ...app.db,
    company: (companyId, work) =>
      app.db.company(companyId, (sql) =>
        work(
          Object.assign(counted(sql), { last: counted(sql.andCommit), often: counted(sql.prepared) }) as Sql,
        ),
      ),
  }
  const listeners = new Map<string, (name: string, data: unknown) => void>()
  const others: Process[] = []
  const hear = (namespace: string, name: string, data: unknown) => listeners.get(namespace)?.(name, data)
  const realtime = {
    ...app.realtime,
    overhear: (namespace: string, listener: (name: string, data: unknown) => void) => {
      listeners.set(namespace, listener)
    },
    whisper: (name: string, data: unknown) => {
      for (const other of others) other.hear(internalMessages, name, JSON.parse(JSON.stringify(data)))
    },
    publish() {},
  } as Realtime
  const kept = createSessionStateCache(realtime)
  const post = createPost({ ...app, db, realtime }, kept)
  return {
    post,
    kept,
    hear,
    isHeardBy: (other: Process) => void others.push(other),
    /** How many statements `work` takes. */
    async statements(work: () => Promise<unknown>): Promise<number> {
      const before = statements
      await work()
      return statements - before
    },
  }
}

async function conversation() {
  const owner = await cast.signUp('acme')
  const project = await publishedProject(owner)
  const visitor = await cast.visitor(project.publicKey)
  const line = await visitor.connect()
  const { session } = await line.ask('message:send', { text: 'First', clientId: 'v1' })
  const companyId: string = owner.data.company.id
  const sessionId: string = session.sessionId
  const { db } = cast.server.app
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
  /** Changes the conversation and tells nobody. */
  const secretly = (set: string) =>
    db.company(companyId, (sql) =>
      sql(
        Object.assign([`update session_states set ${set} where session_id = `, ''], { raw: [] }) as never,
        sessionId,
      ),
    )
  return { owner, companyId, sessionId, state, draft, secretly }
}

describe('a conversation that this process wrote last', () => {
  test('takes the next message in one statement', async () => {
    const { companyId, draft, state } = await conversation()
    const { post, statements } = createProcess()
    expect(await statements(() => post(companyId, draft('visitor')))).toBe(2)
    expect(await statements(() => post(companyId, draft('visitor')))).toBe(1)
    expect(await statements(() => post(companyId, draft('agent')))).toBe(1)
    expect(await state()).toMatchObject({ lastSeq: 4, unread: 3, lastSender: 'agent' })
  })

  test('is read anew when it has changed, though nobody said so', async () => {
    const { companyId, draft, secretly, state } = await conversation()
    const { post, statements } = createProcess()
    await post(companyId, draft('visitor'))
    await secretly('unread_count = 0')
    expect(await statements(() => post(companyId, draft('visitor')))).toBe(3)
    expect(await state()).toMatchObject({ lastSeq: 3, unread: 1 })
    await secretly(`status = 'closed'`)
    await expect(post(companyId, draft('agent'))).rejects.toMatchObject({ code: 'closed' })
    expect(await state()).toMatchObject({ lastSeq: 3, status: 'closed' })
  })

  test('is thrown away when others tell of it', async () => {
    const { companyId, sessionId, draft } = await conversation()
    const { post, hear, statements } = createProcess()
    const next = () => statements(() => post(companyId, draft('visitor')))
    await next()
    hear('/', 'message:new', { message: { sessionId, seq: 2 } })
    expect(await next(), 'after what it told itself').toBe(1)
    hear('/', 'message:new', { message: { sessionId, seq: 4 } })
    expect(await next(), 'after a newer message').toBe(2)
    hear('/', 'session:upsert', { session: { sessionId } })
    expect(await next(), 'after another change').toBe(2)
    hear('/', 'typing:update', { sessionId })
    expect(await next()).toBe(1)
    hear('/', 'sync:wanted', { withinMs: 0 })
    expect(await next(), 'after others may have told of it unheard').toBe(2)
  })

  test('stays when what is told of it is what was written', async () => {
    const { companyId, draft, owner, sessionId } = await conversation()
    const { post, hear, statements } = createProcess()
    await post(companyId, draft('visitor'))
    const [session] = (await owner.get('GET', '/api/sessions')).sessions
    expect(session).toMatchObject({ sessionId, lastSeq: 2 })
    hear('/', 'session:upsert', { session })
    expect(await statements(() => post(companyId, draft('visitor')))).toBe(1)
    hear('/', 'session:upsert', { session })
    expect(await statements(() => post(companyId, draft('visitor'))), 'after one that is late').toBe(2)
  })

  test('takes the next message at another process in one statement too', async () => {
    const { companyId, draft, state } = await conversation()
    const [one, other] = [createProcess(), createProcess()]
    one.isHeardBy(other)
    other.isHeardBy(one)
    await one.post(companyId, draft('visitor'))
    for (const [process, from] of [
      [other, 'agent'],
      [one, 'visitor'],
      [other, 'agent'],
    ] as const) {
      expect(await process.statements(() => process.post(companyId, draft(from)))).toBe(1)
    }
    expect(await state()).toMatchObject({ lastSeq: 5, unread: 3, lastSender: 'agent' })
    expect(one.kept.one(companyId, (await state())?.sessionId as string)).toEqual(await state())
  })

  test('is not put back to what it was by what comes late', async () => {
    const { companyId, draft, sessionId } = await conversation()
    const { post, kept, hear, statements } = createProcess()
    await post(companyId, draft('visitor'))
    const before = kept.one(companyId, sessionId)
    await post(companyId, draft('visitor'))
    hear(internalMessages, 'states', { companyId, states: [before] })
    expect(await statements(() => post(companyId, draft('visitor')))).toBe(1)
  })

  test('is believed for ten seconds when it was only read, in case a close was told before it was kept', async () => {
    const { companyId, sessionId, state } = await conversation()
    const { kept } = createProcess()
    const read = (await state()) as State
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
    kept.read(companyId, read)
    wait(8000)
    expect(kept.one(companyId, sessionId)).toEqual(read)
    wait(4000)
    expect(kept.one(companyId, sessionId)).toBeNull()
    kept.wrote(companyId, [read], read.version)
    wait(12_000)
    expect(kept.one(companyId, sessionId)).toEqual(read)
  })

  test('is no way in for another company', async () => {
    const { companyId, draft, state } = await conversation()
    const { post, kept } = createProcess()
    await post(companyId, draft('visitor'))
    const stranger = await cast.signUp('other')
    await expect(post(stranger.data.company.id, draft('agent'))).rejects.toMatchObject({ code: 'not_found' })
    const { sessionId, visitorId } = (await state()) as State
    expect(kept.running(companyId, visitorId)).toMatchObject({ sessionId })
    expect(kept.running(stranger.data.company.id, visitorId)).toBeNull()
    expect(kept.one(stranger.data.company.id, sessionId)).toBeNull()
    expect(await state()).toMatchObject({ lastSeq: 2 })
  })

  test('holds a repeat and its first sending together', async () => {
    const { companyId, draft, owner, sessionId } = await conversation()
    const { post } = createProcess()
    await post(companyId, draft('visitor'))
    const same = draft('visitor')
    const all = await Promise.all([post(companyId, same), post(companyId, same), post(companyId, same)])
    const later = await post(companyId, same)
    expect(new Set([...all, later].map(({ message }) => message._id)).size).toBe(1)
    expect(later.isRepeat).toBe(true)
    expect((await messagesOf(owner, sessionId)).map(({ seq }) => seq)).toEqual([1, 2, 3])
  })
})

test('processes that hear nothing of each other give every message a seq of its own, and lose no count', async () => {
  const { companyId, draft, state, owner, sessionId } = await conversation()
  const processes = [createProcess(), createProcess(), createProcess()]
  for (let round = 0; round < 15; round++) {
    await Promise.all(
      processes.flatMap(({ post }) => [post(companyId, draft('visitor')), post(companyId, draft('visitor'))]),
    )
  }
  expect(await state()).toMatchObject({ lastSeq: 91, unread: 91 })
  const messages = await cast.server.app.db.company(
    companyId,
    (sql) => sql<{ seq: number }>`select seq from messages where session_id = ${sessionId} order by seq`,
  )
  expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 91 }, (_, index) => index + 1))
  expect((await messagesOf(owner, sessionId)).length).toBeGreaterThan(0)
})
