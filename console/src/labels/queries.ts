import type { Label } from '@aichat/contracts/labels'
import { labelRoutes } from '@aichat/contracts/labels'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import { cache } from '../kit/cache.ts'
import { reloadLists } from '../sync/session-cache.ts'

const calls = api(labelRoutes)
const key = ['labels'] as const

export function useLabels() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await calls.list({ signal })).labels,
    staleTime: 60_000,
  })
}

/** Adds one without an id, changes one that has it. */
export function useSaveLabel() {
  return useMutation({
    mutationFn: ({ id, ...body }: Omit<Label, 'id'> & { id: string | null }) =>
      id ? calls.update({ params: { labelId: id }, body }) : calls.add({ body }),
    onSuccess: reload,
  })
}

export function useRemoveLabel() {
  return useMutation({
    mutationFn: (labelId: string) => calls.remove({ params: { labelId } }),
    onSuccess: () => Promise.all([reload(), reloadLists()]),
  })
}

function reload() {
  return cache.invalidateQueries({ queryKey: key })
}
