import {
  type AnswerTest,
  type AnswerTestForm,
  answerTestRoutes,
  answerTestSentences,
} from '@aichat/contracts/answer-tests'
import type { Answer } from '@aichat/contracts/route'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import { cache } from '../kit/cache.ts'
import { sentenceOf } from '../kit/failure.ts'
import { log } from '../kit/log.ts'
import { toast } from '../ui/toasts.ts'

const calls = api(answerTestRoutes)
const underWayEveryMs = 1000
/** A change of the knowledge is followed by a run a few seconds later, whoever made it. */
const quietEveryMs = 10_000

type List = Answer<typeof answerTestRoutes.list>

const keyOf = (projectId: string) => ['answer-tests', projectId] as const
const questionsKey = (projectId: string) => ['asked-questions', projectId] as const

export function useAnswerTests(projectId: string) {
  return useQuery({
    queryKey: keyOf(projectId),
    queryFn: ({ signal }) => calls.list({ params: { projectId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.lastRun && data.lastRun.finishedAt === null
        ? underWayEveryMs
        : data?.tests.length
          ? quietEveryMs
          : false,
  })
}

/** What visitors asked: the unanswered first, the most frequent first. */
export function useAskedQuestions(projectId: string) {
  return useQuery({
    queryKey: questionsKey(projectId),
    queryFn: async ({ signal }) => (await calls.questions({ params: { projectId }, signal })).questions,
  })
}

export function useSaveTest(projectId: string, testId: string | null) {
  return useMutation({
    mutationFn: (body: AnswerTestForm) =>
      testId === null
        ? calls.add({ params: { projectId }, body })
        : calls.update({ params: { projectId, testId }, body }),
    onSuccess: () => reloadTests(projectId),
  })
}

/** Gone at once; the toast brings it back. */
export function useRemoveTest(projectId: string) {
  const add = useSaveTest(projectId, null)
  return useMutation({
    mutationFn: ({ id }: AnswerTest) => calls.remove({ params: { projectId, testId: id } }),
    onMutate: ({ id }) => {
      cache.setQueryData<List>(
        keyOf(projectId),
        (list) => list && { ...list, tests: list.tests.filter((test) => test.id !== id) },
      )
    },
    onSuccess: (_, test) => {
      const again = () => add.mutate(formOf(test), { onError: saveFailed })
      toast('Answer test removed', { action: { label: 'Undo', onPress: again } })
      return reloadTests(projectId)
    },
    onError: (error) => {
      toast(sentenceOf(error, answerTestSentences.removeFailed), { tone: 'bad' })
      return reloadTests(projectId)
    },
  })
}

export function useRunTests(projectId: string) {
  return useMutation({
    mutationFn: () => calls.run({ params: { projectId } }),
    onSuccess: () => reloadTests(projectId),
    onError: (error) => log(answerTestSentences.runFailed, error),
  })
}

export function reloadTests(projectId: string) {
  return Promise.all([
    cache.invalidateQueries({ queryKey: keyOf(projectId) }),
    cache.invalidateQueries({ queryKey: questionsKey(projectId) }),
  ])
}

export function saveFailed(error: Error) {
  toast(sentenceOf(error, answerTestSentences.saveFailed), { tone: 'bad' })
}

export function formOf({ question, mustContain, mustCite, mustHandOver }: AnswerTest): AnswerTestForm {
  return { question, mustContain, mustCite: mustCite?.isThere ? mustCite.itemId : null, mustHandOver }
}
