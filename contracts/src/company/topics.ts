import * as z from 'zod/mini'
import { id, positiveInteger, requiredLine, time } from '../kit/common.ts'
import { routes } from '../kit/route.ts'
import { reportFilters, reportHeader, reportLimits } from './reports.ts'

export const topicLimits = { name: 60, summary: 240, topics: 50, topicsMax: 200 } as const

export const topicSentences = {
  name: 'Enter a name',
  longName: `Use at most ${topicLimits.name} characters`,
  status: 'Choose open, answered or dismissed',
  statusOrAll: 'Choose open, answered, dismissed or all',
  sort: 'Sort by questions, increase or handedOver',
  ownMerge: 'Choose another topic',
  otherStatus: 'Choose a topic with the same status',
  isMerged: 'This topic was merged into another one',
  unknownQuestion: 'Choose an unanswered question without a topic',
  unknownTopic: 'Choose a topic of this project',
  saveFailed: 'Failed to update the topic',
  mergeFailed: 'Failed to merge the topics',
  loadQuestionsFailed: 'Failed to load the questions',
} as const

/** `answered`: an answer was written; `dismissed`: the topic needs none. */
export const topicStatuses = ['open', 'answered', 'dismissed'] as const
export type TopicStatus = (typeof topicStatuses)[number]

/** By the number of questions, by how many more there are than in the period before, or by conversations handed over. */
export const topicOrders = ['questions', 'increase', 'handedOver'] as const
export type TopicOrder = (typeof topicOrders)[number]

/** Questions about the same thing that the AI could not answer. */
export const topic = z.object({
  id,
  project: z.object({ id, name: z.string() }),
  /** The given name, one that the AI model wrote, or the words that most of its questions contain and few others do; never empty. */
  name: z.string(),
  isNamed: z.boolean(),
  /** What visitors want to know, in a sentence of the AI model; null where it has written none. */
  summary: z.nullable(z.string()),
  status: z.enum(topicStatuses),
  /** When the status was last set. */
  statusAt: time,
  /** Questions since `statusAt`, also after the period. Of the topic and each merged one, at most 1000 are counted. */
  questionsSince: z.int(),
  /** Questions in the period, and in the same number of days before. */
  questions: z.int(),
  previousQuestions: z.int(),
  /** Conversations that began in the period and were first handed over because of one of its questions. */
  handedOver: z.int(),
  previousHandedOver: z.int(),
  lastAskedAt: time,
  /** One of its newest questions, with the most of the words that name it. Secrets and personal data are masked. */
  example: z.string(),
  /**
   * Questions by `trendDays` days each. The last ones end with the period, the first ones may be fewer days. Empty in the order
   * `handedOver`.
   */
  trend: z.array(z.int()),
  /** Topics that were merged into it. */
  merged: z.array(z.object({ id, name: z.string() })),
})
export type Topic = z.output<typeof topic>

export const reportGaps = z.object({
  ...reportHeader.shape,
  /** All unanswered questions in the period, and in the same number of days before. */
  questions: z.int(),
  previousQuestions: z.int(),
  /** Those that resemble no other question. */
  singleQuestions: z.int(),
  previousSingleQuestions: z.int(),
  /** Topics with questions in the period, by status. */
  statuses: z.record(z.enum(topicStatuses), z.int()),
  trendDays: z.int(),
  /** The first ones with the requested status. */
  topics: z.array(topic),
})
export type ReportGaps = z.output<typeof reportGaps>

const topicQuestion = z.object({
  sessionId: id,
  /** The message in which the AI handed over or suggested pages. */
  seq: z.int(),
  project: z.object({ id, name: z.string() }),
  visitorName: z.nullable(z.string()),
  /** Secrets and personal data are masked; empty when the question has no text. */
  question: z.string(),
  askedAt: time,
  /** The AI suggested pages, and they did not help. */
  hadSuggestions: z.boolean(),
  /** What a person or program replied next, with secrets masked; null without a reply. */
  reply: z.nullable(z.string()),
})
export type TopicQuestion = z.output<typeof topicQuestion>

export const topicQuestions = z.object({
  total: z.int(),
  questions: z.array(topicQuestion),
  nextCursor: z.nullable(z.string()),
})
export type TopicQuestions = z.output<typeof topicQuestions>

export const topicForm = z.object({
  /** Null for the name from the words of its questions; unchanged where it is missing. */
  name: z.optional(z.nullable(requiredLine(topicLimits.name, topicSentences.name, topicSentences.longName))),
  status: z.optional(z.enum(topicStatuses, topicSentences.status)),
})
export type TopicForm = z.input<typeof topicForm>

/** The question, by the message in which the AI handed over or suggested pages. */
export const newTopicForm = z.object({
  sessionId: z.string(topicSentences.unknownQuestion),
  seq: z.int(topicSentences.unknownQuestion).check(z.minimum(1), z.maximum(1_000_000_000)),
  status: z.enum(topicStatuses, topicSentences.status),
})

const read = { permission: 'reports.read', rateLimit: 'none', audit: 'none' } as const
const change = { permission: 'answer_tests.manage', rateLimit: 'none', audit: 'none' } as const

export const topicRoutes = routes({
  gaps: {
    method: 'GET',
    path: '/api/reports/gaps',
    summary: 'Topics of the questions that the AI could not answer in a period, the most frequent first',
    access: read,
    scope: 'sessions:read',
    query: z.object({
      ...reportFilters,
      /** `open` by default. */
      status: z.optional(z.enum([...topicStatuses, 'all'], topicSentences.statusOrAll)),
      sort: z.optional(z.enum(topicOrders, topicSentences.sort)),
      limit: z.optional(positiveInteger(topicLimits.topicsMax)),
    }),
    response: reportGaps,
  },
  questions: {
    method: 'GET',
    path: '/api/reports/gaps/questions',
    summary: 'List the unanswered questions of a topic, or without topicId those of none, newest first',
    access: read,
    scope: 'sessions:read',
    query: z.object({
      ...reportFilters,
      topicId: z.optional(id),
      cursor: z.optional(z.string().check(z.maxLength(200))),
      limit: z.optional(positiveInteger(reportLimits.pageSizeMax)),
    }),
    response: topicQuestions,
  },
  add: {
    method: 'POST',
    path: '/api/topics',
    summary: 'Give an unanswered question that resembles no other one a topic of its own, to set its status',
    access: change,
    body: newTopicForm,
    response: z.object({ id }),
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: '/api/topics/:topicId',
    summary: 'Rename a topic of unanswered questions, or change its status',
    access: change,
    body: topicForm,
  },
  merge: {
    method: 'PUT',
    path: '/api/topics/:topicId/merge',
    summary: 'Merge a topic into another one of its project and status, for which its questions then count',
    access: change,
    body: z.object({ into: z.string(topicSentences.unknownTopic) }),
  },
  unmerge: {
    method: 'DELETE',
    path: '/api/topics/:topicId/merge',
    summary: 'Separate a topic from the one that it was merged into',
    access: change,
  },
})
