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

/** What is on the screen as a failure is asked for again: the server can be reached once more. */
export function refetchFailed() {
  return cache.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

/** What nobody shows at the moment is loaded anew when somebody does. */
export function forgetUnshown() {
  cache.removeQueries({ type: 'inactive' })
}
