import { type Session, sessionLimits, sessionRoutes } from '@aichat/contracts/sessions'
import { useQuery } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import { log } from '../kit/log.ts'
import { sessionKeys } from '../sync/session-cache.ts'

const calls = api(sessionRoutes)

/** The newest active conversations with something unread. Counted anew whenever the badge is. */
export function useUnreadSessions(most: number) {
  return useQuery({
    queryKey: [...sessionKeys.unread, 'newest', most] as const,
    queryFn: async ({ signal }) => {
      try {
        return (await newestUnread(most, signal)).slice(0, most)
      } catch (error) {
        if (!signal.aborted) log('The unread conversations were not loaded', error)
        throw error
      }
    },
  })
}

/** They are mostly among the newest of all; only when they are not, everything is asked for. */
async function newestUnread(most: number, signal: AbortSignal): Promise<Session[]> {
  for (const limit of [sessionLimits.pageSize, sessionLimits.pageSizeMax]) {
    const page = await calls.list({ query: { status: 'active', limit: String(limit) }, signal })
    const unread = page.sessions.filter((session) => session.unreadCountAgent > 0)
    if (unread.length >= most || page.total <= limit || countOf(unread) >= page.unreadTotal) return unread
    if (limit === sessionLimits.pageSizeMax) return unread
  }
  return []
}

function countOf(sessions: readonly Session[]) {
  return sessions.reduce((sum, { unreadCountAgent }) => sum + unreadCountAgent, 0)
}

/** Whether any visitor has ever written. */
export function useHasSessions() {
  return useQuery({
    queryKey: [...sessionKeys.unread, 'any ever'] as const,
    queryFn: async ({ signal }) => (await calls.list({ query: { limit: '1' }, signal })).total > 0,
  })
}
