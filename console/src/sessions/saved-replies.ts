import type { SavedReply } from '@aichat/contracts/saved-replies'
import { savedReplyRoutes } from '@aichat/contracts/saved-replies'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import { cache } from '../kit/cache.ts'

const calls = api(savedReplyRoutes)
const key = ['saved-replies'] as const

export function useSavedReplies() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await calls.list({ signal })).savedReplies,
  })
}

/** Adds one without an id, changes one that has it. */
export function useSaveReply() {
  return useMutation({
    mutationFn: ({ id, ...body }: Omit<SavedReply, 'id'> & { id: string | null }) =>
      id ? calls.update({ params: { savedReplyId: id }, body }) : calls.add({ body }),
    onSuccess: reload,
  })
}

export function useRemoveReply() {
  return useMutation({
    mutationFn: (savedReplyId: string) => calls.remove({ params: { savedReplyId } }),
    onSuccess: reload,
  })
}

function reload() {
  return cache.invalidateQueries({ queryKey: key })
}
