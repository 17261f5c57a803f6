import { replayRoutes } from '@aichat/contracts/ai/replays'
import { useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'
import { answersKey, invalidateAnswers } from '../sync/events/answer-events.ts'

const calls = api(replayRoutes)
const runningPollMs = 1500

/** Edits of the draft invalidate it, because a comparison says whether it is current. */
const replayKey = (projectId: string) => [...answersKey(projectId), 'replay'] as const

export function useLatestReplay(projectId: string) {
  return useQuery({
    queryKey: replayKey(projectId),
    queryFn: ({ signal }) => calls.latest({ params: { projectId }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.replay?.finishedAt === null ? runningPollMs : false),
  })
}

export function useStartReplay(projectId: string) {
  return useMutation({
    mutationFn: () => calls.start({ params: { projectId } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: replayKey(projectId) }),
  })
}

export function useReviewReplay(projectId: string) {
  return useMutation({
    mutationFn: (replayId: string) => calls.review({ params: { projectId, replayId } }),
    onSettled: () => invalidateAnswers(projectId),
  })
}
