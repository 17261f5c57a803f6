import { templateRoutes } from '@aichat/contracts/widget/templates'
import { useQuery } from '@tanstack/react-query'
import { api } from '../kit/http/api.ts'

const calls = api(templateRoutes)

/** The published templates. */
export function useTemplates() {
  return useQuery({
    queryKey: ['templates'],
    queryFn: ({ signal }) => calls.list({ signal }),
    staleTime: 300_000,
  })
}
