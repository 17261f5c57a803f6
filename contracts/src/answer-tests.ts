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
  question: 'Write the question',
  phrase: 'Write what the answer must say',
  manyPhrases: 'Use at most 10 phrases',
  unknownItem: 'Choose an item of this knowledge base',
  contradiction: 'A question that must be handed over has no answer to look into',
  tooMany: 'A project can have 100 answer tests at most',
  loadFailed: 'Failed to load the answer tests',
  loadQuestionsFailed: "Failed to load the visitors' questions",
  saveFailed: 'Failed to save the answer test',
  removeFailed: 'Failed to remove the answer test',
  runFailed: 'Failed to run the answer tests',
} as const

const phrase = requiredText(answerTestLimits.phrase, answerTestSentences.phrase)

/** Without any demand of its own, a test asks that there be an answer at all. */
export const answerTestForm = z
  .object({
    question: requiredText(answerTestLimits.question, answerTestSentences.question),
    /** Each must stand in the answer; capitals and spaces do not count. */
    mustContain: z
      .array(phrase, 'mustContain must be a list')
      .check(z.maxLength(answerTestLimits.phrases, answerTestSentences.manyPhrases)),
    /** The knowledge item that must be among the sources. */
    mustCite: z.nullable(z.string(answerTestSentences.unknownItem)),
    /** The AI must call a person instead of answering. */
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

/** Against the run before: `broke` was right and is not any more, `mended` the other way round. */
export const testChange = z.enum(['new', 'same', 'broke', 'mended'])

export const testResult = z.object({
  isPassed: z.boolean(),
  change: testChange,
  /** Each as a sentence. */
  problems: z.array(z.string()),
  /** Null where a person was called. */
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
  /** `isThere`: the item has not been removed since. */
  mustCite: z.nullable(z.object({ itemId: id, title: z.string(), isThere: z.boolean() })),
  mustHandOver: z.boolean(),
  createdAt: time,
  /** Of the newest run that reached it. */
  result: z.nullable(testResult),
})
export type AnswerTest = z.output<typeof answerTest>

export const runReason = z.enum(['asked', 'knowledge', 'published'])
export type RunReason = z.output<typeof runReason>

export const testRun = z.object({
  id,
  reason: runReason,
  startedAt: time,
  /** Null while it is under way. */
  finishedAt: z.nullable(time),
  total: z.int(),
  done: z.int(),
  passed: z.int(),
  broke: z.int(),
  mended: z.int(),
})
export type TestRun = z.output<typeof testRun>

/** What visitors asked, those who asked the same counted together. */
export const visitorQuestion = z.object({
  question: z.string(),
  count: z.int(),
  lastAt: time,
  sessionId: id,
  isAnswered: z.boolean(),
  /** What a person answered to it, where one did. */
  humanAnswer: z.nullable(z.string()),
  /** The knowledge item that the AI's answer cited. */
  citedItemId: z.nullable(id),
  isTest: z.boolean(),
})
export type VisitorQuestion = z.output<typeof visitorQuestion>

export const answerTestRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/projects/:projectId/answer-tests',
    summary: 'Questions with what their answers must hold, and how they did last',
    response: z.object({ tests: z.array(answerTest), lastRun: z.nullable(testRun) }),
  },
  add: {
    method: 'POST',
    path: '/api/projects/:projectId/answer-tests',
    summary: 'Add an answer test',
    body: answerTestForm,
    response: answerTest,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/projects/:projectId/answer-tests/:testId',
    summary: 'Change an answer test; how it did before is forgotten',
    body: answerTestForm,
    response: answerTest,
  },
  remove: {
    method: 'DELETE',
    path: '/api/projects/:projectId/answer-tests/:testId',
    summary: 'Remove an answer test',
  },
  run: {
    method: 'POST',
    path: '/api/projects/:projectId/answer-tests/runs',
    summary: 'Run all answer tests, or join the run that is under way',
    response: z.object({ run: z.nullable(testRun) }),
  },
  questions: {
    method: 'GET',
    path: '/api/projects/:projectId/answer-tests/questions',
    summary: 'What visitors asked: the unanswered first, the most frequent of each first',
    response: z.object({ questions: z.array(visitorQuestion) }),
  },
})
