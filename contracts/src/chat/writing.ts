import * as z from 'zod/mini'
import { id } from '../kit/common.ts'
import type { RateLimit } from '../kit/rate-limit.ts'

export const writingRateLimits = {
  rewrite: { name: 'rewrite', points: 40, seconds: 60 },
  suggest: { name: 'suggest', points: 20, seconds: 60 },
} as const satisfies Record<string, RateLimit>

export const writingTones = ['formal', 'friendly', 'neutral'] as const
export const writingTone = z.enum(writingTones, 'Choose formal, friendly or neutral')
export type WritingTone = z.output<typeof writingTone>

/** A message is sent as written when its rewrite takes longer. */
export const rewriteTimeoutMs = 6000

/** Why a message was sent, or previewed, as written. */
export const writingProblems = ['no_model', 'model_failed', 'changed_facts', 'too_many'] as const
export const writingProblem = z.enum(writingProblems)
export type WritingProblem = z.output<typeof writingProblem>

export const writingSentences = {
  no_model: "Writing Assistant isn't set up yet.",
  model_failed: "Writing Assistant couldn't rewrite this message.",
  changed_facts: 'The rewrite changed a number, a date or a link, so it was not used.',
  too_many: 'Too many rewrites. Please wait a moment.',
  sentAsWritten: 'Sent as written.',
  notSetUp: "Writing Assistant isn't set up yet. Messages are sent as written.",
} as const satisfies Record<WritingProblem | 'sentAsWritten' | 'notSetUp', string>

export const suggestionSentences = {
  nothingAsked: "The visitor hasn't asked anything yet.",
  failed: "The AI assistant couldn't draft a reply. Please try again.",
  noAnswer: "Your knowledge doesn't answer this question.",
  wantsPerson: 'The visitor asked for a person. Please write your own reply.',
} as const

/** What the assistant did with a message, stored in the message for staff. */
export const writingResult = z.object({
  tone: writingTone,
  isApplied: z.boolean(),
  problem: z.optional(writingProblem),
})

/** Sent with a message. `original` is the agent's own text when the message is a rewrite that the agent previewed. */
export function writingAssistantOptions(text: z.ZodMiniType<string, string>) {
  return z.object({
    enabled: z.optional(z.nullable(z.union([z.boolean(), z.literal(0), z.literal(1)]))),
    tone: z.optional(z.nullable(writingTone)),
    original: z.optional(z.nullable(text)),
  })
}

export const draftSource = z.object({
  itemId: id,
  title: z.string(),
  url: z.nullable(z.string()),
  quote: z.string(),
})

export const suggestion = z.object({
  /** Null when there is nothing to suggest; `note` gives the reason. */
  text: z.nullable(z.string()),
  sources: z.array(draftSource),
  /** The model's name, or `built-in` when no model was involved. */
  model: z.string(),
  note: z.nullable(z.string()),
})
export type Suggestion = z.output<typeof suggestion>
