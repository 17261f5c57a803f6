import { projectAutoReplyRoutes } from '@aichat/contracts/ai/project-auto-reply'
import { useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'

const calls = api(projectAutoReplyRoutes)
const pollIntervalMs = 5000

function autoReplyKey(projectId: string) {
  return ['auto-reply', projectId] as const
}

export function useProjectAutoReply(projectId: string) {
  return useQuery({
    queryKey: autoReplyKey(projectId),
    queryFn: ({ signal }) => calls.get({ params: { projectId }, signal }),
    // The owner waits for the first answer, on this screen or in another tab.
    refetchInterval: ({ state: { data } }) => (data?.isLive && !data.hasAnswered ? pollIntervalMs : false),
  })
}

export function invalidateProjectAutoReply(projectId: string) {
  return cache.invalidateQueries({ queryKey: autoReplyKey(projectId) })
}

export function useEnableForEarlierConversations(projectId: string) {
  return useMutation({
    mutationFn: () => calls.enableForEarlier({ params: { projectId } }),
    onSettled: () => invalidateProjectAutoReply(projectId),
  })
}
