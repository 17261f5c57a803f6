import { usageRoutes } from '@aichat/contracts/company/usage'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Period } from '../kit/days.ts'
import { api } from '../kit/http/api.ts'

const calls = api(usageRoutes)

export function useUsage(period: Period) {
  return useQuery({
    queryKey: ['usage', period],
    queryFn: ({ signal }) => calls.get({ query: period, signal }),
    placeholderData: keepPreviousData,
  })
}
