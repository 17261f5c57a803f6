import * as z from 'zod/mini'
import { handoverReasons } from '../ai/reply-traces.ts'
import { rating } from '../chat/messages.ts'
import { id, positiveInteger, time } from '../kit/common.ts'
import { day } from '../kit/dates.ts'
import { routes } from '../kit/route.ts'

export const reportLimits = {
  maxDays: 400,
  defaultDays: 28,
  pageSize: 50,
  pageSizeMax: 100,
  maxSources: 200,
} as const

export const reportSentences = {
  order: 'The start date must not be after the end date',
  tooLong: 'Choose at most 400 days',
  measure: 'Choose one of the measures of the report',
  rating: 'Choose a rating from 1 to 5',
  handoverReason: 'Choose a reason for a handover',
  agentMeasure: 'Choose replied, firstResponse or rated',
  sourceMeasure: 'Choose cited, suggested or unhelpful',
  oneGroup: 'Choose one of measure, rating, handoverReason, topicId, agentId and sourceId',
  sort: 'Sort by used or unhelpful',
  languageOrLabel: 'Choose a language or a label',
  ownNumbers: 'You can see your own numbers only',
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
  'suggestionsOpened',
  'suggestionsHelped',
  'handedOver',
  'confirmedResolved',
  'quiet',
  'cameBack',
] as const
export type ConversationMeasure = (typeof conversationMeasures)[number]

/** Conversations that count for a member of the team. */
export const agentMeasures = ['replied', 'firstResponse', 'rated'] as const
export type AgentMeasure = (typeof agentMeasures)[number]

/** Conversations that count for a knowledge item or FAQ. */
export const sourceMeasures = ['cited', 'suggested', 'unhelpful'] as const
export type SourceMeasure = (typeof sourceMeasures)[number]

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
  suggestionsOpened: z.int(),
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
  /** The part of it within business hours. Without business hours, there is none. */
  firstResponseBusinessMedianSeconds: z.nullable(z.int()),
  firstResponseBusinessP90Seconds: z.nullable(z.int()),
  /** From the visitor's first message until the conversation was closed. */
  resolutionMedianSeconds: z.nullable(z.int()),
  resolutionP90Seconds: z.nullable(z.int()),
})
export type ReportSummary = z.output<typeof summary>

export const reportFilters = {
  from: z.optional(day),
  to: z.optional(day),
  projectId: z.optional(id),
  /** Two letters (ISO 639-1); empty for conversations of an unknown language. */
  language: z.optional(z.string().check(z.regex(/^([a-z]{2})?$/, reportSentences.language))),
  /** Conversations that have the label now. Not together with a language. */
  labelId: z.optional(id),
}

/** What each report has besides its own numbers. */
export const reportHeader = z.object({
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
  /** False while earlier conversations are still being counted. */
  isComplete: z.boolean(),
  /** The languages of all conversations of the period and the project, the most frequent first. */
  languages: z.array(z.object({ language: z.string(), conversations: z.int() })),
})
export type ReportHeader = z.output<typeof reportHeader>

export const reportOverview = z.extend(summary, {
  ...reportHeader.shape,
  /** The same number of days before `from`. */
  previous: summary,
  days: z.array(z.object({ day: z.string(), ...counts })),
  /** Conversations by weekday, Monday first, and hour of the day, from 0 to 23. */
  weekdayHours: z.array(z.array(z.int())),
  /** Conversations that the visitor rated, from 1 to 5. */
  ratings: z.array(z.int()),
})
export type ReportOverview = z.output<typeof reportOverview>

const aiSummary = {
  conversations: z.int(),
  aiAnswers: z.int(),
  answeredByAi: z.int(),
  suggestionsOffered: z.int(),
  suggestionsOpened: z.int(),
  suggestionsHelped: z.int(),
  handedOver: z.int(),
  /** Until the AI first replied or handed over, in seconds, in conversations in which no person or program wrote before. */
  firstReplyMedianSeconds: z.nullable(z.int()),
  firstReplyP90Seconds: z.nullable(z.int()),
  /** Conversations by the reason of their first hand-over, the most frequent first. */
  handoverReasons: z.array(z.object({ reason: z.enum(handoverReasons), conversations: z.int() })),
}

export const reportAi = z.object({
  ...reportHeader.shape,
  ...aiSummary,
  previous: z.object(aiSummary),
  days: z.array(
    z.object({
      day: z.string(),
      conversations: z.int(),
      answeredByAi: z.int(),
      suggestionsOffered: z.int(),
      handedOver: z.int(),
    }),
  ),
})
export type ReportAi = z.output<typeof reportAi>

