import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) => count < 2 && isTransient(error),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

/** No answer, or one that a moment later may be different. */
function isTransient(error: unknown) {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502)
}

/** What is on the screen as a failure is asked for again: the server can be reached once more. */
export function refetchFailedQueries() {
  return cache.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

/** What nobody shows at the moment is loaded anew when somebody does. */
export function removeInactiveQueries() {
  cache.removeQueries({ type: 'inactive' })
}
