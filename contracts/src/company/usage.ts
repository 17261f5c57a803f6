import * as z from 'zod/mini'
import { modelSource, quotaStates } from '../ai/ai-model.ts'
import { id } from '../kit/common.ts'
import { day } from '../kit/dates.ts'
import { routes } from '../kit/route.ts'

export const usageLimits = { maxDays: 400 } as const

export const usageSentences = {
  order: 'The start date must not be after the end date',
  tooLong: 'Choose at most 400 days',
  loadFailed: 'Failed to load usage',
} as const

const counts = {
  answers: z.number(),
  suggestions: z.number(),
  handovers: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** US dollars; null where no prices were set. */
  estimatedCost: z.nullable(z.number()),
}

const quota = z.object({ max: z.number(), used: z.number() })

/** The operator's quotas for answers of the installation's model. Null where there is none. */
export const usageQuotas = z.object({
  /** Answers on the company's current day. */
  answersPerDay: z.nullable(quota),
  /** Tokens in the company's current month. */
  tokensPerMonth: z.nullable(quota),
  state: z.enum(quotaStates),
})
export type UsageQuotas = z.output<typeof usageQuotas>

export const usage = z.object({
  from: z.string(),
  to: z.string(),
  projects: z.array(
    z.object({
      projectId: id,
      /** Null when the project has been deleted. */
      name: z.nullable(z.string()),
      ...counts,
    }),
  ),
  /** Tokens that belong to no project, such as those of Writing Assistant. */
  other: z.object(counts),
  days: z.array(z.object({ day: z.string(), source: modelSource, ...counts })),
  limits: usageQuotas,
})
export type Usage = z.output<typeof usage>

export const usageRoutes = routes({
  get: {
    method: 'GET',
    path: '/api/usage',
    summary: "AI usage by project and day, and the operator's quotas; by default the current month",
    access: { permission: 'usage.read', rateLimit: 'none', audit: 'none' },
    query: z.object({ from: z.optional(day), to: z.optional(day) }),
    response: usage,
  },
})
