import {
  type AnswerTest,
  type AnswerTestForm,
  answerTestRoutes,
  answerTestSentences,
  type TestSuggestion,
  type UnansweredQuestion,
} from '@aichat/contracts/ai/answer-tests'
import { userRoutes } from '@aichat/contracts/company/users'
import type { RouteResponse } from '@aichat/contracts/kit/route'
import { useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'
import { errorMessage } from '../kit/http/api-error.ts'
import { log } from '../kit/log.ts'
import { patchQuery, useOptimisticMutation } from '../kit/optimistic-mutation.ts'
import { invalidateAnswers } from '../sync/events/answer-events.ts'
import { toast } from '../ui/feedback/toasts.ts'

const calls = api(answerTestRoutes)
const userCalls = api(userRoutes)
const runningPollMs = 1000
/** A knowledge change by any user starts a run a few seconds later. */
const idlePollMs = 10_000

type List = RouteResponse<typeof answerTestRoutes.list>
type Report = RouteResponse<typeof answerTestRoutes.questions>
type Suggestions = RouteResponse<typeof answerTestRoutes.suggestions>

const testsKey = (projectId: string) => ['answer-tests', projectId] as const
const questionsKey = (projectId: string) => ['unanswered-questions', projectId] as const
const suggestionsKey = (projectId: string) => ['test-suggestions', projectId] as const
const coverageKey = (projectId: string) => ['test-coverage', projectId] as const

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

/** The questions that the AI could not answer, also ignored ones, and the numbers of its replies. */
export function useUnansweredQuestions(projectId: string) {
  return useQuery({
    queryKey: questionsKey(projectId),
    queryFn: ({ signal }) => calls.questions({ params: { projectId }, signal }),
  })
}

/** Answers of the AI that visitors rated as not helpful or the team corrected, also ignored ones. */
export function useTestSuggestions(projectId: string) {
  return useQuery({
    queryKey: suggestionsKey(projectId),
    queryFn: ({ signal }) => calls.suggestions({ params: { projectId }, signal }),
  })
}

/** How many of visitors' last questions resemble a test. */
export function useTestCoverage(projectId: string) {
  return useQuery({
    queryKey: coverageKey(projectId),
    queryFn: ({ signal }) => calls.coverage({ params: { projectId }, signal }),
  })
}

/** The members who can own a test, cached under the key that the list of users has. */
export function useTeam() {
  return useQuery({ queryKey: ['users'], queryFn: ({ signal }) => userCalls.list({ signal }) })
}

/** Optimistic. The toast of an ignored question offers to undo it. */
export function useIgnoreQuestion(projectId: string) {
  const setIgnored = (report: Report, { id, isIgnored }: IgnoreChange) => ({
    ...report,
    questions: report.questions.map((one) => (one.id === id ? { ...one, isIgnored } : one)),
  })
  return useIgnore(projectId, questionsKey(projectId), setIgnored, 'Question ignored')
}

export function useIgnoreSuggestion(projectId: string) {
  const setIgnored = (list: Suggestions, { id, isIgnored }: IgnoreChange) => ({
    suggestions: list.suggestions.map((one) => (one.id === id ? { ...one, isIgnored } : one)),
  })
  return useIgnore(projectId, suggestionsKey(projectId), setIgnored, 'Suggestion ignored')
}

function useIgnore<List>(
  projectId: string,
  key: readonly string[],
  setIgnored: (list: List, change: IgnoreChange) => List,
  done: string,
) {
  const { mutate } = useOptimisticMutation({
    mutationFn: ({ id, isIgnored }: IgnoreChange) =>
      calls.ignoreQuestion({ params: { projectId, questionId: id }, body: { isIgnored } }),
    apply: ({ id, isIgnored }) =>
      patchQuery<List>(
        key,
        (list) => setIgnored(list, { id, isIgnored }),
        (list) => setIgnored(list, { id, isIgnored: !isIgnored }),
      ),
    cancel: key,
    reconcile: (_, { id, isIgnored }) => {
      const undo = () => mutate({ id, isIgnored: false })
      if (isIgnored) toast(done, { action: { label: 'Undo', onPress: undo } })
    },
    failure: answerTestSentences.ignoreFailed,
    onFailure: (error) => toast(errorMessage(error, answerTestSentences.ignoreFailed), { tone: 'bad' }),
    reload: () => cache.invalidateQueries({ queryKey: key }),
  })
  return mutate
}

type IgnoreChange = Pick<UnansweredQuestion | TestSuggestion, 'id' | 'isIgnored'>

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
    cache.invalidateQueries({ queryKey: suggestionsKey(projectId) }),
    cache.invalidateQueries({ queryKey: coverageKey(projectId) }),
    invalidateAnswers(projectId),
  ])
}

export function showSaveError(error: Error) {
  toast(errorMessage(error, answerTestSentences.saveFailed), { tone: 'bad' })
}

export function toForm({ mustCite, owner, ...test }: AnswerTest): AnswerTestForm {
  const { question, mustContain, mustHandOver, mustSuggest, tags } = test
  const cited = mustCite?.isThere ? mustCite.itemId : null
  return {
    question,
    mustContain,
    mustCite: cited,
    mustHandOver,
    mustSuggest,
    tags,
    ownerId: owner?.id ?? null,
  }
}
