import { sessionRoutes } from '@aichat/contracts/chat/sessions'
import { useQuery } from '@tanstack/react-query'
import { api } from '../kit/http/api.ts'
import { sessionKeys } from './session-cache.ts'

const calls = api(sessionRoutes)

/** How many conversations wait for the team, with the start of the longest wait. Invalidated with the counts of the views. */
export function useWaiting() {
  return useQuery({
    queryKey: [...sessionKeys.viewCounts, 'waiting'] as const,
    queryFn: ({ signal }) => calls.waiting({ signal }),
    staleTime: 0,
  })
}
