import { type Session, sessionLimits, sessionRoutes } from '@aichat/contracts/chat/sessions'
import { hashKey, keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'
import { log } from '../kit/log.ts'
import { sessionCache, sessionKeys } from './session-cache.ts'
import { appendPage, type ListFilter, replaceFirstPage, type SessionPage } from './session-list.ts'

const calls = api(sessionRoutes)

export function useSessions(filter: ListFilter) {
  return useQuery({
    queryKey: sessionKeys.list(filter),
    queryFn: async ({ signal }) => {
      const page = await calls.list({ query: toQuery(filter), signal })
      sessionCache.refresh(page.sessions)
      return replaceFirstPage(cache.getQueryData<SessionPage>(sessionKeys.list(filter)), page)
    },
    placeholderData: keepPreviousData,
  })
}

/** Loads the next page of a list. A slow answer belongs to the list that it was requested for. */
export function useMoreSessions(filter: ListFilter) {
  const { mutate, variables, isPending, isError } = useMutation({
    mutationFn: ({ filter, cursor }: PageRequest) => calls.list({ query: { ...toQuery(filter), cursor } }),
    onSuccess: (next, { filter, cursor }) =>
      cache.setQueryData<SessionPage>(
        sessionKeys.list(filter),
        // The list may have been reloaded since, and then the next page is another one.
        (loaded) => (loaded?.nextCursor === cursor ? appendPage(loaded, next) : loaded),
      ),
    onError: (error) => log('Failed to load more conversations', error),
  })
  const isForThisList = variables !== undefined && hashKey([variables.filter]) === hashKey([filter])
  // Not from the page on the screen, which is another list's until this one has loaded.
  const cursor = cache.getQueryData<SessionPage>(sessionKeys.list(filter))?.nextCursor
  const load = useCallback(() => {
    if (cursor) mutate({ filter, cursor })
  }, [filter, cursor, mutate])
  return { load, isPending: isPending && isForThisList, isError: isError && isForThisList }
}

type PageRequest = { filter: ListFilter; cursor: string }

function toQuery({ status, search, view, labelId, projectId, assignedTo }: ListFilter) {
  return {
    status: status === 'all' ? undefined : status,
    search: search || undefined,
    limit: String(sessionLimits.pageSize),
    view,
    labelId,
    projectId,
    assignedTo,
  }
}

/** The number of conversations that a filter finds in all statuses; of a search up to one page. Null where it is not known. */
export function useTotalInAllStatuses(filter: Omit<ListFilter, 'status'>, isEnabled: boolean): number | null {
  const { data } = useQuery({
    queryKey: [...sessionKeys.allStatuses, filter] as const,
    queryFn: async ({ signal }) =>
      (await calls.list({ query: toQuery({ ...filter, status: 'all' }), signal })).total,
    enabled: isEnabled,
    // No event updates it.
    gcTime: 0,
  })
  return isEnabled ? (data ?? null) : null
}

/** Active conversations that a colleague has assigned to the signed-in user, and that the user has not opened since. */
export function useNewAssignments() {
  return useQuery({
    queryKey: sessionKeys.assignments,
    queryFn: async ({ signal }) => {
      const query = { status: 'active', assignedTo: 'me', limit: String(sessionLimits.pageSize) } as const
      const { sessions } = await calls.list({ query, signal })
      return sessions.filter(({ isAssignmentNew }) => isAssignmentNew)
    },
  })
}

/** Unread messages in all active conversations. As specified, a failure to load them is silent. */
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

/** Joining a conversation and events fill this query. Until then, the row of a list is used. */
export function useSession(sessionId: string): Session | undefined {
  const { data } = useQuery<Session | null>({
    queryKey: sessionKeys.one(sessionId),
    queryFn: () => sessionCache.get(sessionId) ?? null,
    initialData: () => sessionCache.get(sessionId),
    enabled: false,
  })
  return data ?? undefined
}

/** Whether the conversation was deleted because its project was. */
export function useIsDeletedWithProject(sessionId: string): boolean {
  return useQuery<true>({ queryKey: sessionKeys.deletedWithProject(sessionId), enabled: false }).data === true
}

/** Whether the conversation was deleted after it had been loaded. */
export function useIsSessionDeleted(sessionId: string): boolean {
  return useQuery<Session | null>({ queryKey: sessionKeys.one(sessionId), enabled: false }).data === null
}
