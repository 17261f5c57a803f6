import { testChatLimits, testChatRoutes } from '@aichat/contracts/ai/test-chat'
import { useQuery } from '@tanstack/react-query'
import { api } from '../kit/http/api.ts'

const calls = api(testChatRoutes)

const refetchIntervalMs = 2000
const maxFetches = 6

/**
 * Questions that the knowledge answers. They are optional: none are shown while they load, or when loading fails. Knowledge that
 * was just added may still be embedded, so they are fetched again for a while until there are enough.
 */
export function useExampleQuestions(projectId: string): string[] {
  const { data } = useQuery({
    queryKey: ['example-questions', projectId],
    queryFn: ({ signal }) => calls.questions({ params: { projectId }, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      (data?.questions.length ?? 0) < testChatLimits.exampleQuestions &&
      dataUpdateCount + errorUpdateCount < maxFetches &&
      refetchIntervalMs,
    // The knowledge may have changed since the chat was open.
    gcTime: 0,
  })
  return data?.questions ?? []
}
