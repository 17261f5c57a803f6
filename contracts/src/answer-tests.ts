import * as z from 'zod/mini'
import { id, requiredText, time } from './common.ts'
import { source } from './messages.ts'
import { handoverReasons } from './reply-traces.ts'
import { routes } from './route.ts'

export const answerTestLimits = {
  question: 1000,
  phrase: 200,
  phrases: 10,
  maxPerProject: 100,
  questionsShown: 30,
} as const

export const answerTestSentences = {
  question: 'Enter a question',
  phrase: 'Enter a phrase',
  manyPhrases: 'Use at most 10 phrases',
  unknownItem: 'Choose an item from this knowledge base',
  contradiction: "A test that expects a handover can't check the answer",
  tooMany: 'A project can have up to 100 answer tests',
  loadFailed: 'Failed to load the answer tests',
  loadQuestionsFailed: 'Failed to load the unanswered questions',
  ignoreFailed: 'Failed to update the question',
  saveFailed: 'Failed to save the answer test',
  removeFailed: 'Failed to remove the answer test',
  runFailed: 'Failed to run the answer tests',
} as const

const phrase = requiredText(answerTestLimits.phrase, answerTestSentences.phrase)

/** A test without expectations passes with any answer. */
export const answerTestForm = z
  .object({
    question: requiredText(answerTestLimits.question, answerTestSentences.question),
    /** Phrases that the answer must contain; case and whitespace are ignored. */
    mustContain: z
      .array(phrase, 'mustContain must be a list')
      .check(z.maxLength(answerTestLimits.phrases, answerTestSentences.manyPhrases)),
    /** The knowledge item that the answer must cite. */
    mustCite: z.nullable(z.string(answerTestSentences.unknownItem)),
    /** The AI must hand over to a person instead of answering. */
    mustHandOver: z.boolean('mustHandOver must be true or false'),
  })
  .check(
    z.refine(
      ({ mustHandOver, mustContain, mustCite }) =>
        !mustHandOver || (mustContain.length === 0 && mustCite === null),
      { message: answerTestSentences.contradiction, path: ['mustHandOver'] },
    ),
  )
export type AnswerTestForm = z.input<typeof answerTestForm>

/** Compared with the previous run: `broke` passed before and fails now; `mended` failed before and passes now. */
export const testChange = z.enum(['new', 'same', 'broke', 'mended'])

export const testResult = z.object({
  isPassed: z.boolean(),
  change: testChange,
  /** The failed expectations, as messages for the owner. */
  problems: z.array(z.string()),
  /** Null when the AI handed over to a person. */
  answer: z.nullable(z.string()),
  reason: z.nullable(z.enum(handoverReasons)),
  sources: z.array(source),
  model: z.string(),
  at: time,
})
export type TestResult = z.output<typeof testResult>

export const answerTest = z.object({
  id,
  question: z.string(),
  mustContain: z.array(z.string()),
  /** `isThere` is false when the item was deleted. */
  mustCite: z.nullable(z.object({ itemId: id, title: z.string(), isThere: z.boolean() })),
  mustHandOver: z.boolean(),
  createdAt: time,
  /** The latest result. */
  result: z.nullable(testResult),
})
export type AnswerTest = z.output<typeof answerTest>

export const runReason = z.enum(['asked', 'knowledge', 'published'])
export type RunReason = z.output<typeof runReason>

export const testRun = z.object({
  id,
  reason: runReason,
  startedAt: time,
  /** Null while the run is active. */
  finishedAt: z.nullable(time),
  total: z.int(),
  done: z.int(),
  passed: z.int(),
  broke: z.int(),
  mended: z.int(),
})
export type TestRun = z.output<typeof testRun>

/** A question that the AI could not answer. Nearly identical ones are one, with the newest wording; secrets are masked. */
export const unansweredQuestion = z.object({
  /** Changes when another wording becomes the first of its group; all ids of a group are accepted. */
  id: z.string(),
  question: z.string(),
  count: z.int(),
  lastAt: time,
  sessionId: id,
  /** The reply of an agent, if there was one. */
  humanAnswer: z.nullable(z.string()),
  isTest: z.boolean(),
  isIgnored: z.boolean(),
})
export type UnansweredQuestion = z.output<typeof unansweredQuestion>

export const answerTestRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/projects/:projectId/answer-tests',
    summary: 'List answer tests with their latest results',
    permission: 'answer_tests.read',
    response: z.object({ tests: z.array(answerTest), lastRun: z.nullable(testRun) }),
  },
  add: {
    method: 'POST',
    path: '/api/projects/:projectId/answer-tests',
    summary: 'Create an answer test',
    permission: 'answer_tests.manage',
    body: answerTestForm,
    response: answerTest,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/projects/:projectId/answer-tests/:testId',
    summary: 'Update an answer test and clear its results',
    permission: 'answer_tests.manage',
    body: answerTestForm,
    response: answerTest,
  },
  remove: {
    method: 'DELETE',
    path: '/api/projects/:projectId/answer-tests/:testId',
    summary: 'Delete an answer test',
    permission: 'answer_tests.manage',
  },
  run: {
    method: 'POST',
    path: '/api/projects/:projectId/answer-tests/runs',
    summary: 'Run all answer tests, or return the active run',
    permission: 'answer_tests.manage',
    response: z.object({ run: z.nullable(testRun) }),
  },
  questions: {
    method: 'GET',
    path: '/api/projects/:projectId/answer-tests/questions',
    summary: 'List questions that the AI could not answer, the most frequent first',
    permission: 'answer_tests.read',
    response: z.object({ questions: z.array(unansweredQuestion) }),
  },
  ignoreQuestion: {
    method: 'PUT',
    path: '/api/projects/:projectId/answer-tests/questions/:questionId/ignored',
    summary: 'Ignore an unanswered question, or stop ignoring it',
    permission: 'answer_tests.manage',
    body: z.object({ isIgnored: z.boolean('isIgnored must be true or false') }),
  },
})
