import { type AgentProfile, agentProfileRoutes } from '@aichat/contracts/ai/agent-profile'
import { useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'
import { invalidateAnswers } from '../sync/events/answer-events.ts'

const calls = api(agentProfileRoutes)

function profileKey(projectId: string) {
  return ['agent-profile', projectId] as const
}

export function useAgentProfile(projectId: string) {
  return useQuery({
    queryKey: profileKey(projectId),
    queryFn: ({ signal }) => calls.get({ params: { projectId }, signal }),
  })
}

/** Changes only with the operator's settings. */
export function useDataUse(projectId: string) {
  return useQuery({
    queryKey: ['data-use', projectId],
    queryFn: ({ signal }) => calls.dataUse({ params: { projectId }, signal }),
  })
}

export function useSaveAgentProfile(projectId: string) {
  return useMutation({
    mutationFn: (body: AgentProfile) => calls.save({ params: { projectId }, body }),
    onSuccess: (profile) => {
      cache.setQueryData(profileKey(projectId), profile)
      void invalidateAnswers(projectId)
    },
  })
}

export function invalidateAgentProfile(projectId: string) {
  return cache.invalidateQueries({ queryKey: profileKey(projectId) })
}
