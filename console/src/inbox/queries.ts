import {
  type Session,
  type SessionStatus,
  sessionLimits,
  sessionRoutes,
} from '@aichat/contracts/chat/sessions'
import { useQuery } from '@tanstack/react-query'
import { api } from '../kit/http/api.ts'
import { download, saveFile } from '../kit/http/download.ts'
import { log } from '../kit/log.ts'
import { sessionKeys } from '../sync/session-cache.ts'
import { isWaitingForTeam, type ListFilter } from '../sync/session-list.ts'

const calls = api(sessionRoutes)

/** The newest active conversations with unread messages, those that wait for the team first. Reloaded with the unread badge. */
export function useUnreadSessions(maxSessions: number) {
  return useQuery({
    queryKey: [...sessionKeys.unread, 'newest', maxSessions] as const,
    queryFn: async ({ signal }) => {
      try {
        return (await loadNewestUnread(maxSessions, signal)).slice(0, maxSessions)
      } catch (error) {
        if (!signal.aborted) log('Failed to load unread conversations', error)
        throw error
      }
    },
  })
}

/** Usually the first page has enough of them; only otherwise the largest page is loaded. */
async function loadNewestUnread(maxSessions: number, signal: AbortSignal): Promise<Session[]> {
  for (const limit of [sessionLimits.pageSize, sessionLimits.pageSizeMax]) {
    const page = await calls.list({ query: { status: 'active', limit: String(limit) }, signal })
    const unread = page.sessions.filter((session) => session.unreadCountAgent > 0)
    const isComplete = page.total <= limit || countUnread(unread) >= page.unreadTotal
    if (unread.length >= maxSessions || isComplete || limit === sessionLimits.pageSizeMax)
      return [...unread.filter(isWaitingForTeam), ...unread.filter((session) => !isWaitingForTeam(session))]
  }
  return []
}

function countUnread(sessions: readonly Session[]) {
  return sessions.reduce((sum, { unreadCountAgent }) => sum + unreadCountAgent, 0)
}

/** How many active conversations each view has, up to `sessionLimits.viewCountMax`. Reloaded after events. */
export function useViewCounts({ projectId, labelId }: ListFilter, isEnabled: boolean) {
  return useQuery({
    queryKey: [...sessionKeys.viewCounts, projectId, labelId] as const,
    queryFn: async ({ signal }) => {
      try {
        return await calls.viewCounts({ query: { projectId, labelId }, signal })
      } catch (error) {
        if (!signal.aborted) log('Failed to count the conversations of each view', error)
        throw error
      }
    },
    enabled: isEnabled,
  }).data
}

export async function exportConversations(status: SessionStatus | undefined) {
  saveFile(await download(sessionRoutes.exportAll, { params: {}, query: { status } }))
}
