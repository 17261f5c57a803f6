import type { Session } from '@aichat/contracts/chat/sessions'
import { summaryRoutes, type WrittenSummary } from '@aichat/contracts/chat/summaries'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../../kit/cache.ts'
import { api } from '../../kit/http/api.ts'
import { log } from '../../kit/log.ts'
import { sessionKeys } from '../../sync/session-cache.ts'

const calls = api(summaryRoutes)

const summaryKey = (sessionId: string) => [...sessionKeys.one(sessionId), 'summary'] as const

/** Loaded again with every message. */
export function useSummary({ sessionId, lastSeq }: Session, enabled: boolean) {
  return useQuery({
    queryKey: [...summaryKey(sessionId), lastSeq] as const,
    queryFn: ({ signal }) => calls.get({ params: { sessionId }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled,
  })
}

/** Lets the AI model write the summary, and returns whether it has. `previous` is the written summary until then. */
export function useWriteSummary(sessionId: string, previous: WrittenSummary | null) {
  return useMutation({
    mutationFn: async () => {
      const { written } = await calls.write({ params: { sessionId } })
      return written !== null && written.createdAt !== previous?.createdAt
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: summaryKey(sessionId) }),
    onError: (error) => log('Failed to write a summary', error),
  })
}
