import * as z from 'zod/mini'
import { id, optionalText, positiveInteger, storable, time } from './common.ts'
import { knowledgeStatus } from './knowledge.ts'
import { commands, events } from './realtime.ts'
import { routes } from './route.ts'

export const sessionLimits = {
  pageSize: 50,
  pageSizeMax: 1000,
  messages: 100,
  messagesMax: 500,
  text: 4000,
  clientId: 100,
  search: 200,
  remembered: 100,
  presenceGraceSeconds: 30,
} as const

/** Milliseconds, from the spec. */
export const sessionTimings = {
  reloadAfterUpsert: 300,
  reloadAfterUnknown: 500,
  typingShown: 5000,
  typingThrottle: 3000,
  searchDebounce: 300,
  syncEvery: 15_000,
} as const

export const sessionSentences = {
  guest: 'Guest Visitor',
  closed: 'This conversation is closed',
  otherIsOpen: 'This visitor has another open conversation',
  notConnected: 'Not connected',
  joinFailed: 'Failed to join session',
  sendFailed: 'Failed to send message',
  prechatFailed: 'Failed to request pre-chat',
  emptyText: 'Write a message first',
  longText: 'Use at most 4000 characters',
} as const

export const quickReplies = [
  "Sure, I'll help with that!",
  'Could you share a few details?',
  "Thanks for waiting! Here's what I found…",
  'Can I get your name and email to continue?',
] as const

export const sessionStatuses = ['active', 'closed', 'archived'] as const
export const sessionStatus = z.enum(sessionStatuses, 'Choose active, closed or archived')
export type SessionStatus = z.output<typeof sessionStatus>

export const sender = z.enum(['visitor', 'agent', 'system'])
export type Sender = z.output<typeof sender>

export const session = z.object({
  sessionId: id,
  tenantId: id,
  projectId: z.object({ _id: id, name: z.string() }),
  status: sessionStatus,
  visitor: z.object({
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
  }),
  lastMessage: z.nullable(z.string()),
  lastMessageFrom: z.nullable(sender),
  lastMessageAt: time,
  lastSeq: z.int(),
  unreadCountAgent: z.int(),
  autoReplyEnabled: z.boolean(),
  online: z.boolean(),
  assignedAgentId: z.nullable(id),
  needsHuman: z.boolean(),
  pageUrl: z.nullable(z.string()),
  createdAt: time,
})
export type Session = z.output<typeof session>

export const source = z.object({
  itemId: id,
  title: z.string(),
  url: z.nullable(z.string()),
  quote: z.string(),
})
export type Source = z.output<typeof source>

export const messageMeta = z.object({
  autoReply: z.optional(z.boolean()),
  sources: z.optional(z.array(source)),
  releaseNumber: z.optional(z.int()),
  model: z.optional(z.string()),
  latencyMs: z.optional(z.int()),
  agentName: z.optional(z.string()),
  kind: z.optional(z.enum(['prechat_summary', 'handover'])),
  reason: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
})
export type MessageMeta = z.output<typeof messageMeta>

export const message = z.object({
  _id: id,
  clientId: z.string(),
  sessionId: id,
  seq: z.int(),
  from: sender,
  type: z.enum(['text', 'system']),
  text: z.string(),
  createdAt: time,
  isAi: z.boolean(),
  agent: z.nullable(z.object({ id, name: z.string() })),
  attachments: z.array(z.unknown()),
  meta: messageMeta,
})
export type Message = z.output<typeof message>

const sessionAnswer = z.object({ session })

