import * as z from 'zod/mini'
import { id, time } from './common.ts'

/** Why a person is called instead of an answer. */
export const handoverReasons = [
  'asked_for_person',
  'no_answer',
  'low_support',
  'model_failed',
  'turn_cap',
  'budget',
] as const
export type HandoverReason = (typeof handoverReasons)[number]

/** How a reply of the AI came about: what it had before it, who wrote it, and what was taken out. */
export const replyTrace = z.object({
  question: z.string(),
  outcome: z.enum(['answered', ...handoverReasons]),
  /** The model's name; `built-in` where none wrote it. */
  model: z.string(),
  /** The company's prompt for replies, and its version: 0 is the one that ships with the product. */
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
  /** Sentences that were left out because what they name stands in no passage. */
  removed: z.array(z.object({ sentence: z.string(), invented: z.array(z.string()) })),
  latencyMs: z.int(),
  createdAt: time,
})
export type ReplyTrace = z.output<typeof replyTrace>
