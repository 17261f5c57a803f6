import { testChatRoutes } from '@aichat/contracts/ai/test-chat'
import { useQuery } from '@tanstack/react-query'
import { api } from '../kit/http/api.ts'

const calls = api(testChatRoutes)

/** Questions that the knowledge answers. They are optional: none are shown while they load, or when loading fails. */
export function useExampleQuestions(projectId: string): string[] {
  const { data } = useQuery({
    queryKey: ['example-questions', projectId],
    queryFn: ({ signal }) => calls.questions({ params: { projectId }, signal }),
    // The knowledge may have changed since the chat was open.
    gcTime: 0,
  })
  return data?.questions ?? []
}
