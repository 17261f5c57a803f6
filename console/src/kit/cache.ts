import { QueryClient } from '@tanstack/react-query'
import { CallFailed } from './failure.ts'

export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) => count < 2 && isPassing(error),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

/** No answer, or one that a moment later may be different. */
function isPassing(error: unknown) {
  return error instanceof CallFailed && (error.status === 0 || error.status >= 502)
}
