import * as z from 'zod/mini'
import { id, time } from '../kit/common.ts'
import { perCompany } from '../kit/rate-limit.ts'
import { routes } from '../kit/route.ts'
import { answerTestRateLimits } from './answer-tests.ts'

export const replayLimits = { questions: 500, question: 1000, judged: 50 } as const

export const replaySentences = {
  loadFailed: 'Failed to load the comparison',
  reviewFailed: 'Failed to mark the comparison as reviewed',
  notCurrent: 'Your changes are newer than this comparison. Compare again.',
  startFailed: 'Failed to compare the answers',
} as const

/**
 * How the draft's answer to a question differs from what visitors get, the most important first. Judged by rules: whether there is an
 * answer, then its figures, dates, links and negations, then its wording and sources.
 */
export const replayVerdicts = ['worse', 'newly_declined', 'different', 'better', 'newly_answered'] as const
export const replayVerdict = z.enum(replayVerdicts)
export type ReplayVerdict = z.output<typeof replayVerdict>

/** What the model says of the draft's answer, compared with the live one. */
export const modelVerdict = z.enum(['worse', 'different', 'better'])
export type ModelVerdict = z.output<typeof modelVerdict>

/** What differs. */
export const replayReason = z.enum(['outcome', 'facts', 'negation', 'wording', 'sources', 'passages'])
export type ReplayReason = z.output<typeof replayReason>

export const replayAnswer = z.object({
  outcome: z.enum(['answered', 'suggested', 'declined']),
  text: z.nullable(z.string()),
  /** The titles of the sources. */
  sources: z.array(z.string()),
})
export type ReplayAnswer = z.output<typeof replayAnswer>

export const replayResult = z.object({
  id,
  /** Secrets and personal data are hidden. */
  question: z.string(),
  /** How often visitors asked it. */
  asked: z.int(),
  verdict: replayVerdict,
  /**
   * Null without a model, when it failed, and where only one side has an answer. At most `judged` changed answers are judged, those to
   * the most frequent questions.
   */
  modelVerdict: z.nullable(modelVerdict),
  reasons: z.array(replayReason),
  before: replayAnswer,
  after: replayAnswer,
})
export type ReplayResult = z.output<typeof replayResult>

export const replay = z.object({
  id,
  startedAt: time,
  /** Null while it runs. */
  finishedAt: z.nullable(time),
  total: z.int(),
  done: z.int(),
  /** Whether it compared the current draft with the current live answers. */
  isCurrent: z.boolean(),
  /** When a person marked it as reviewed, and who; the name is null when they were removed from the team. */
  review: z.nullable(z.object({ at: time, by: z.nullable(z.string()) })),
})
export type Replay = z.output<typeof replay>

export const replayRoutes = routes({
  start: {
    method: 'POST',
    path: '/api/projects/:projectId/replays',
    summary: "Answer visitors' last questions with the draft and compare, or return the active comparison",
    access: {
      permission: 'answer_tests.manage',
      rateLimit: perCompany(answerTestRateLimits.answerTests),
      audit: 'none',
    },
    response: replay,
  },
  latest: {
    method: 'GET',
    path: '/api/projects/:projectId/replays/latest',
    summary:
      'Retrieve the latest comparison with the answers that changed, the most frequent questions first',
    access: { permission: 'answer_tests.read', rateLimit: 'none', audit: 'none' },
    response: z.object({ replay: z.nullable(replay), results: z.array(replayResult) }),
  },
  review: {
    method: 'PUT',
    path: '/api/projects/:projectId/replays/:replayId/review',
    summary: 'Mark a finished comparison of the current answers as reviewed',
    access: { permission: 'projects.publish', rateLimit: 'none', audit: ['answers_reviewed'] },
    response: replay,
  },
})
