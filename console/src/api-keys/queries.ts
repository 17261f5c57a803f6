import { type ApiKey, apiKeyRoutes } from '@aichat/contracts/company/api-keys'
import type { BodyInput } from '@aichat/contracts/kit/route'
import { useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'

const calls = api(apiKeyRoutes)
const key = ['api-keys'] as const

function cacheKeys(keys: ApiKey[]) {
  cache.setQueryData(key, { keys })
}

export function useApiKeys() {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => calls.list({ signal }) })
}

export function useAddApiKey() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof apiKeyRoutes.add>) => calls.add({ body }),
    onSuccess: ({ keys }) => cacheKeys(keys),
  })
}

export function useRevokeApiKey() {
  return useMutation({
    mutationFn: (apiKeyId: string) => calls.remove({ params: { apiKeyId } }),
    onSuccess: ({ keys }) => cacheKeys(keys),
  })
}
