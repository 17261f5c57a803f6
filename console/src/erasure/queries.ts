import { erasureRoutes, type ProjectRetention } from '@aichat/contracts/company/erasure'
import { useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'

const calls = api(erasureRoutes)
const key = ['retention'] as const

type List = { projects: ProjectRetention[] }

export function useRetention() {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => calls.retention({ signal }) })
}

export function useSetRetention(projectId: string) {
  return useMutation({
    mutationFn: (retentionDays: number | null) =>
      calls.setRetention({ params: { projectId }, body: { retentionDays } }),
    onSuccess: ({ retentionDays }) =>
      cache.setQueryData<List>(
        key,
        (list) =>
          list && {
            projects: list.projects.map((one) => (one.id === projectId ? { ...one, retentionDays } : one)),
          },
      ),
  })
}

export function useEraseByEmail() {
  return useMutation({ mutationFn: (email: string) => calls.eraseByEmail({ body: { email } }) })
}
