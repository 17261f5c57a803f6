import { type EmailSettings, emailRoutes } from '@aichat/contracts/company/email'
import type { BodyInput } from '@aichat/contracts/kit/route'
import { useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'

const calls = api(emailRoutes)
const key = ['email-settings'] as const

export function useEmailSettings() {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => calls.get({ signal }) })
}

export function useSaveEmailSettings() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof emailRoutes.update>) => calls.update({ body }),
    onSuccess: (settings) => cache.setQueryData<EmailSettings>(key, settings),
  })
}
