import type { Session } from '@aichat/contracts/sessions'
import { cache } from '../kit/cache.ts'
import { type ListFilter, patchRow, type SessionPage, takeSession } from './session-list.ts'
import { reduceThread, type Thread, type ThreadEvent } from './thread.ts'

/** Where the query cache keeps conversations, and the only ways to write there. */
export const sessionKeys = {
  lists: ['sessions', 'list'] as const,
  list: (filter: ListFilter) => ['sessions', 'list', filter] as const,
  one: (sessionId: string) => ['sessions', 'one', sessionId] as const,
  thread: (sessionId: string) => ['sessions', 'thread', sessionId] as const,
  typing: (sessionId: string) => ['sessions', 'typing', sessionId] as const,
  writing: (sessionId: string) => ['sessions', 'writing', sessionId] as const,
  unread: ['sessions', 'unread'] as const,
}

export function keepSession(session: Session) {
  cache.setQueryData(sessionKeys.one(session.sessionId), session)
  changeLists((page, filter) => takeSession(page, filter, session))
}

/** A freshly loaded list also renews what is kept of its conversations one by one. */
export function renewSessions(sessions: readonly Session[]) {
  for (const session of sessions) {
    cache.setQueryData<Session>(sessionKeys.one(session.sessionId), (known) => known && session)
  }
}

export function patchSession(sessionId: string, patch: Partial<Session>) {
  cache.setQueryData<Session>(sessionKeys.one(sessionId), (session) => session && { ...session, ...patch })
  changeLists((page, filter) => patchRow(page, filter, sessionId, patch))
}

/** The session as some list or a join has it. */
export function knownSession(sessionId: string): Session | undefined {
  const one = cache.getQueryData<Session>(sessionKeys.one(sessionId))
  if (one) return one
  for (const [, page] of cache.getQueriesData<SessionPage>({ queryKey: sessionKeys.lists })) {
    const row = page?.sessions.find((session) => session.sessionId === sessionId)
    if (row) return row
  }
}

export function isListed(sessionId: string): boolean {
  return cache
    .getQueriesData<SessionPage>({ queryKey: sessionKeys.lists })
    .some(([, page]) => page?.sessions.some((session) => session.sessionId === sessionId))
}

export function knownThread(sessionId: string): Thread | undefined {
  return cache.getQueryData<Thread>(sessionKeys.thread(sessionId))
}

/** Changes a thread that has been opened; what nobody looks at is loaded when somebody does. */
export function changeThread(sessionId: string, event: ThreadEvent): Thread | undefined {
  const thread = knownThread(sessionId)
  if (!thread) return undefined
  return cache.setQueryData<Thread>(sessionKeys.thread(sessionId), reduceThread(thread, event))
}

/** They are gone, for everybody. Whoever has one open is told when it is asked for again. */
export function dropSessions(sessionIds: readonly string[]) {
  changeLists((page) => {
    const left = page.sessions.filter(({ sessionId }) => !sessionIds.includes(sessionId))
    return { ...page, sessions: left, total: page.total - (page.sessions.length - left.length) }
  })
  for (const sessionId of sessionIds) {
    cache.setQueryData(sessionKeys.one(sessionId), null)
    void cache.resetQueries({ queryKey: sessionKeys.thread(sessionId) })
  }
}

export function reloadLists() {
  return cache.invalidateQueries({ queryKey: sessionKeys.lists })
}

export function reloadUnread() {
  return cache.invalidateQueries({ queryKey: sessionKeys.unread })
}

function changeLists(change: (page: SessionPage, filter: ListFilter) => SessionPage) {
  for (const [key, page] of cache.getQueriesData<SessionPage>({ queryKey: sessionKeys.lists })) {
    const filter = key[2] as ListFilter
    if (page) cache.setQueryData<SessionPage>(key, change(page, filter))
  }
}
