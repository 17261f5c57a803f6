import * as z from 'zod/mini'
import { rating } from '../chat/messages.ts'
import { id, positiveInteger, time } from '../kit/common.ts'
import { day } from '../kit/dates.ts'
import { routes } from '../kit/route.ts'

export const reportLimits = { maxDays: 400, defaultDays: 28, pageSize: 50, pageSizeMax: 100 } as const

export const reportSentences = {
  order: 'The start date must not be after the end date',
  tooLong: 'Choose at most 400 days',
  measure: 'Choose one of the measures of the report',
  rating: 'Choose a rating from 1 to 5',
  measureOrRating: 'Choose either a measure or a rating',
  language: 'Use a two-letter language code, like en',
  loadFailed: 'Failed to load the report',
} as const

/** Groups of conversations that a report counts, each defined in docs/reports.md. */
export const conversationMeasures = [
  'conversations',
  'answeredByAi',
  'answeredByPeople',
  'unanswered',
  'suggestionsOffered',
  'suggestionsHelped',
  'handedOver',
  'confirmedResolved',
  'quiet',
  'cameBack',
] as const
export type ConversationMeasure = (typeof conversationMeasures)[number]

const counts = {
  conversations: z.int(),
  /** Messages of visitors, people, programs and the AI. */
  messages: z.int(),
  /** Messages; `answeredByAi` counts conversations. */
  aiAnswers: z.int(),
  answeredByAi: z.int(),
  answeredByPeople: z.int(),
  unanswered: z.int(),
  suggestionsOffered: z.int(),
  suggestionsHelped: z.int(),
  handedOver: z.int(),
  confirmedResolved: z.int(),
  quiet: z.int(),
  cameBack: z.int(),
}

const summary = z.object({
  ...counts,
  /**
   * Until a person answered, in seconds. Times are rounded down to two significant digits; null without an answer. The 90th
   * percentile is the time that nine in ten answers did not exceed.
   */
  firstResponseMedianSeconds: z.nullable(z.int()),
  firstResponseP90Seconds: z.nullable(z.int()),
  /** From the visitor's first message until the conversation was closed. */
  resolutionMedianSeconds: z.nullable(z.int()),
  resolutionP90Seconds: z.nullable(z.int()),
})
export type ReportSummary = z.output<typeof summary>

const period = { from: z.optional(day), to: z.optional(day) }
const filters = {
  ...period,
  projectId: z.optional(id),
  /** Two letters (ISO 639-1); empty for conversations of an unknown language. */
  language: z.optional(z.string().check(z.regex(/^([a-z]{2})?$/, reportSentences.language))),
}

export const reportOverview = z.extend(summary, {
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
  /** False while earlier conversations are still being counted. */
  isComplete: z.boolean(),
  /** The same number of days before `from`. */
  previous: summary,
  days: z.array(z.object({ day: z.string(), ...counts })),
  /** Conversations by weekday, Monday first, and hour of the day, from 0 to 23. */
  weekdayHours: z.array(z.array(z.int())),
  /** Conversations that the visitor rated, from 1 to 5. */
  ratings: z.array(z.int()),
  languages: z.array(z.object({ language: z.string(), conversations: z.int() })),
})
export type ReportOverview = z.output<typeof reportOverview>

const reportConversation = z.object({
  sessionId: id,
  /** The conversation begins with this message of the session, and has ended before the next one that is counted. */
  firstSeq: z.int(),
  project: z.object({ id, name: z.string() }),
  visitorName: z.nullable(z.string()),
  startedAt: time,
  /** The visitor's first message; empty when it has no text. */
  question: z.string(),
  measures: z.array(z.enum(conversationMeasures)),
  /** The visitor's last rating of this conversation. */
  rating: z.nullable(rating),
})
export type ReportConversation = z.output<typeof reportConversation>

export const reportConversations = z.object({
  total: z.int(),
  conversations: z.array(reportConversation),
  nextCursor: z.nullable(z.string()),
})
export type ReportConversations = z.output<typeof reportConversations>

export const reportFormats = ['csv', 'json'] as const
export type ReportFormat = (typeof reportFormats)[number]

const access = { permission: 'reports.read', rateLimit: 'none', audit: 'none' } as const

export const reportRoutes = routes({
  overview: {
    method: 'GET',
    path: '/api/reports/overview',
    summary:
      'Conversations that began in a period: volume, outcomes, response times; by default the last 28 days',
    access,
    scope: 'sessions:read',
    query: z.object(filters),
    response: reportOverview,
  },
  conversations: {
    method: 'GET',
    path: '/api/reports/conversations',
    summary: 'List the conversations behind a number of a report, newest first',
    access,
    scope: 'sessions:read',
    query: z.object({
      ...filters,
      measure: z.optional(z.enum(conversationMeasures, reportSentences.measure)),
      /** Conversations with this rating, instead of a measure. */
      rating: z.optional(z.string().check(z.regex(/^[1-5]$/, reportSentences.rating))),
      cursor: z.optional(z.string().check(z.maxLength(200))),
      limit: z.optional(positiveInteger(reportLimits.pageSizeMax)),
    }),
    response: reportConversations,
  },
  export: {
    method: 'GET',
    path: '/api/reports/export',
    summary: 'Download a report: its days as CSV, or the whole overview as JSON',
    access,
    scope: 'sessions:read',
    query: z.object({ format: z.optional(z.enum(reportFormats)), ...filters }),
    download: 'application/octet-stream',
  },
})
