import { releaseRoutes } from '@aichat/contracts/releases'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import { cache } from '../kit/cache.ts'
import { log } from '../kit/log.ts'

const calls = api(releaseRoutes)

function embedKey(projectId: string) {
  return ['embed-code', projectId] as const
}

export function usePublish(projectId: string) {
  return useMutation({
    mutationFn: () => calls.publish({ params: { projectId } }),
    onSuccess: ({ embedCode }) => cache.setQueryData(embedKey(projectId), embedCode),
  })
}

/** Silent by specification: a failure is only logged. */
export function useEmbedCode(projectId: string, isPublished: boolean) {
  return useQuery({
    queryKey: embedKey(projectId),
    queryFn: async ({ signal }) => {
      try {
        return (await calls.embedCode({ params: { projectId }, signal })).embedCode
      } catch (error) {
        if (!signal.aborted) log('The embed code was not loaded', error)
        throw error
      }
    },
    enabled: isPublished,
  })
}
