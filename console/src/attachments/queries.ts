import { sessionRoutes } from '@aichat/contracts/chat/sessions'
import { useQuery } from '@tanstack/react-query'
import { download } from '../kit/http/download.ts'

/** The content of an attachment. It never changes. */
export function useAttachment(sessionId: string, attachmentId: string) {
  return useQuery({
    queryKey: ['sessions', 'file', attachmentId] as const,
    queryFn: async ({ signal }) => (await downloadAttachment(sessionId, attachmentId, signal)).blob,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function downloadAttachment(sessionId: string, attachmentId: string, signal?: AbortSignal) {
  return download(sessionRoutes.attachment, { params: { sessionId, attachmentId }, signal })
}
