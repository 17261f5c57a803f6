import { type Prompt, type PromptKey, promptRoutes } from '@aichat/contracts/ai/prompts'
import type { BodyInput } from '@aichat/contracts/kit/route'
import { useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'
import { usePermission } from '../kit/permissions.ts'

const calls = api(promptRoutes)
const promptsKey = ['prompts'] as const

type Prompts = { prompts: Prompt[] }

/** Users without the permission request nothing, because the audit log records denied requests. */
export function usePrompts() {
  const enabled = usePermission('prompts.manage')
  return useQuery({ queryKey: promptsKey, queryFn: ({ signal }) => calls.list({ signal }), enabled })
}

export function useVersions(key: PromptKey) {
  return useQuery({
    queryKey: versionsKey(key),
    queryFn: ({ signal }) => calls.versions({ params: { key }, signal }),
  })
}

export function useSavePrompt(key: PromptKey) {
  return useMutation({
    mutationFn: (body: BodyInput<typeof promptRoutes.save>) => calls.save({ params: { key }, body }),
    onSuccess: cachePrompt,
  })
}

export function useResetPrompt(key: PromptKey) {
  return useMutation({ mutationFn: () => calls.reset({ params: { key } }), onSuccess: cachePrompt })
}

export function useTestPrompt(key: PromptKey) {
  return useMutation({
    mutationFn: (body: BodyInput<typeof promptRoutes.tryOut>) => calls.tryOut({ params: { key }, body }),
  })
}

function cachePrompt(prompt: Prompt) {
  cache.setQueryData<Prompts>(
    promptsKey,
    (data) => data && { prompts: data.prompts.map((one) => (one.key === prompt.key ? prompt : one)) },
  )
  cache.invalidateQueries({ queryKey: versionsKey(prompt.key) })
}

function versionsKey(key: PromptKey) {
  return ['prompt-versions', key] as const
}
