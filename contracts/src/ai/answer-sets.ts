import * as z from 'zod/mini'
import { id, positiveInteger, requiredText } from '../kit/common.ts'
import { routes } from '../kit/route.ts'

/** In automatic mode, changes of the answers go live once the answer tests pass. In manual mode, they wait for a publish. */
export const answerMode = z.enum(['automatic', 'manual'], 'Choose automatic or manual')
export type AnswerMode = z.output<typeof answerMode>

export const answerSetLimits = { reason: 500 } as const

export const answerSetSentences = {
  testsFailed: 'Answer tests failed. Fix the answers, update the tests, or publish anyway.',
  reviewRequired: 'Review the changed answers first, or publish anyway.',
  settings: 'Choose a mode, or whether answers need a review',
  reviewFailed: 'Failed to save the setting',
  testsRunning: 'The answer tests are still running. Please try again in a moment.',
  reason: 'Enter a reason',
  loadFailed: 'Failed to load the changes of the answers',
  modeFailed: 'Failed to save the mode',
} as const

/** Why answers are published although their tests fail or they were not reviewed. */
export const overrideReason = requiredText(answerSetLimits.reason, answerSetSentences.reason)

/**
 * Whether visitors get the draft.
 * - `live`: they do.
 * - `testing`: the answer tests of the changes are due or running.
 * - `held`: answer tests of the changes failed, so visitors get the answers from before.
 * - `waiting`: the changes wait for a publish, or for a review.
 */
export const answerStatus = z.enum(['live', 'testing', 'held', 'waiting'])
export type AnswerStatus = z.output<typeof answerStatus>

/** A test that fails with the draft. */
export const failingTest = z.object({
  testId: id,
  question: z.string(),
  problems: z.array(z.string()),
  /** What the draft answers; null for a hand-over. */
  answer: z.nullable(z.string()),
  /** What visitors get at present; null for a hand-over. */
  liveAnswer: z.nullable(z.string()),
})
export type FailingTest = z.output<typeof failingTest>

export const answerState = z.object({
  mode: answerMode,
  /** Whether changed answers go live only after a person has marked their comparison as reviewed. */
  requiresReview: z.boolean(),
  /** Whether the current changes still need that review. */
  needsReview: z.boolean(),
  status: answerStatus,
  /** The number of changed texts that visitors do not get yet. */
  changes: z.int(),
  /** The tests that failed when they last ran, in every status. */
  failing: z.array(failingTest),
  /** The live release, null before the first publish, and its revision of the answers, from 1. */
  live: z.object({ number: z.nullable(z.int()), revision: z.int() }),
})
export type AnswerState = z.output<typeof answerState>

export const answerKind = z.enum(['item', 'faq', 'profile', 'prompt'])

/** A text that differs: null before for an added one, null after for a removed one. Of a long text, the part around the first change. */
export const answerChange = z.object({
  kind: answerKind,
  id,
  title: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export type AnswerChange = z.output<typeof answerChange>

/** A setting of the widget's design by its path, such as `brand.primaryColor`. */
export const designChange = z.object({
  field: z.string(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
})

export const answerDifference = z.object({
  design: z.array(designChange),
  answers: z.array(answerChange),
  /** `answers` contains the first of them only. */
  totalAnswers: z.int(),
})
export type AnswerDifference = z.output<typeof answerDifference>

export const releasedText = z.object({
  title: z.string(),
  url: z.nullable(z.string()),
  /** Null when the text was erased permanently. */
  text: z.nullable(z.string()),
})
export type ReleasedText = z.output<typeof releasedText>

export const answerSetRoutes = routes({
  get: {
    method: 'GET',
    path: '/api/projects/:projectId/answers',
    summary: 'Retrieve whether visitors get the current answers, and the tests that hold them back',
    access: { permission: 'knowledge.read', rateLimit: 'none', audit: 'none' },
    scope: 'knowledge:read',
    response: answerState,
  },
  setMode: {
    method: 'PATCH',
    path: '/api/projects/:projectId/answers',
    summary:
      'Choose whether changed answers go live when their tests pass, or with a publish, and whether they need a review',
    access: {
      permission: 'projects.publish',
      rateLimit: 'none',
      audit: ['answer_mode_changed', 'answer_review_setting_changed'],
    },
    body: z
      .object({
        mode: z.optional(answerMode),
        requiresReview: z.optional(z.boolean('requiresReview must be true or false')),
      })
      .check(
        z.refine(({ mode, requiresReview }) => mode !== undefined || requiresReview !== undefined, {
          message: answerSetSentences.settings,
          path: ['mode'],
        }),
      ),
    response: answerState,
  },
  draftDifference: {
    method: 'GET',
    path: '/api/projects/:projectId/releases/draft/difference',
    summary: 'Compare what visitors get with the draft',
    access: { permission: 'projects.read', rateLimit: 'none', audit: 'none' },
    response: answerDifference,
  },
  difference: {
    method: 'GET',
    path: '/api/projects/:projectId/releases/:number/difference',
    summary: 'Compare the draft with what a restored release would make of it',
    access: { permission: 'projects.read', rateLimit: 'none', audit: 'none' },
    response: answerDifference,
  },
  text: {
    method: 'GET',
    path: '/api/projects/:projectId/releases/:number/items/:itemId',
    summary: 'Retrieve the text of a knowledge item as it was in a release',
    access: { permission: 'knowledge.read', rateLimit: 'none', audit: 'none' },
    scope: 'knowledge:read',
    /** The revision of the answers within the release, from 1; its first by default. */
    query: z.object({ revision: z.optional(positiveInteger(2 ** 31 - 1)) }),
    response: releasedText,
  },
})