const agentSummary = {
  /** Conversations in which the person wrote after the visitor. */
  conversations: z.int(),
  messages: z.int(),
  /** Conversations in which the person was the first to answer, and how long the visitor had waited. */
  firstResponses: z.int(),
  firstResponseMedianSeconds: z.nullable(z.int()),
  firstResponseP90Seconds: z.nullable(z.int()),
  firstResponseBusinessMedianSeconds: z.nullable(z.int()),
  firstResponseBusinessP90Seconds: z.nullable(z.int()),
  /** Rated conversations in which the person wrote, and the average from 1 to 5. */
  ratings: z.int(),
  averageRating: z.nullable(z.number()),
}

export const reportTeam = z.object({
  ...reportHeader.shape,
  /** Members, and removed ones who wrote in the period; the most conversations first. Agents get their own numbers only. */
  agents: z.array(
    z.object({
      id,
      /** Null when the member was removed. */
      name: z.nullable(z.string()),
      ...agentSummary,
      previous: z.object(agentSummary),
    }),
  ),
})
export type ReportTeam = z.output<typeof reportTeam>

export const sourceOrders = ['used', 'unhelpful'] as const
export type SourceOrder = (typeof sourceOrders)[number]

const sourceSummary = {
  /** Conversations in which an AI answer cited the source. */
  cited: z.int(),
  suggested: z.int(),
  /**
   * Of the cited ones, those in which the visitor rated the answer with 1 or 2 or asked for a person next, or a person wrote before the
   * visitor did.
   */
  unhelpful: z.int(),
}

export const reportSources = z.object({
  ...reportHeader.shape,
  /** Sources that the AI used in the period. `sources` are the first 200 of them. */
  total: z.int(),
  sources: z.array(
    z.object({
      id,
      project: z.object({ id, name: z.string() }),
      /** Null when the source was deleted. */
      title: z.nullable(z.string()),
      isFaq: z.boolean(),
      ...sourceSummary,
      /** The same number of days before `from`. */
      previous: z.object({ cited: sourceSummary.cited }),
    }),
  ),
})
export type ReportSources = z.output<typeof reportSources>

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
  /** The name of the agent or topic, or the title of the source; null for other groups, and when it was removed. */
  groupName: z.nullable(z.string()),
  conversations: z.array(reportConversation),
  nextCursor: z.nullable(z.string()),
})
export type ReportConversations = z.output<typeof reportConversations>

export const reportNames = ['overview', 'ai', 'gaps', 'team', 'sources'] as const
export type ReportName = (typeof reportNames)[number]

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
    query: z.object(reportFilters),
    response: reportOverview,
  },
  ai: {
    method: 'GET',
    path: '/api/reports/ai',
    summary:
      'What the AI answered, suggested and handed over, and why, in conversations that began in a period',
    access,
    scope: 'sessions:read',
    query: z.object(reportFilters),
    response: reportAi,
  },
  team: {
    method: 'GET',
    path: '/api/reports/team',
    summary: 'Conversations, response times and ratings of each member of the team; Agents get their own',
    access,
    scope: 'sessions:read',
    query: z.object(reportFilters),
    response: reportTeam,
  },
  sources: {
    method: 'GET',
    path: '/api/reports/sources',
    summary: 'The knowledge items and FAQs that the AI cited or suggested, and how often they did not help',
    access,
    scope: 'sessions:read',
    query: z.object({
      ...reportFilters,
      sort: z.optional(z.enum(sourceOrders, reportSentences.sort)),
    }),
    response: reportSources,
  },
  conversations: {
    method: 'GET',
    path: '/api/reports/conversations',
    summary: 'List the conversations behind a number of a report, newest first',
    access,
    scope: 'sessions:read',
    query: z.object({
      ...reportFilters,
      measure: z.optional(z.enum(conversationMeasures, reportSentences.measure)),
      /** Conversations with this rating. At most one of measure, rating, handoverReason, topicId, agentId and sourceId. */
      rating: z.optional(z.string().check(z.regex(/^[1-5]$/, reportSentences.rating))),
      handoverReason: z.optional(z.enum(handoverReasons, reportSentences.handoverReason)),
      /** Conversations that were first handed over because of a question of the topic. */
      topicId: z.optional(id),
      agentId: z.optional(id),
      /** `replied` by default. */
      agentMeasure: z.optional(z.enum(agentMeasures, reportSentences.agentMeasure)),
      sourceId: z.optional(id),
      /** `cited` by default. */
      sourceMeasure: z.optional(z.enum(sourceMeasures, reportSentences.sourceMeasure)),
      cursor: z.optional(z.string().check(z.maxLength(200))),
      limit: z.optional(positiveInteger(reportLimits.pageSizeMax)),
    }),
    response: reportConversations,
  },
  export: {
    method: 'GET',
    path: '/api/reports/export',
    summary: 'Download a report as JSON, or its table as CSV',
    access,
    scope: 'sessions:read',
    query: z.object({
      format: z.optional(z.enum(reportFormats)),
      /** `overview` by default. */
      report: z.optional(z.enum(reportNames)),
      ...reportFilters,
    }),
    download: 'application/octet-stream',
  },
})
