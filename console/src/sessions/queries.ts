import { type Session, type SessionStatus, sessionLimits, sessionRoutes } from '@aichat/contracts/sessions'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import { log } from '../kit/log.ts'
import { AskRefused, ask, whenConnected } from '../kit/socket.ts'
import type { ListFilter } from './list.ts'
import {
  changeThread,
  keepSession,
  knownSession,
  knownThread,
  patchSession,
  reloadUnread,
  renewSessions,
  sessionKeys,
} from './store.ts'
import { contiguousSeq, reduceThread, type Thread } from './thread.ts'

const connectionPatience = 1500

const calls = api(sessionRoutes)

export function useSessions(filter: ListFilter) {
  return useQuery({
    queryKey: sessionKeys.list(filter),
    queryFn: async ({ signal }) => {
      const { status, search, limit } = filter
      const page = await calls.list({
        query: { status, search: search || undefined, limit: String(limit) },
        signal,
      })
      renewSessions(page.sessions)
      return page
    },
    placeholderData: keepPreviousData,
  })
}

/** The badge: unread messages over all active conversations. Silent when it cannot be loaded. */
export function useUnreadTotal(): number {
  const { data } = useQuery({
    queryKey: sessionKeys.unread,
    queryFn: async ({ signal }) => {
      const { unreadTotal } = await calls.list({ query: { status: 'active', limit: '1' }, signal })
      return unreadTotal
    },
  })
  return data ?? 0
}

/** Filled by joins and events; a list's row serves until then. */
export function useSession(sessionId: string): Session | undefined {
  const { data } = useQuery<Session | null>({
    queryKey: sessionKeys.one(sessionId),
    queryFn: () => knownSession(sessionId) ?? null,
    initialData: () => knownSession(sessionId),
    enabled: false,
  })
  return data ?? undefined
}

/** Joins the conversation and answers its messages; after the first time only what came since. */
export function useThread(sessionId: string) {
  return useQuery<Thread>({
    queryKey: sessionKeys.thread(sessionId),
    queryFn: () => loadThread(sessionId),
    staleTime: 0,
    retry: false,
  })
}

async function loadThread(sessionId: string): Promise<Thread> {
  await whenConnected(connectionPatience)
  const before = knownThread(sessionId)
  const lastSeq = before?.messages.length ? contiguousSeq(before) : undefined
  try {
    const { messages, session, reset } = await ask('agent:join', { sessionId, lastSeq })
    keepSession(session)
    return reduceThread(knownThread(sessionId), { type: 'joined', messages, reset })
  } catch (error) {
    if (error instanceof AskRefused) throw error
    log('Joining did not work; reading over HTTP', error)
    const query =
      lastSeq === undefined ? { limit: String(sessionLimits.messages) } : { after: String(lastSeq) }
    const { messages } = await calls.messages({ params: { sessionId }, query })
    return reduceThread(knownThread(sessionId), { type: 'joined', messages })
  }
}

export function useLoadOlder(sessionId: string) {
  return useMutation({
    mutationFn: (before: number) =>
      calls.messages({
        params: { sessionId },
        query: { before: String(before), limit: String(sessionLimits.messages) },
      }),
    onSuccess: ({ messages, hasMore }) => changeThread(sessionId, { type: 'older', messages, hasMore }),
    onError: (error) => log('Older messages were not loaded', error),
  })
}

export async function markRead(sessionId: string) {
  patchSession(sessionId, { unreadCountAgent: 0 })
  try {
    const { session } = await calls.read({ params: { sessionId } })
    keepSession(session)
    const notice = { sessionId, unreadCountAgent: session.unreadCountAgent }
    await ask('session:patched', notice)
  } catch (error) {
    log('The conversation was not marked read', error)
  }
  await reloadUnread()
}

/** Optimistic. As specified, a failure is silent and puts back the opposite of what was asked for. */
export function useAutoReply(sessionId: string) {
  return useMutation({
    mutationFn: (enabled: boolean) => calls.autoReply({ params: { sessionId }, body: { enabled } }),
    onMutate: (enabled) => patchSession(sessionId, { autoReplyEnabled: enabled }),
    onSuccess: ({ session }) => keepSession(session),
    onError: (error, enabled) => {
      log('The auto-reply was not switched', error)
      patchSession(sessionId, { autoReplyEnabled: !enabled })
    },
  })
}

export function useSetStatus(sessionId: string) {
  return useMutation({
    mutationFn: (status: SessionStatus) => calls.status({ params: { sessionId }, body: { status } }),
    onSuccess: ({ session }) => {
      keepSession(session)
      return reloadUnread()
    },
    onError: (error) => log('The status was not changed', error),
  })
}

export function useAssign(sessionId: string) {
  return useMutation({
    mutationFn: (agentId: string | null) => calls.assign({ params: { sessionId }, body: { agentId } }),
    onSuccess: ({ session }) => keepSession(session),
    onError: (error) => log('The conversation was not assigned', error),
  })
}
