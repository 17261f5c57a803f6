import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './http/api-error.ts'

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

/** Drops what no component uses, and loads again what is on the screen. */
export function reloadQueries(): Promise<void> {
  cache.removeQueries({ type: 'inactive' })
  return cache.refetchQueries({ type: 'active' })
}
