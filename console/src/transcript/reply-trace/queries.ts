import { sessionRoutes } from '@aichat/contracts/chat/sessions'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../kit/http/api.ts'

const calls = api(sessionRoutes)

/** How an AI reply was written. It never changes. */
export function useReplyTrace(sessionId: string, messageId: string) {
  return useQuery({
    queryKey: ['why', messageId],
    queryFn: ({ signal }) => calls.why({ params: { sessionId, messageId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
