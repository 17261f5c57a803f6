import * as z from 'zod/mini'
import { handoverReasons } from '../ai/reply-traces.ts'
import { id, time } from '../kit/common.ts'
import { perUser, type RateLimit } from '../kit/rate-limit.ts'
import { routes } from '../kit/route.ts'

export const summaryLimits = {
  /** A summary lists the first exchange and the newest ones. */
  exchanges: 3,
  /** The newest messages of the visitor in an exchange, and the newest replies, that a summary lists. */
  questions: 3,
  replies: 2,
  /** Characters of a question or reply; longer ones are cut. */
  excerpt: 280,
  /** A conversation with fewer messages is shorter than what a model would write. */
  minMessagesToWrite: 5,
} as const

export const summaryRateLimits = {
  writeSummary: { name: 'writeSummary', points: 30, seconds: 60 },
} as const satisfies Record<string, RateLimit>

/** A reply of a person or the AI. Suggestions are pages that the AI offered instead of an answer. */
export const summaryReply = z.object({
  seq: z.int(),
  kind: z.enum(['answer', 'suggestions']),
  isAi: z.boolean(),
  /** The member of the team who wrote it; null for the AI. */
  agentName: z.nullable(z.string()),
  text: z.string(),
  sources: z.array(z.object({ itemId: id, title: z.string(), url: z.nullable(z.string()) })),
  /** The visitor's answer to suggestions; null without one. */
  helped: z.nullable(z.boolean()),
})
export type SummaryReply = z.output<typeof summaryReply>

/** What the visitor wrote until the next reply, and the replies to it. */
export const summaryExchange = z.object({
  seq: z.int(),
  /** Empty where the team wrote first. */
  questions: z.array(z.string()),
  replies: z.array(summaryReply),
})
export type SummaryExchange = z.output<typeof summaryExchange>

export const writtenSummary = z.object({
  text: z.string(),
  /** The last message that the text covers. */
  untilSeq: z.int(),
  untilAt: time,
  model: z.string(),
  /** The version of the prompt "summary"; 0 for the default. */
  promptVersion: z.int(),
  createdAt: time,
})
export type WrittenSummary = z.output<typeof writtenSummary>

export const summary = z.object({
  /** The last message that the lists cover; 0 and null in an empty conversation. */
  untilSeq: z.int(),
  untilAt: z.nullable(time),
  /** Oldest first: the first one of the newest 200 messages, and the newest ones. */
  exchanges: z.array(summaryExchange),
  /** Exchanges between the first one and the others. */
  omittedExchanges: z.int(),
  /** What the visitor entered in the pre-chat form. */
  form: z.record(z.string(), z.string()),
  /** Why the AI has asked the team to answer; null once a person has replied. */
  handoverReason: z.nullable(z.enum(handoverReasons)),
  /** By the AI model; null where none has written one. It may cover fewer messages than the lists. */
  written: z.nullable(writtenSummary),
  /** The AI model can write a summary that is newer than `written`. */
  canWrite: z.boolean(),
})
export type Summary = z.output<typeof summary>

export const summaryRoutes = routes({
  get: {
    method: 'GET',
    path: '/api/sessions/:sessionId/summary',
    summary: 'Retrieve the summary of a conversation',
    access: { permission: 'conversations.read', rateLimit: 'none', audit: 'none' },
    scope: 'sessions:read',
    response: summary,
  },
  write: {
    method: 'POST',
    path: '/api/sessions/:sessionId/summary',
    summary: 'Let the AI model write the summary of a conversation, unless its newest summary is current',
    access: {
      permission: 'conversations.manage',
      rateLimit: perUser(summaryRateLimits.writeSummary),
      audit: 'none',
    },
    scope: 'sessions:write',
    response: summary,
  },
})
