import type { Session } from '@aichat/contracts/chat/sessions'
import { beforeEach, expect, test, vi } from 'vitest'
import { cache } from '../kit/cache.ts'
import { runOptimisticMutation } from '../kit/optimistic-mutation.ts'
import { createPage, createSession } from './fixtures.ts'
import { sessionKeys } from './session-cache.ts'
import type { SessionPage } from './session-list.ts'
import { sessionMutation } from './session-mutation.ts'

const activeList = sessionKeys.list({ status: 'active', search: '' })
const rows = () => cache.getQueryData<SessionPage>(activeList)?.sessions ?? []

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  cache.clear()
  cache.setQueryData(activeList, createPage(createSession('session')))
  return () => vi.restoreAllMocks()
})

function close(send: () => Promise<{ session: Session }>) {
  const mutation = sessionMutation<Session['status']>({
    sessionId: 'session',
    send,
    patch: (status) => ({ status }),
    failure: 'Failed to close the conversation',
  })
  return runOptimisticMutation(mutation, 'closed')
}

test('removes the row of a closed conversation before the server has answered', async () => {
  let shown: Session[] | undefined
  await close(async () => {
    shown = rows()
    return { session: createSession('session', { status: 'closed' }) }
  })
  expect(shown).toEqual([])
  expect(rows()).toEqual([])
})

test('restores the row after a failure, with the changes that arrived in the meantime', async () => {
  cache.setQueryData(sessionKeys.one('session'), createSession('session'))
  const failing = close(async () => {
    const current = cache.getQueryData<Session>(sessionKeys.one('session'))
    cache.setQueryData(sessionKeys.one('session'), { ...current, lastMessage: 'newer' })
    throw new Error('offline')
  })
  await expect(failing).rejects.toThrow('offline')
  expect(rows()).toMatchObject([{ sessionId: 'session', status: 'active', lastMessage: 'newer' }])
})

test('puts the fields of `revert` back instead of the previous ones', async () => {
  const mutation = sessionMutation<boolean>({
    sessionId: 'session',
    send: () => Promise.reject(new Error('offline')),
    patch: (enabled) => ({ autoReplyEnabled: enabled }),
    revert: (enabled) => ({ autoReplyEnabled: !enabled }),
    failure: 'Failed to change auto-reply',
  })
  await expect(runOptimisticMutation(mutation, true)).rejects.toThrow('offline')
  expect(rows()).toMatchObject([{ autoReplyEnabled: false }])
})
