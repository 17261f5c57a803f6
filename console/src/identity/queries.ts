import { type IdentitySecret, identityRoutes } from '@aichat/contracts/widget/identity'
import { useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'

const calls = api(identityRoutes)

function secretsKey(projectId: string) {
  return ['identity-secrets', projectId] as const
}

function cacheSecrets(projectId: string, secrets: IdentitySecret[]) {
  cache.setQueryData(secretsKey(projectId), { secrets })
}

export function useSecrets(projectId: string) {
  return useQuery({
    queryKey: secretsKey(projectId),
    queryFn: ({ signal }) => calls.list({ params: { projectId }, signal }),
  })
}

export function useAddSecret(projectId: string) {
  return useMutation({
    mutationFn: () => calls.add({ params: { projectId } }),
    onSuccess: ({ secrets }) => cacheSecrets(projectId, secrets),
  })
}

export function useRemoveSecret(projectId: string) {
  return useMutation({
    mutationFn: (secretId: string) => calls.remove({ params: { projectId, secretId } }),
    onSuccess: ({ secrets }) => cacheSecrets(projectId, secrets),
  })
}
