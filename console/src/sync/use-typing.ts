import { useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { sessionKeys } from './session-cache.ts'

/** Whether the visitor is typing; written by the socket's events. */
export function useTyping(sessionId: string): boolean {
  const queryKey = sessionKeys.typing(sessionId)
  const { data } = useQuery({
    queryKey,
    queryFn: () => cache.getQueryData<boolean>(queryKey) ?? false,
    initialData: false,
    enabled: false,
  })
  return data
}
