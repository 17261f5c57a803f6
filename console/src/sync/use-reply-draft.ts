import { useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { sessionKeys } from './session-cache.ts'

/** What the AI has written of its reply so far; written by the socket's events. */
export function useWriting(sessionId: string): string {
  const queryKey = sessionKeys.writing(sessionId)
  const { data } = useQuery({
    queryKey,
    queryFn: () => cache.getQueryData<string>(queryKey) ?? '',
    initialData: '',
    enabled: false,
  })
  return data
}
