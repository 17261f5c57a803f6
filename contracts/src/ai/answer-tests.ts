import * as z from 'zod/mini'
import { source } from '../chat/messages.ts'
import { id, requiredLine, requiredText, time } from '../kit/common.ts'
import { perCompany, type RateLimit } from '../kit/rate-limit.ts'
import { routes } from '../kit/route.ts'
import { handoverReasons } from './reply-traces.ts'

export const answerTestLimits = {
  question: 1000,
  phrase: 200,
  phrases: 10,
  maxPerProject: 100,
  questionsShown: 30,
  tag: 24,
  tags: 5,
} as const

export const answerTestSentences = {
  question: 'Enter a question',
  phrase: 'Enter a phrase',
  manyPhrases: 'Use at most 10 phrases',
  tag: 'Enter a tag',
  longTag: 'Use at most 24 characters per tag',
  manyTags: 'Use at most 5 tags',
  unknownOwner: 'Choose a member of your team',
  unknownItem: 'Choose an item from this knowledge base',
  contradiction: "A test that expects a handover can't check the answer",
  suggestionContradiction: 'A test that expects suggestions can only check the source',
  tooMany: 'A project can have up to 100 answer tests',
  loadFailed: 'Failed to load the answer tests',
  loadQuestionsFailed: 'Failed to load the unanswered questions',
  loadSuggestionsFailed: 'Failed to load the suggested tests',
  ignoreFailed: 'Failed to update the question',
  saveFailed: 'Failed to save the answer test',
  removeFailed: 'Failed to remove the answer test',
  runFailed: 'Failed to run the answer tests',
} as const

const phrase = requiredText(answerTestLimits.phrase, answerTestSentences.phrase)

const tag = requiredLine(answerTestLimits.tag, answerTestSentences.tag, answerTestSentences.longTag)

/** Tags that differ in case only are one. */
function removeRepeated(tags: string[]): string[] {
  return tags.filter(
    (one, index) => tags.findIndex((other) => other.toLowerCase() === one.toLowerCase()) === index,
  )
}

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
    /** The AI must suggest pages instead of answering; false by default. `mustCite` is then one of them. */
    mustSuggest: z.optional(z.boolean('mustSuggest must be true or false')),
    /** Unchanged where it is missing; none for a new test. */
    tags: z.optional(
      z
        .array(tag, 'tags must be a list')
        .check(z.maxLength(answerTestLimits.tags, answerTestSentences.manyTags), z.overwrite(removeRepeated)),
    ),
    /** The team member who looks after the test. Unchanged where it is missing; the caller for a new test. */
    ownerId: z.optional(z.nullable(z.string(answerTestSentences.unknownOwner))),
  })
  .check(
    z.refine(
      ({ mustHandOver, mustContain, mustCite }) =>
        !mustHandOver || (mustContain.length === 0 && mustCite === null),
      { message: answerTestSentences.contradiction, path: ['mustHandOver'] },
    ),
    z.refine(
      ({ mustSuggest, mustHandOver, mustContain }) =>
        !mustSuggest || (!mustHandOver && mustContain.length === 0),
      { message: answerTestSentences.suggestionContradiction, path: ['mustSuggest'] },
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
  mustSuggest: z.boolean(),
  tags: z.array(z.string()),
  /** Null when the member was removed from the team. */
  owner: z.nullable(z.object({ id, name: z.string() })),
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
  /** The AI suggested pages, and the visitor said that they did not help. */
  hadSuggestions: z.boolean(),
  isTest: z.boolean(),
  isIgnored: z.boolean(),
})
export type UnansweredQuestion = z.output<typeof unansweredQuestion>

/** How many of visitors' questions in the last `outcomeDays` days resemble an answer test. At most 500 are compared, the newest. */
export const testCoverage = z.object({ questions: z.int(), covered: z.int() })
export type TestCoverage = z.output<typeof testCoverage>

/** Why an answer of the AI should be tested: the visitor rated it as not helpful, or an agent answered the question afterwards. */
export const suggestionOrigin = z.enum(['rated_down', 'corrected'])
export type SuggestionOrigin = z.output<typeof suggestionOrigin>

