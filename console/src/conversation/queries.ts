import { type Session, type SessionStatus, sessionRoutes } from '@aichat/contracts/chat/sessions'
import { erasureRoutes } from '@aichat/contracts/company/erasure'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../kit/http/api.ts'
import { download, saveFile } from '../kit/http/download.ts'
import { log } from '../kit/log.ts'
import { useOptimisticMutation } from '../kit/optimistic-mutation.ts'
import { sessionCache, sessionKeys } from '../sync/session-cache.ts'
import { sessionMutation } from '../sync/session-mutation.ts'
import { needsHumanMutation } from './session-actions.ts'

const calls = api(sessionRoutes)
const erasureCalls = api(erasureRoutes)

/** Loaded again with every message, page and presence of the visitor. */
export function useVisitor({ sessionId, lastSeq, pageUrl, online }: Session) {
  return useQuery({
    queryKey: [...sessionKeys.one(sessionId), 'visitor', { lastSeq, pageUrl, online }] as const,
    queryFn: ({ signal }) => calls.visitor({ params: { sessionId }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Optimistic. As specified, a failure is silent and puts back the opposite of what was asked for. */
export function useAutoReply(sessionId: string) {
  return useOptimisticMutation(
    sessionMutation<boolean>({
      sessionId,
      send: (enabled) => calls.autoReply({ params: { sessionId }, body: { enabled } }),
      patch: (enabled) => ({ autoReplyEnabled: enabled }),
      revert: (enabled) => ({ autoReplyEnabled: !enabled }),
      failure: 'Failed to change auto-reply',
    }),
  )
}

export function useSetNeedsHuman(sessionId: string) {
  return useOptimisticMutation(needsHumanMutation(sessionId))
}

export async function markAssignmentSeen(sessionId: string) {
  try {
    const { session } = await calls.assignmentSeen({ params: { sessionId } })
    sessionCache.set(session)
    await sessionCache.reloadAssignments()
  } catch (error) {
    log('Failed to mark the assignment as seen', error)
  }
}

/** Not optimistic: the server refuses to reopen a conversation whose visitor has another open one. */
export function useSetStatus(sessionId: string) {
  return useMutation({
    mutationFn: (status: SessionStatus) => calls.status({ params: { sessionId }, body: { status } }),
    onSuccess: ({ session }) => {
      sessionCache.set(session)
      return sessionCache.reloadUnread()
    },
    onError: (error) => log('Failed to change the status', error),
  })
}

/** Deletes the visitor and all their conversations. The cache is updated by the event `sessions:removed`. */
export function useEraseVisitor(sessionId: string, onErased: () => void) {
  return useMutation({
    mutationFn: () => erasureCalls.eraseVisitor({ params: { sessionId } }),
    // Here and not at the call of `mutate`: the component that calls it is unmounted by then.
    onSuccess: onErased,
  })
}

export async function exportConversation(sessionId: string, format: 'text' | 'json') {
  saveFile(await download(sessionRoutes.export, { params: { sessionId }, query: { format } }))
}
