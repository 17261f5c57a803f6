import { answerSetRoutes } from '@aichat/contracts/ai/answer-sets'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../kit/http/api.ts'

const calls = api(answerSetRoutes)

export type TextPlace = { projectId: string; number: number; revision: number; itemId: string }

/** The text of an item as it was in a release. It may be erased meanwhile. */
export function useReleasedText({ projectId, number, revision, itemId }: TextPlace) {
  return useQuery({
    queryKey: ['released-text', projectId, number, revision, itemId],
    queryFn: ({ signal }) =>
      calls.text({
        params: { projectId, number: String(number), itemId },
        query: { revision: String(revision) },
        signal,
      }),
    gcTime: 0,
  })
}
