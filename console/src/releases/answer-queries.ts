import { answerRemovalRoutes, type RemovableKind } from '@aichat/contracts/ai/answer-removal'
import {
  type AnswerDifference,
  type AnswerMode,
  type AnswerState,
  answerSetRoutes,
} from '@aichat/contracts/ai/answer-sets'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'
import { answersKey, invalidateAnswers, subscribeToAnswerEvents } from '../sync/events/answer-events.ts'

const calls = api(answerSetRoutes)
const removalCalls = api(answerRemovalRoutes)
/** Events report the end of the tests; polling covers lost events. */
const testingPollMs = 3000
const idlePollMs = 30_000

const stateKey = (projectId: string) => [...answersKey(projectId), 'state'] as const

/** Whether visitors get the current answers, and the tests that hold them back. */
export function useAnswerState(projectId: string) {
  useEffect(() => subscribeToAnswerEvents(), [])
  return useQuery({
    queryKey: stateKey(projectId),
    queryFn: ({ signal }) => calls.get({ params: { projectId }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.status === 'testing' ? testingPollMs : idlePollMs),
  })
}

type Settings = { mode?: AnswerMode; requiresReview?: boolean }

export function useSaveAnswerSettings(projectId: string) {
  return useMutation({
    mutationFn: (body: Settings) => calls.setMode({ params: { projectId }, body }),
    onSuccess: (state) => {
      cache.setQueryData<AnswerState>(stateKey(projectId), state)
      return invalidateAnswers(projectId)
    },
  })
}

/** Removes a text that the draft no longer has from the live answers. */
export function useTakeDown(projectId: string) {
  return useMutation({
    mutationFn: (body: { kind: RemovableKind; id: string }) =>
      removalCalls.takeDown({ params: { projectId }, body }),
    onSuccess: (state) => {
      cache.setQueryData<AnswerState>(stateKey(projectId), state)
      return invalidateAnswers(projectId)
    },
  })
}

/** What visitors get, compared with the draft. */
export function useDraftDifference(projectId: string, isEnabled = true) {
  return useQuery({
    queryKey: [...answersKey(projectId), 'draft-difference'],
    queryFn: ({ signal }) => calls.draftDifference({ params: { projectId }, signal }),
    enabled: isEnabled,
  })
}

/** The draft, compared with what a restored release would make of it. */
export function useReleaseDifference(projectId: string, number: number, isEnabled: boolean) {
  return useQuery({ ...releaseDifferenceQuery(projectId, number), enabled: isEnabled })
}

/** The current difference, which is never taken from the cache. */
export function fetchReleaseDifference(projectId: string, number: number) {
  return cache.fetchQuery({ ...releaseDifferenceQuery(projectId, number), staleTime: 0 })
}

function releaseDifferenceQuery(projectId: string, number: number) {
  return queryOptions({
    queryKey: [...answersKey(projectId), 'release-difference', number],
    queryFn: async ({ signal }): Promise<AnswerDifference> => {
      const difference = await calls.difference({ params: { projectId, number: String(number) }, signal })
      // The prompt belongs to the company, so it is not restored.
      const answers = difference.answers.filter(({ kind }) => kind !== 'prompt')
      const totalAnswers = difference.totalAnswers - (difference.answers.length - answers.length)
      return { ...difference, answers, totalAnswers }
    },
  })
}
