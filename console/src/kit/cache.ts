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

/** No response, or a gateway error: a retry may succeed. */
function isTransient(error: unknown) {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502)
}

/** Retries the failed queries that are on the screen. Called when the connection is back. */
export function refetchFailedQueries() {
  return cache.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

/** Drops queries that no component uses, so that they load again when one does. */
export function removeInactiveQueries() {
  cache.removeQueries({ type: 'inactive' })
}
