import { usageRoutes } from '@aichat/contracts/company/usage'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../kit/http/api.ts'

const calls = api(usageRoutes)

/** Days like 2026-01-31, inclusive. */
export type Period = { from: string; to: string }

export function useUsage(period: Period) {
  return useQuery({
    queryKey: ['usage', period],
    queryFn: ({ signal }) => calls.get({ query: period, signal }),
    placeholderData: keepPreviousData,
  })
}
