import { type Label, labelRoutes } from '@aichat/contracts/chat/labels'
import { useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'
import { sessionCache } from '../sync/session-cache.ts'

const calls = api(labelRoutes)
const key = ['labels'] as const

export function useLabels() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await calls.list({ signal })).labels,
    staleTime: 60_000,
  })
}

/** A label without an id is new. */
export function useSaveLabel() {
  return useMutation({
    mutationFn: ({ id, ...body }: Omit<Label, 'id'> & { id: string | null }) =>
      id ? calls.update({ params: { labelId: id }, body }) : calls.add({ body }),
    onSuccess: reload,
  })
}

export function useDeleteLabel() {
  return useMutation({
    mutationFn: (labelId: string) => calls.remove({ params: { labelId } }),
    onSuccess: () => Promise.all([reload(), sessionCache.reloadLists()]),
  })
}

function reload() {
  return cache.invalidateQueries({ queryKey: key })
}
