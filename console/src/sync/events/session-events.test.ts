import type { Note } from '@aichat/contracts/chat/notes'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMessage, createPage, createSession } from '../fixtures.ts'
import { createNoteCache, noteKeys } from '../note-cache.ts'
import { createSessionCache, sessionKeys } from '../session-cache.ts'
import type { SessionPage } from '../session-list.ts'
import { createThreadCache, threadKeys } from '../thread-cache.ts'
import { createTimers } from '../timers.ts'
import { createSessionEvents } from './session-events.ts'

const activeList = sessionKeys.list({ status: 'active', search: '' })

function setUp({ openId = null as string | null } = {}) {
  const client = new QueryClient()
  const effects = {
    outbox: { confirm: vi.fn() },
    markReadWhenVisible: vi.fn(),
    playChime: vi.fn(),
  }
  const events = createSessionEvents({
    sessions: createSessionCache(client),
    threads: createThreadCache(client),
    notes: createNoteCache(client),
    timers: createTimers(),
    getOpenSessionId: () => openId,
    getUserId: () => 'agent',
    ...effects,
  })
  client.setQueryData(activeList, createPage(createSession('session'), createSession('other')))
  client.setQueryData(sessionKeys.unread, 0)
  client.setQueryData(noteKeys.mentions, { mentions: [], unread: 0 })
  return {
    client,
    events,
    ...effects,
    row: (sessionId = 'session') =>
      client
        .getQueryData<SessionPage>(activeList)
        ?.sessions.find((session) => session.sessionId === sessionId),
    thread: () => client.getQueryData<{ messages: { seq: number }[] }>(threadKeys.messages('session')),
    isTyping: () => client.getQueryData(threadKeys.isTyping('session')),
    replyDraft: () => client.getQueryData(threadKeys.replyDraft('session')),
    isReloading: (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated === true,
  }
}

function openThread(client: QueryClient, ...seqs: number[]) {
  const messages = seqs.map((seq) => createMessage(seq))
  client.setQueryData(threadKeys.messages('session'), { messages, hasOlder: false })
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('message:new', () => {
  test('updates the row, counts the message as unread and plays the chime', () => {
    const { events, row, playChime } = setUp()
    events['message:new']({ message: createMessage(2) })
    expect(row()).toMatchObject({ lastMessage: 'text 2', lastSeq: 2, unreadCountAgent: 1 })
    expect(playChime).toHaveBeenCalledExactlyOnceWith('id-2', 'session')
  })

  test('reloads the unread badge 200 ms later, once for several messages', () => {
    const { events, isReloading, client } = setUp()
    const invalidate = vi.spyOn(client, 'invalidateQueries')
    events['message:new']({ message: createMessage(2) })
    events['message:new']({ message: createMessage(3) })
    vi.advanceTimersByTime(199)
    expect(isReloading(sessionKeys.unread)).toBe(false)
    vi.advanceTimersByTime(1)
    expect(isReloading(sessionKeys.unread)).toBe(true)
    expect(invalidate).toHaveBeenCalledTimes(1)
  })

  test('moves the conversation between the views and reloads their counts', () => {
    const { client, events, isReloading } = setUp()
    const needsYou = sessionKeys.list({ status: 'active', search: '', view: 'needs_you' })
    const answered = sessionKeys.list({ status: 'active', search: '', view: 'ai' })
    client.setQueryData(activeList, createPage(createSession('session', { autoReplyEnabled: false })))
    for (const list of [needsYou, answered]) client.setQueryData(list, createPage())
    client.setQueryData(sessionKeys.viewCounts, {})
    const idsIn = (list: readonly unknown[]) =>
      client.getQueryData<SessionPage>(list)?.sessions.map(({ sessionId }) => sessionId)
    events['message:new']({ message: createMessage(2) })
    expect([idsIn(needsYou), idsIn(answered)]).toEqual([['session'], []])
    events['message:new']({ message: createMessage(3, { from: 'agent', isAi: true }) })
    expect([idsIn(needsYou), idsIn(answered)]).toEqual([[], ['session']])
    vi.advanceTimersByTime(1000)
    expect(isReloading(sessionKeys.viewCounts)).toBe(true)
  })

  test('marks an open conversation as read 200 ms later, without counting and without a chime', () => {
    const { events, row, playChime, markReadWhenVisible } = setUp({ openId: 'session' })
    events['message:new']({ message: createMessage(2) })
    expect(row()).toMatchObject({ unreadCountAgent: 0 })
    expect(playChime).not.toHaveBeenCalled()
    vi.advanceTimersByTime(199)
    expect(markReadWhenVisible).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(markReadWhenVisible).toHaveBeenCalledExactlyOnceWith('session')
  })

  test('reloads the lists 500 ms later when the conversation is not listed', () => {
    const { events, isReloading } = setUp()
    events['message:new']({ message: createMessage(1, { sessionId: 'unknown' }) })
    vi.advanceTimersByTime(499)
    expect(isReloading(activeList)).toBe(false)
    vi.advanceTimersByTime(1)
    expect(isReloading(activeList)).toBe(true)
  })

  test('does not reload the lists when the conversation is listed', () => {
    const { events, isReloading } = setUp()
    events['message:new']({ message: createMessage(2) })
    vi.advanceTimersByTime(1000)
    expect(isReloading(activeList)).toBe(false)
  })

  test('adds the message to a loaded thread, and loads nothing for a thread that is not open', () => {
    const { events, client, thread } = setUp()
    events['message:new']({ message: createMessage(2) })
    expect(thread()).toBeUndefined()
    openThread(client, 1, 2)
    events['message:new']({ message: createMessage(3) })
    expect(thread()?.messages.map(({ seq }) => seq)).toEqual([1, 2, 3])
  })

  test('loads the missing messages when there is a gap', async () => {
    const { events, client } = setUp()
    const load = vi.fn(async () => ({ messages: [], hasOlder: false }))
    client.setQueryDefaults(threadKeys.messages('session'), { queryFn: load })
    openThread(client, 1, 2)
    events['message:new']({ message: createMessage(3) })
    expect(load).not.toHaveBeenCalled()
    events['message:new']({ message: createMessage(5) })
    expect(load).toHaveBeenCalledOnce()
  })

  test('removes the pending message with the same clientId', () => {
    const { events, outbox } = setUp()
    events['message:new']({ message: createMessage(2, { from: 'agent' }) })
    expect(outbox.confirm).toHaveBeenCalledWith('client-2')
  })

  test('ignores the last 100 messages when they arrive again', () => {
    const { events, playChime } = setUp()
    for (let seq = 2; seq <= 101; seq += 1) events['message:new']({ message: createMessage(seq) })
    expect(playChime).toHaveBeenCalledTimes(100)
    events['message:new']({ message: createMessage(2) })
    expect(playChime).toHaveBeenCalledTimes(100)
    events['message:new']({ message: createMessage(102) })
    events['message:new']({ message: createMessage(2) })
    expect(playChime).toHaveBeenCalledTimes(102)
  })

  test('does not count a duplicate as unread', () => {
    const { events, row } = setUp()
    events['message:new']({ message: createMessage(2) })
    events['message:new']({ message: createMessage(2) })
    expect(row()).toMatchObject({ unreadCountAgent: 1 })
  })

  test('ends the typing indicator of the visitor', () => {
    const { events, isTyping } = setUp()
    events['typing:update']({ sessionId: 'session', from: 'visitor', isTyping: true })
    events['message:new']({ message: createMessage(2) })
    expect(isTyping()).toBe(false)
  })

  test('replaces the unfinished reply with the message of the AI, silently', () => {
    const { events, replyDraft, playChime } = setUp()
    events['message:delta']({ sessionId: 'session', clientId: 'reply', text: 'We are op' })
    events['message:new']({ message: createMessage(2, { from: 'agent', isAi: true }) })
    expect(replyDraft()).toBeNull()
    expect(playChime).not.toHaveBeenCalled()
  })
})

describe('message:delta', () => {
  test('shows the unfinished reply for at most 25 seconds after the last part', () => {
    const { events, replyDraft } = setUp()
    events['message:delta']({ sessionId: 'session', clientId: 'reply', text: 'We' })
    vi.advanceTimersByTime(24_999)
    events['message:delta']({ sessionId: 'session', clientId: 'reply', text: 'We are' })
    vi.advanceTimersByTime(24_999)
    expect(replyDraft()).toBe('We are')
    vi.advanceTimersByTime(1)
    expect(replyDraft()).toBeNull()
  })
})

describe('message:rated', () => {
  test('stores the rating in a loaded thread', () => {
    const { events, client, thread } = setUp()
    openThread(client, 1)
    const feedback = { rating: 5, comment: '' }
    events['message:rated']({ sessionId: 'session', messageId: 'id-1', feedback })
    expect(thread()?.messages[0]).toMatchObject({ meta: { feedback } })
  })
})

describe('typing:update', () => {
  test('ends five seconds after the last event', () => {
    const { events, isTyping } = setUp()
    events['typing:update']({ sessionId: 'session', from: 'visitor', isTyping: true })
    vi.advanceTimersByTime(4999)
    events['typing:update']({ sessionId: 'session', from: 'visitor', isTyping: true })
    vi.advanceTimersByTime(4999)
    expect(isTyping()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(isTyping()).toBe(false)
  })

  test('ignores agents', () => {
    const { events, isTyping } = setUp()
    events['typing:update']({ sessionId: 'session', from: 'agent', isTyping: true })
    expect(isTyping()).toBeUndefined()
  })

  test('shows that the AI is writing when a reply takes longer', () => {
    const { events, replyDraft } = setUp()
    const typing = { sessionId: 'session', from: 'agent' as const, isAi: true }
    events['typing:update']({ ...typing, isTyping: true })
    events['typing:update']({ ...typing, isTyping: false })
    vi.advanceTimersByTime(1000)
    expect(replyDraft()).toBeNull()
    events['typing:update']({ ...typing, isTyping: true })
    vi.advanceTimersByTime(1000)
    expect(replyDraft()).toBe('')
    events['message:delta']({ sessionId: 'session', clientId: 'reply', text: 'We are open' })
    events['typing:update']({ ...typing, isTyping: true })
    vi.advanceTimersByTime(1000)
    expect(replyDraft()).toBe('We are open')
    events['typing:update']({ ...typing, isTyping: false })
    vi.advanceTimersByTime(0)
    expect(replyDraft()).toBeNull()
  })
})

describe('session:upsert', () => {
  test('adds the conversation to the list that it matches, before the reload', () => {
    const { events, row } = setUp()
    events['session:upsert']({ session: createSession('new') })
    expect(row('new')).toBeDefined()
  })

  test('reloads the lists 300 ms after the first of several events', () => {
    const { events, isReloading, client } = setUp()
    const invalidate = vi.spyOn(client, 'invalidateQueries')
    events['session:upsert']({ session: createSession('a') })
    vi.advanceTimersByTime(200)
    events['session:upsert']({ session: createSession('b') })
    vi.advanceTimersByTime(99)
    expect(isReloading(activeList)).toBe(false)
    vi.advanceTimersByTime(1)
    expect(isReloading(activeList)).toBe(true)
    const listReloads = invalidate.mock.calls.filter(([filter]) => filter?.queryKey === sessionKeys.lists)
    expect(listReloads).toHaveLength(1)
  })
})

describe('a conversation that arrives late', () => {
  const older = { revision: 4, lastSeq: 2, lastMessage: 'older' }
  const newer = { revision: 5, lastSeq: 2, lastMessage: 'newer' }

  test('does not replace one with a higher revision', () => {
    const { events, client, row } = setUp()
    events['session:upsert']({ session: createSession('session', newer) })
    events['session:upsert']({ session: createSession('session', older) })
    expect(row()).toMatchObject(newer)
    expect(client.getQueryData(sessionKeys.one('session'))).toMatchObject(newer)
  })

  test('does not replace one that a newer message has changed', () => {
    const { events, row } = setUp()
    events['message:new']({ message: createMessage(3) })
    events['session:upsert']({ session: createSession('session', newer) })
    expect(row()).toMatchObject({ lastSeq: 3, lastMessage: 'text 3', unreadCountAgent: 1 })
  })

  test('replaces one of the same revision, which presence does not change', () => {
    const { events, row } = setUp()
    events['session:upsert']({ session: createSession('session', { ...newer, online: false }) })
    expect(row()).toMatchObject({ ...newer, online: false })
    events['session:upsert']({ session: createSession('session', { ...newer, online: true }) })
    expect(row()).toMatchObject({ online: true })
  })

  test('does not bring a deleted one back', () => {
    const { events, client, row } = setUp()
    events['sessions:removed']({ sessionIds: ['session'] })
    events['session:upsert']({ session: createSession('session', newer) })
    expect(row()).toBeUndefined()
    expect(client.getQueryData(sessionKeys.one('session'))).toBeNull()
  })
})

describe('session:patched', () => {
  test('patches the row and the single conversation, and reloads the unread badge', () => {
    const { events, client, row, isReloading } = setUp()
    client.setQueryData(sessionKeys.one('session'), createSession('session'))
    events['session:patched']({ sessionId: 'session', patch: { unreadCountAgent: 3 } })
    expect(row()).toMatchObject({ unreadCountAgent: 3 })
    expect(client.getQueryData(sessionKeys.one('session'))).toMatchObject({ unreadCountAgent: 3 })
    vi.advanceTimersByTime(200)
    expect(isReloading(sessionKeys.unread)).toBe(true)
    expect(isReloading(activeList)).toBe(false)
  })

  test('removes a row that no longer matches the filter', () => {
    const { events, row } = setUp()
    events['session:patched']({ sessionId: 'session', patch: { status: 'closed' } })
    expect(row()).toBeUndefined()
  })
})

describe('presence:update', () => {
  test('shows whether the visitor is online', () => {
    const { events, row } = setUp()
    events['presence:update']({ sessionId: 'session', online: false })
    expect(row()).toMatchObject({ online: false })
  })
})

describe('sessions:removed', () => {
  test('removes the rows, marks the conversations as deleted and reloads the lists', () => {
    const { events, client, row, isReloading } = setUp()
    client.setQueryData(sessionKeys.one('session'), createSession('session'))
    openThread(client, 1)
    events['sessions:removed']({ sessionIds: ['session'] })
    expect(row()).toBeUndefined()
    expect(row('other')).toBeDefined()
    expect(client.getQueryData<SessionPage>(activeList)).toMatchObject({ total: 1 })
    expect(client.getQueryData(sessionKeys.one('session'))).toBeNull()
    expect(client.getQueryData(threadKeys.messages('session'))).toBeUndefined()
    vi.advanceTimersByTime(300)
    expect(isReloading(activeList)).toBe(true)
    expect(isReloading(sessionKeys.unread)).toBe(true)
  })
})

describe('project:removed', () => {
  test('removes its conversations at once, also the open one that the list does not show', () => {
    const { events, client, row, isReloading } = setUp()
    const projectId = { _id: 'another', name: 'Another' }
    client.setQueryData(
      activeList,
      createPage(createSession('session'), createSession('other', { projectId })),
    )
    for (const id of ['session', 'open']) client.setQueryData(sessionKeys.one(id), createSession(id))
    events['project:removed']({ projectId: 'project' })
    expect(row()).toBeUndefined()
    expect(row('other')).toBeDefined()
    for (const id of ['session', 'open']) {
      expect(client.getQueryData(sessionKeys.one(id))).toBeNull()
      expect(client.getQueryData(sessionKeys.deletedWithProject(id))).toBe(true)
    }
    expect(isReloading(sessionKeys.unread)).toBe(true)
  })
})

describe('a new assignment', () => {
  const assigned = { assignedAgentId: 'agent', isAssignmentNew: true, revision: 2 }

  test('plays the chime once, and reloads the assignments', () => {
    const { events, client, playChime, isReloading } = setUp()
    client.setQueryData(sessionKeys.assignments, [])
    events['session:upsert']({ session: createSession('session', assigned) })
    events['session:upsert']({ session: createSession('session', { ...assigned, revision: 3 }) })
    expect(playChime).toHaveBeenCalledExactlyOnceWith('assigned session 2', 'session')
    vi.advanceTimersByTime(300)
    expect(isReloading(sessionKeys.assignments)).toBe(true)
  })

  test.each([
    { ...assigned, assignedAgentId: 'colleague' },
    { ...assigned, isAssignmentNew: false },
  ])('is silent for %j', (extra) => {
    const { events, playChime } = setUp()
    events['session:upsert']({ session: createSession('session', extra) })
    expect(playChime).not.toHaveBeenCalled()
  })
})

describe('notes and mentions', () => {
  const note = { id: 'note', sessionId: 'session' } as Note
  const notes = (client: QueryClient) => client.getQueryData<Note[]>(noteKeys.ofSession('session'))

  test('adds a note once, and only where the notes are loaded', () => {
    const { events, client } = setUp()
    events['note:new']({ note })
    expect(notes(client)).toBeUndefined()
    client.setQueryData(noteKeys.ofSession('session'), [])
    events['note:new']({ note })
    events['note:new']({ note })
    expect(notes(client)).toEqual([note])
  })

  test('loads the notes again that the server may have read before a new one', async () => {
    const { events, client } = setUp()
    const load = vi.fn<() => Promise<Note[]>>().mockReturnValueOnce(new Promise(() => {}))
    load.mockResolvedValue([note])
    client.setQueryDefaults(noteKeys.ofSession('session'), { queryFn: load })
    const observer = new QueryObserver(client, { queryKey: noteKeys.ofSession('session') })
    const stop = observer.subscribe(() => {})
    expect(load).toHaveBeenCalledOnce()
    events['note:new']({ note })
    await expect.poll(() => notes(client)).toEqual([note])
    expect(load).toHaveBeenCalledTimes(2)
    stop()
  })

  test('removes a deleted note', () => {
    const { events, client } = setUp()
    client.setQueryData(noteKeys.ofSession('session'), [note])
    events['note:removed']({ sessionId: 'session', noteId: 'note' })
    expect(notes(client)).toEqual([])
  })

  test('plays the chime for a mention and reloads the mentions', () => {
    const { events, playChime, isReloading } = setUp()
    events['mention:new']({ note })
    expect(playChime).toHaveBeenCalledExactlyOnceWith('note', 'session')
    expect(isReloading(noteKeys.mentions)).toBe(true)
  })
})
