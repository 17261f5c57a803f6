import {
  type AnswerTest,
  type AnswerTestForm,
  answerTestRoutes,
  answerTestSentences,
  type UnansweredQuestion,
} from '@aichat/contracts/answer-tests'
import type { RouteResponse } from '@aichat/contracts/route'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import { errorMessage } from '../kit/api-error.ts'
import { cache } from '../kit/cache.ts'
import { log } from '../kit/log.ts'
import { patchQuery, useOptimisticMutation } from '../kit/optimistic-mutation.ts'
import { toast } from '../ui/toasts.ts'

const calls = api(answerTestRoutes)
const runningPollMs = 1000
/** A knowledge change by any user starts a run a few seconds later. */
const idlePollMs = 10_000

type List = RouteResponse<typeof answerTestRoutes.list>

const testsKey = (projectId: string) => ['answer-tests', projectId] as const
const questionsKey = (projectId: string) => ['unanswered-questions', projectId] as const

export function useAnswerTests(projectId: string) {
  return useQuery({
    queryKey: testsKey(projectId),
    queryFn: ({ signal }) => calls.list({ params: { projectId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.lastRun && data.lastRun.finishedAt === null
        ? runningPollMs
        : data?.tests.length
          ? idlePollMs
          : false,
  })
}

/** The questions that the AI could not answer, also ignored ones. */
export function useUnansweredQuestions(projectId: string) {
  return useQuery({
    queryKey: questionsKey(projectId),
    queryFn: async ({ signal }) => (await calls.questions({ params: { projectId }, signal })).questions,
  })
}

/** Optimistic. The toast of an ignored question offers to undo it. */
export function useIgnoreQuestion(projectId: string) {
  const key = questionsKey(projectId)
  const setIgnored = (questions: UnansweredQuestion[], id: string, isIgnored: boolean) =>
    questions.map((one) => (one.id === id ? { ...one, isIgnored } : one))
  const { mutate } = useOptimisticMutation({
    mutationFn: ({ id, isIgnored }: IgnoreChange) =>
      calls.ignoreQuestion({ params: { projectId, questionId: id }, body: { isIgnored } }),
    apply: ({ id, isIgnored }) =>
      patchQuery<UnansweredQuestion[]>(
        key,
        (questions) => setIgnored(questions, id, isIgnored),
        (questions) => setIgnored(questions, id, !isIgnored),
      ),
    cancel: key,
    reconcile: (_, { id, isIgnored }) => {
      const undo = () => mutate({ id, isIgnored: false })
      if (isIgnored) toast('Question ignored', { action: { label: 'Undo', onPress: undo } })
    },
    failure: answerTestSentences.ignoreFailed,
    onFailure: (error) => toast(errorMessage(error, answerTestSentences.ignoreFailed), { tone: 'bad' }),
    reload: () => cache.invalidateQueries({ queryKey: key }),
  })
  return mutate
}

type IgnoreChange = Pick<UnansweredQuestion, 'id' | 'isIgnored'>

export function useSaveTest(projectId: string, testId: string | null) {
  return useMutation({
    mutationFn: (body: AnswerTestForm) =>
      testId === null
        ? calls.add({ params: { projectId }, body })
        : calls.update({ params: { projectId, testId }, body }),
    onSuccess: () => invalidateTests(projectId),
  })
}

/** Optimistic. The toast offers to undo it. */
export function useRemoveTest(projectId: string) {
  const add = useSaveTest(projectId, null)
  return useOptimisticMutation({
    mutationFn: ({ id }: AnswerTest) => calls.remove({ params: { projectId, testId: id } }),
    apply: ({ id }) =>
      patchQuery<List>(
        testsKey(projectId),
        (list) => ({ ...list, tests: list.tests.filter((test) => test.id !== id) }),
        (list, previous) => ({ ...list, tests: restoreTest(list.tests, previous.tests, id) }),
      ),
    cancel: testsKey(projectId),
    reconcile: (_, test) => {
      const undo = () => add.mutate(toForm(test), { onError: showSaveError })
      toast('Answer test removed', { action: { label: 'Undo', onPress: undo } })
    },
    failure: answerTestSentences.removeFailed,
    onFailure: (error) => toast(errorMessage(error, answerTestSentences.removeFailed), { tone: 'bad' }),
    reload: () => invalidateTests(projectId),
  })
}

/** Tests that were removed or added in the meantime stay so. */
function restoreTest(tests: AnswerTest[], previous: AnswerTest[], id: string): AnswerTest[] {
  const index = previous.findIndex((test) => test.id === id)
  const before = new Set(previous.slice(0, index).map((test) => test.id))
  const place = tests.filter((test) => before.has(test.id)).length
  return tests.toSpliced(place, 0, ...previous.slice(index, index + 1))
}

export function useRunTests(projectId: string) {
  return useMutation({
    mutationFn: () => calls.run({ params: { projectId } }),
    onSuccess: () => invalidateTests(projectId),
    onError: (error) => log(answerTestSentences.runFailed, error),
  })
}

export function invalidateTests(projectId: string) {
  return Promise.all([
    cache.invalidateQueries({ queryKey: testsKey(projectId) }),
    cache.invalidateQueries({ queryKey: questionsKey(projectId) }),
  ])
}

export function showSaveError(error: Error) {
  toast(errorMessage(error, answerTestSentences.saveFailed), { tone: 'bad' })
}

export function toForm({ question, mustContain, mustCite, mustHandOver }: AnswerTest): AnswerTestForm {
  return { question, mustContain, mustCite: mustCite?.isThere ? mustCite.itemId : null, mustHandOver }
}
