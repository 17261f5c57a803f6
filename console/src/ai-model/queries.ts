import { aiModelRoutes } from '@aichat/contracts/ai/ai-model'
import type { BodyInput } from '@aichat/contracts/kit/route'
import { useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'

const calls = api(aiModelRoutes)
const key = ['ai-model'] as const

export type AiModelInput = BodyInput<typeof aiModelRoutes.save>

export function useAiModel(isEnabled = true) {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => calls.get({ signal }), enabled: isEnabled })
}

export function useSaveAiModel() {
  return useMutation({
    mutationFn: (body: AiModelInput) => calls.save({ body }),
    onSuccess: (model) => cache.setQueryData(key, model),
  })
}

/** Without a model, it only lists those of the server. */
export function useTestAiModel() {
  return useMutation({ mutationFn: (body: AiModelInput) => calls.test({ body }) })
}

export function useLocalServers() {
  return useQuery({
    queryKey: [...key, 'local-servers'],
    queryFn: ({ signal }) => calls.localServers({ signal }),
  })
}
