import * as z from 'zod/mini'
import { id, time } from '../kit/common.ts'

/** The model name of replies that are written without a model, with sentences of the knowledge. */
export const builtInModel = 'built-in'

/** Why the AI hands a conversation over to a person. */
export const handoverReasons = [
  'asked_for_person',
  'no_answer',
  'low_support',
  'model_failed',
  'turn_cap',
  'budget',
  // Three attempts to answer have failed.
  'failed',
  // The question had been pending for too long, for example because no process was running.
  'delayed',
] as const
export type HandoverReason = (typeof handoverReasons)[number]

/** The rule that decided on a reply. */
export const decisionRules = [
  // Answers.
  'faq_match',
  'title_match',
  'covered',
  'several_questions',
  // A greeting, thanks or similar: no question was asked.
  'small_talk',
  // Suggestions or a hand-over.
  'no_match',
  'weak_match',
  'missing_words',
  'missing_identifier',
  'missing_value',
  'ambiguous',
  'contradiction',
  // With a model.
  'model_answered',
  'model_asked_back',
  'model_declined',
  'model_unsupported',
] as const
export type DecisionRule = (typeof decisionRules)[number]

/** The trace of an AI reply: the passages considered, the model, and the sentences removed by the fact check. */
export const replyTrace = z.object({
  question: z.string(),
  /** The release that was live, and its revision of the answers, from 1. Missing in traces of earlier versions and for the draft. */
  release: z.optional(z.object({ number: z.nullable(z.int()), revision: z.int() })),
  outcome: z.enum(['answered', 'suggested', ...handoverReasons]),
  /** Why the reply is an answer, suggestions or a hand-over. Missing in traces of earlier versions and where no rule decided. */
  decision: z.optional(
    z.object({
      rule: z.enum(decisionRules),
      /** The words of the question that the best passage does not contain. */
      missingWords: z.array(z.string()),
    }),
  ),
  /** The model's name, or `built-in` when no model was involved. */
  model: z.string(),
  /** The prompt and its version; version 0 is the default prompt. */
  prompt: z.object({ key: z.string(), version: z.int() }),
  passages: z.array(
    z.object({
      number: z.int(),
      itemId: id,
      title: z.string(),
      heading: z.string(),
      url: z.nullable(z.string()),
      quote: z.string(),
      isFaq: z.boolean(),
      isCited: z.boolean(),
      scores: z.object({
        words: z.nullable(z.number()),
        meaning: z.nullable(z.number()),
        fused: z.number(),
      }),
    }),
  ),
  /**
   * Sentences removed because a fact in them is not in any passage (`invented`), no passage supports them, or they repeat private
   * instructions.
   */
  removed: z.array(
    z.object({
      sentence: z.string(),
      invented: z.array(z.string()),
      isPrivate: z.optional(z.boolean()),
      isUnsupported: z.optional(z.boolean()),
    }),
  ),
  latencyMs: z.int(),
  createdAt: time,
})
export type ReplyTrace = z.output<typeof replyTrace>
