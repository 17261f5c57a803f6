import * as z from 'zod/mini'
import { time } from '../kit/common.ts'
import { perAddress, perUser, type RateLimit } from '../kit/rate-limit.ts'
import { routes } from '../kit/route.ts'

export const reportSubscriptionSentences = {
  isSubscribed: 'Choose whether to get the weekly report',
  noMail: "This installation can't send email yet. Ask your administrator to set it up.",
  mailFailed: "The mail server didn't accept the email. Please try again later.",
  unknownLink: "This link isn't valid. You can turn off the weekly report in your preferences.",
  saveFailed: 'Failed to change the weekly report',
  sendFailed: 'Failed to send the report',
} as const

/** The weekly report is sent at this hour of Mondays, in the time zone of the company. */
export const weeklyReportHour = 8

export const reportSubscription = z.object({
  /** Whether the installation sends mail. */
  isAvailable: z.boolean(),
  isSubscribed: z.boolean(),
  /** When the next report is due; null without a subscription. */
  nextAt: z.nullable(time),
})
export type ReportSubscription = z.output<typeof reportSubscription>

export const reportSubscriptionRateLimits = {
  sendReport: { name: 'sendReport', points: 5, seconds: 60 * 60 },
  unsubscribe: { name: 'unsubscribe', points: 60, seconds: 60 * 60 },
} as const satisfies Record<string, RateLimit>

const access = { permission: 'reports.read', rateLimit: 'none', audit: 'none' } as const

export const reportSubscriptionRoutes = routes({
  get: {
    method: 'GET',
    path: '/api/reports/subscription',
    summary: 'Whether the signed-in user gets the weekly report by email',
    access,
    response: reportSubscription,
  },
  update: {
    method: 'PUT',
    path: '/api/reports/subscription',
    summary: 'Turn the weekly report of the signed-in user on or off',
    access,
    body: z.object({ isSubscribed: z.boolean(reportSubscriptionSentences.isSubscribed) }),
    response: reportSubscription,
  },
  send: {
    method: 'POST',
    path: '/api/reports/subscription/send',
    summary: 'Email the report of last week to the signed-in user now',
    access: { ...access, rateLimit: perUser(reportSubscriptionRateLimits.sendReport) },
  },
  unsubscribe: {
    method: 'POST',
    path: '/api/reports/unsubscribe/:token',
    summary:
      'Turn off the weekly report with the token of a mail, also with one click in a mail client (RFC 8058)',
    access: {
      permission: 'public',
      rateLimit: perAddress(reportSubscriptionRateLimits.unsubscribe),
      audit: 'none',
    },
    acceptsForm: true,
  },
})
