import * as z from 'zod/mini'
import { optionalLine } from '../kit/common.ts'
import { routes } from '../kit/route.ts'

export const emailLimits = { minDelayMinutes: 1, maxDelayMinutes: 1440, senderName: 80 } as const

export const emailSentences = {
  delay: `Enter ${emailLimits.minDelayMinutes} to ${emailLimits.maxDelayMinutes} minutes`,
  loadFailed: 'Failed to load the email settings',
  saveFailed: 'Failed to save the email settings',
} as const

export const emailDefaults = { sendsReplies: true, replyDelayMinutes: 10, senderName: null } as const

/** How many emails about conversations one address gets from a company. */
export const replyEmailLimits = { minutesBetween: 15, perDay: 5 } as const

const replyDelayMinutes = z
  .int(emailSentences.delay)
  .check(
    z.minimum(emailLimits.minDelayMinutes, emailSentences.delay),
    z.maximum(emailLimits.maxDelayMinutes, emailSentences.delay),
  )

export const emailSettings = z.object({
  /** Whether the installation sends mail. */
  isAvailable: z.boolean(),
  /** From which address, without the name. Null when the installation sends no mail. */
  senderAddress: z.nullable(z.string()),
  /** Whether the installation reads visitors' replies to its emails. */
  readsReplies: z.boolean(),
  /** Visitors who have left their address get the answers of the team by email while they are away. */
  sendsReplies: z.boolean(),
  /** How long a visitor must be away before. */
  replyDelayMinutes: z.int(),
  /** Null for the name of the company. */
  senderName: z.nullable(z.string()),
})
export type EmailSettings = z.output<typeof emailSettings>

export const emailRoutes = routes({
  get: {
    method: 'GET',
    path: '/api/email/settings',
    summary: 'Retrieve how visitors get answers by email',
    access: { permission: 'company.manage', rateLimit: 'none', audit: 'none' },
    response: emailSettings,
  },
  update: {
    method: 'PATCH',
    path: '/api/email/settings',
    summary:
      'Change how visitors get answers by email; an empty sender name stands for the name of the company',
    access: { permission: 'company.manage', rateLimit: 'none', audit: ['company_changed'] },
    body: z.object({
      sendsReplies: z.optional(z.boolean('sendsReplies must be true or false')),
      replyDelayMinutes: z.optional(replyDelayMinutes),
      senderName: z.optional(z.nullable(optionalLine(emailLimits.senderName))),
    }),
    response: emailSettings,
  },
})