export const sessionRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/sessions',
    summary: 'Conversations, most recently active first',
    query: z.object({
      status: z.optional(sessionStatus),
      projectId: z.optional(z.string()),
      search: z.optional(optionalText(sessionLimits.search)),
      page: z.optional(positiveInteger(100_000)),
      limit: z.optional(positiveInteger(sessionLimits.pageSizeMax)),
      cursor: z.optional(z.string().check(z.maxLength(200))),
    }),
    answer: z.object({
      sessions: z.array(session),
      total: z.int(),
      unreadTotal: z.int(),
      page: z.int(),
      limit: z.int(),
      nextCursor: z.nullable(z.string()),
    }),
  },
  messages: {
    method: 'GET',
    path: '/api/sessions/:sessionId/messages',
    summary: 'Messages of a conversation, oldest first',
    query: z.object({
      limit: z.optional(positiveInteger(sessionLimits.messagesMax)),
      before: z.optional(positiveInteger(2_000_000_000)),
      after: z.optional(positiveInteger(2_000_000_000)),
    }),
    answer: z.object({ messages: z.array(message), hasMore: z.boolean() }),
  },
  read: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/read',
    summary: 'Mark the conversation read',
    answer: sessionAnswer,
  },
  status: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/status',
    summary: 'Close, archive or reopen',
    body: z.object({ status: sessionStatus }),
    answer: sessionAnswer,
  },
  autoReply: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/auto-reply',
    summary: 'Let the AI answer, or take over',
    body: z.object({ enabled: z.boolean('enabled must be true or false') }),
    answer: sessionAnswer,
  },
  assign: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/assign',
    summary: 'Assign to a member of the company, or to nobody with null',
    body: z.object({ agentId: z.nullable(z.string('agentId must be an id or null')) }),
    answer: sessionAnswer,
  },
})

/** Message text: kept as written but for NUL and Unicode form; blank is refused. */
export const messageText = z
  .string(sessionSentences.emptyText)
  .check(
    storable(),
    z.normalize('NFC'),
    z.trim(),
    z.minLength(1, sessionSentences.emptyText),
    z.maxLength(sessionLimits.text, sessionSentences.longText),
  )

/** Made by the sender; a send repeated with the same one is the same message. */
export const clientId = z.string().check(z.minLength(1), z.maxLength(sessionLimits.clientId), storable())

const seq = z.int().check(z.minimum(0), z.maximum(2_000_000_000))

export const staffCommands = commands({
  'agent:join': {
    payload: z.object({ sessionId: z.string(), lastSeq: z.optional(z.nullable(seq)) }),
    ack: z.object({ messages: z.array(message), session, reset: z.optional(z.boolean()) }),
  },
  'message:send': {
    payload: z.object({
      sessionId: z.string(),
      text: messageText,
      clientId: z.optional(clientId),
      tenantId: z.optional(z.unknown()),
      projectId: z.optional(z.unknown()),
      from: z.optional(z.unknown()),
      type: z.optional(z.unknown()),
    }),
    ack: z.object({ message }),
  },
  typing: {
    payload: z.object({ sessionId: z.string(), isTyping: z.boolean() }),
    ack: z.object({}),
  },
  'agent:request_prechat': {
    payload: z.object({ sessionId: z.string() }),
    ack: z.object({}),
  },
  // The number is a notice that something changed; everybody hears the true one.
  'session:patched': {
    payload: z.object({ sessionId: z.string(), unreadCountAgent: z.optional(z.unknown()) }),
    ack: z.object({}),
  },
  sync: {
    payload: z.object({ rev: z.nullable(z.int().check(z.minimum(0))) }),
    ack: z.object({ rev: z.int(), changed: z.array(session) }),
  },
  'auth:refresh': {
    payload: z.object({ token: z.string() }),
    ack: z.object({}),
  },
})

export const staffEvents = events({
  'message:new': z.object({ message }),
  'typing:update': z.object({ sessionId: id, from: sender, isTyping: z.boolean() }),
  'presence:update': z.object({ sessionId: id, online: z.boolean() }),
  'session:upsert': z.object({ session }),
  'session:patched': z.object({ sessionId: id, patch: z.partial(session) }),
  'knowledge:updated': z.object({ projectId: id, itemId: id, status: knowledgeStatus }),
})
