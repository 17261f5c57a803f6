import type { Session } from '@aichat/contracts/chat/sessions'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { createMessage, createPage, createSession } from '../fixtures.ts'
import { createNoteCache, noteKeys } from '../note-cache.ts'
import { createSessionCache, sessionKeys } from '../session-cache.ts'
import { createThreadCache, threadKeys } from '../thread-cache.ts'
import { createResync } from './resync.ts'

const activeList = sessionKeys.list({ status: 'active', search: '' })

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  return () => vi.restoreAllMocks()
})

function setUp({ openId = null as string | null, isHalfOpen = false } = {}) {
  const client = new QueryClient()
  const loadMessages = vi.fn(async () => ({ messages: [], hasOlder: false }))
  client.setQueryDefaults(['sessions', 'thread'], { queryFn: loadMessages })
  client.setQueryData(activeList, createPage(createSession('session')))
  client.setQueryData(sessionKeys.unread, 0)
  client.setQueryData(sessionKeys.viewCounts, {})
  client.setQueryData(noteKeys.ofSession('session'), [])
  client.setQueryData(noteKeys.mentions, { mentions: [], unread: 0 })
  const context = {
    outbox: { resume: vi.fn() },
    fetchChanges: vi.fn(
      async (
        _rev: number | null,
      ): Promise<{ rev: number; changed: Session[]; hasMore?: boolean; reset?: boolean }> => ({
        rev: 1,
        changed: [createSession('session')],
      }),
    ),
    isHalfOpen: () => isHalfOpen,
    reconnect: vi.fn(),
    getOpenSessionId: () => openId,
    retryMarkRead: vi.fn(),
  }
  const resync = createResync({
    sessions: createSessionCache(client),
    threads: createThreadCache(client),
    notes: createNoteCache(client),
    ...context,
  })
  const isReloading = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated === true
  return { client, resync, context, loadMessages, isReloading }
}

function openThread(client: QueryClient, lastSeq: number) {
  client.setQueryData(threadKeys.messages('session'), { messages: [createMessage(lastSeq)], hasOlder: true })
}

test('asks for the changes since the last revision', async () => {
  const { resync, context } = setUp()
  await resync.heartbeat()
  await resync.heartbeat()
  expect(context.fetchChanges.mock.calls).toEqual([[null], [1]])
})

test('stores changed conversations and reloads the unread badge and the counts of the views', async () => {
  const { client, resync, context, isReloading } = setUp()
  const session = createSession('session', { lastMessage: 'missed', lastSeq: 9 })
  context.fetchChanges.mockResolvedValue({ rev: 2, changed: [session] })
  await resync.heartbeat()
  expect(client.getQueryData(activeList)).toMatchObject({ sessions: [{ lastMessage: 'missed' }] })
  expect(isReloading(sessionKeys.unread)).toBe(true)
  expect(isReloading(sessionKeys.viewCounts)).toBe(true)
})

test('asks again at once while more conversations have changed', async () => {
  const { resync, context } = setUp()
  context.fetchChanges.mockResolvedValueOnce({ rev: 7, changed: [createSession('session')], hasMore: true })
  await resync.heartbeat()
  await resync.heartbeat()
  expect(context.fetchChanges.mock.calls).toEqual([[null], [7], [1]])
})

test('reloads the lists when conversations have been removed', async () => {
  const { resync, context, isReloading } = setUp()
  await resync.heartbeat()
  expect(isReloading(activeList)).toBe(false)
  context.fetchChanges.mockResolvedValue({ rev: 2, changed: [], reset: true })
  await resync.heartbeat()
  expect(isReloading(activeList)).toBe(true)
  expect(isReloading(sessionKeys.unread)).toBe(true)
})

test('does not reload the unread badge when nothing has changed', async () => {
  const { resync, context, isReloading } = setUp()
  context.fetchChanges.mockResolvedValue({ rev: 2, changed: [] })
  await resync.heartbeat()
  expect(isReloading(sessionKeys.unread)).toBe(false)
})

test('loads everything again when the revision of the server went back', async () => {
  const { client, resync, context } = setUp()
  context.fetchChanges.mockResolvedValue({ rev: 9, changed: [] })
  await resync.heartbeat()
  expect(client.getQueryData(activeList)).toBeDefined()
  context.fetchChanges.mockResolvedValue({ rev: 3, changed: [] })
  await resync.heartbeat()
  expect(client.getQueryData(activeList)).toBeUndefined()
})

test('loads missing messages only for a thread that is behind', async () => {
  const { client, resync, context, loadMessages } = setUp()
  openThread(client, 5)
  context.fetchChanges.mockResolvedValue({ rev: 2, changed: [createSession('session', { lastSeq: 5 })] })
  await resync.heartbeat()
  expect(loadMessages).not.toHaveBeenCalled()
  context.fetchChanges.mockResolvedValue({ rev: 3, changed: [createSession('session', { lastSeq: 6 })] })
  await resync.heartbeat()
  expect(loadMessages).toHaveBeenCalledOnce()
})

test.each([true, false])(
  'reconnects after a failure if the connection is half-open: %s',
  async (isHalfOpen) => {
    const { resync, context } = setUp({ isHalfOpen })
    context.fetchChanges.mockRejectedValue(new Error('timeout'))
    await resync.heartbeat()
    expect(context.reconnect).toHaveBeenCalledTimes(isHalfOpen ? 1 : 0)
  },
)

test('reloads everything after a reconnect and sends waiting messages', () => {
  const { resync, context, isReloading } = setUp()
  resync.onReconnect()
  expect(context.fetchChanges).toHaveBeenCalledOnce()
  for (const key of [activeList, sessionKeys.unread, noteKeys.ofSession('session'), noteKeys.mentions])
    expect(isReloading(key)).toBe(true)
  expect(context.outbox.resume).toHaveBeenCalledOnce()
  expect(context.retryMarkRead).not.toHaveBeenCalled()
})

test('brings the open conversation up to date after a reconnect', () => {
  const { client, resync, context, loadMessages } = setUp({ openId: 'session' })
  openThread(client, 5)
  client.setQueryData(threadKeys.replyDraft('session'), 'We are op')
  resync.onReconnect()
  expect(client.getQueryData(threadKeys.replyDraft('session'))).toBeNull()
  expect(loadMessages).toHaveBeenCalledOnce()
  expect(context.retryMarkRead).toHaveBeenCalledExactlyOnceWith('session')
})
