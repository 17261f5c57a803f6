import * as z from 'zod/mini'
import { id } from './common.ts'

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
  no_model:
    'The writing assistant needs a model server: whoever runs this installation can set AI_BASE_URL and AI_MODEL.',
  model_failed: 'The model server gave no usable answer.',
  changed_facts: "The model's version changed a figure, a date or a link.",
  too_many: 'The writing assistant was asked too often. Please wait a moment.',
  sentAsWritten: 'Sent as written.',
} as const satisfies Record<WritingProblem | 'sentAsWritten', string>

export const suggestionSentences = {
  nothingAsked: 'The visitor has not asked anything yet.',
  noAnswer: 'The knowledge of this project does not answer that.',
  wantsPerson: 'The visitor asks for a person: this one needs your own words.',
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
