import type { Message } from '@aichat/contracts/chat/messages'
import type { Session } from '@aichat/contracts/chat/sessions'
import type { QueryClient } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { isOutdated, type ListFilter, patchFromMessage, patchRow, upsertRow } from './session-list.ts'
import { createSessionListCache } from './session-list-cache.ts'

export const sessionKeys = {
  lists: ['sessions', 'list'] as const,
  list: (filter: ListFilter) => ['sessions', 'list', filter] as const,
  one: (sessionId: string) => ['sessions', 'one', sessionId] as const,
  deletedWithProject: (sessionId: string) => ['sessions', 'deleted-with-project', sessionId] as const,
  unread: ['sessions', 'unread'] as const,
  assignments: ['sessions', 'assignments'] as const,
  viewCounts: ['sessions', 'view-counts'] as const,
  allStatuses: ['sessions', 'all-statuses'] as const,
}

export type SessionCache = ReturnType<typeof createSessionCache>

/** The conversations in the query cache: each by its id, and the pages of the list. */
export function createSessionCache(client: QueryClient) {
  const lists = createSessionListCache(client, sessionKeys.lists)

  /** `null` for a deleted conversation. */
  const getOne = (sessionId: string) => client.getQueryData<Session | null>(sessionKeys.one(sessionId))
  const get = (sessionId: string): Session | undefined => getOne(sessionId) ?? lists.find(sessionId)

  /** A deleted conversation stays in the cache as `null`, so that a screen that shows it can say so. */
  function remove(sessionIds: readonly string[]) {
    lists.update((page) => {
      const left = page.sessions.filter(({ sessionId }) => !sessionIds.includes(sessionId))
      return { ...page, sessions: left, total: page.total - (page.sessions.length - left.length) }
    })
    for (const sessionId of sessionIds) client.setQueryData(sessionKeys.one(sessionId), null)
  }

  function cachedSessions(): Session[] {
    const single = client.getQueriesData<Session | null>({
      predicate: ({ queryKey: [scope, kind], queryKey }) =>
        scope === 'sessions' && kind === 'one' && queryKey.length === sessionKeys.one('').length,
    })
    return [...lists.getSessions(), ...single.flatMap(([, one]) => one ?? [])]
  }

  return {
    get,
    isListed: (sessionId: string) => lists.find(sessionId) !== undefined,
    /** Does nothing if the cached conversation is newer, or has been deleted. */
    set(session: Session) {
      if (getOne(session.sessionId) === null || isOutdated(session, get(session.sessionId))) return
      client.setQueryData(sessionKeys.one(session.sessionId), session)
      lists.update((page, filter) => upsertRow(page, filter, session))
    },
    /** Brings conversations that are cached by their id up to date with a list that has just been loaded. */
    refresh(sessions: readonly Session[]) {
      for (const session of sessions) {
        client.setQueryData<Session | null>(
          sessionKeys.one(session.sessionId),
          (cached) => cached && (isOutdated(session, cached) ? cached : session),
        )
      }
    },
    patch(sessionId: string, patch: Partial<Session>) {
      client.setQueryData<Session>(sessionKeys.one(sessionId), (cached) => cached && { ...cached, ...patch })
      lists.update((page, filter) => patchRow(page, filter, sessionId, patch))
    },
    /** A message can also move a conversation into a list that did not have it. */
    applyMessage(message: Message, isOpen: boolean) {
      const session = get(message.sessionId)
      if (!session || message.seq <= session.lastSeq) return
      const patch = patchFromMessage(session, message, isOpen)
      client.setQueryData<Session>(
        sessionKeys.one(message.sessionId),
        (cached) => cached && { ...cached, ...patch },
      )
      lists.update((page, filter) => upsertRow(page, filter, { ...session, ...patch }))
    },
    remove,
    removeProject(projectId: string) {
      const sessionIds = cachedSessions().flatMap(({ sessionId, projectId: { _id } }) =>
        _id === projectId ? sessionId : [],
      )
      for (const sessionId of sessionIds) client.setQueryData(sessionKeys.deletedWithProject(sessionId), true)
      remove(sessionIds)
      return client.invalidateQueries({ queryKey: ['projects'] })
    },
    /** Discards everything and loads again what is on the screen. */
    reset: () => client.resetQueries({ queryKey: ['sessions'] }),
    reloadLists: () => client.invalidateQueries({ queryKey: sessionKeys.lists }),
    reloadAssignments: () => client.invalidateQueries({ queryKey: sessionKeys.assignments }),
    reloadViewCounts: () => client.invalidateQueries({ queryKey: sessionKeys.viewCounts }),
    reloadUnread: () => client.invalidateQueries({ queryKey: sessionKeys.unread }),
  }
}

export const sessionCache = createSessionCache(cache)