/** A question whose answer by the AI should be tested. Similar ones are one; secrets and personal data are hidden. */
export const testSuggestion = z.object({
  /** Accepted by `ignoreQuestion`, and stable like the id of an unanswered question. */
  id: z.string(),
  question: z.string(),
  origins: z.array(suggestionOrigin),
  count: z.int(),
  lastAt: time,
  sessionId: id,
  aiAnswer: z.string(),
  /** What an agent answered afterwards. */
  humanAnswer: z.nullable(z.string()),
  /** The visitor's comment with the rating. */
  comment: z.nullable(z.string()),
  /** Figures, dates and links of the agent's answer that the AI's answer lacks, as phrases for a test. */
  phrases: z.array(z.string()),
  isIgnored: z.boolean(),
})
export type TestSuggestion = z.output<typeof testSuggestion>

/** The replies to visitors in the last `outcomeDays` days. */
export const replyOutcomes = z.object({
  answered: z.int(),
  suggested: z.int(),
  /** Hand-overs for any reason. */
  handedOver: z.int(),
  /** Hand-overs that no knowledge could have avoided, so they are not in the list of questions. */
  handedOverAnyway: z.object({
    askedForPerson: z.int(),
    /** The daily limit of AI replies was reached. */
    budget: z.int(),
    /** The AI had replied too often in a row. */
    turnCap: z.int(),
    /** Answering failed, or the question had waited too long. */
    failed: z.int(),
  }),
})
export type ReplyOutcomes = z.output<typeof replyOutcomes>
export const outcomeDays = 30

export const answerTestRateLimits = {
  answerTests: { name: 'answerTests', points: 60, seconds: 60 * 60 },
} as const satisfies Record<string, RateLimit>

export const answerTestRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/projects/:projectId/answer-tests',
    summary: 'List answer tests with their latest results',
    access: { permission: 'answer_tests.read', rateLimit: 'none', audit: 'none' },
    response: z.object({ tests: z.array(answerTest), lastRun: z.nullable(testRun) }),
  },
  add: {
    method: 'POST',
    path: '/api/projects/:projectId/answer-tests',
    summary: 'Create an answer test',
    access: { permission: 'answer_tests.manage', rateLimit: 'none', audit: ['answer_test_added'] },
    body: answerTestForm,
    response: answerTest,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/projects/:projectId/answer-tests/:testId',
    summary: 'Update an answer test; a change of its question or expectations clears its results',
    access: { permission: 'answer_tests.manage', rateLimit: 'none', audit: ['answer_test_changed'] },
    body: answerTestForm,
    response: answerTest,
  },
  remove: {
    method: 'DELETE',
    path: '/api/projects/:projectId/answer-tests/:testId',
    summary: 'Delete an answer test',
    access: { permission: 'answer_tests.manage', rateLimit: 'none', audit: ['answer_test_deleted'] },
  },
  run: {
    method: 'POST',
    path: '/api/projects/:projectId/answer-tests/runs',
    summary: 'Run all answer tests, or return the active run',
    access: {
      permission: 'answer_tests.manage',
      rateLimit: perCompany(answerTestRateLimits.answerTests),
      audit: 'none',
    },
    response: z.object({ run: z.nullable(testRun) }),
  },
  questions: {
    method: 'GET',
    path: '/api/projects/:projectId/answer-tests/questions',
    summary: 'List questions that the AI could not answer, the most frequent first, and count its replies',
    access: { permission: 'answer_tests.read', rateLimit: 'none', audit: 'none' },
    response: z.object({ questions: z.array(unansweredQuestion), outcomes: replyOutcomes }),
  },
  suggestions: {
    method: 'GET',
    path: '/api/projects/:projectId/answer-tests/suggestions',
    summary:
      'List answers of the AI that visitors rated as not helpful or agents corrected, as suggestions for tests',
    access: { permission: 'answer_tests.read', rateLimit: 'none', audit: 'none' },
    response: z.object({ suggestions: z.array(testSuggestion) }),
  },
  coverage: {
    method: 'GET',
    path: '/api/projects/:projectId/answer-tests/coverage',
    summary: "Count visitors' last questions, and those that resemble an answer test",
    access: { permission: 'answer_tests.read', rateLimit: 'none', audit: 'none' },
    response: testCoverage,
  },
  ignoreQuestion: {
    method: 'PUT',
    path: '/api/projects/:projectId/answer-tests/questions/:questionId/ignored',
    summary: 'Ignore an unanswered question or a suggested test, or stop ignoring it',
    access: { permission: 'answer_tests.manage', rateLimit: 'none', audit: 'none' },
    body: z.object({ isIgnored: z.boolean('isIgnored must be true or false') }),
  },
})
