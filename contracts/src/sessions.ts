import * as z from 'zod/mini'
import { attachment } from './attachments.ts'
import { id, optionalText, positiveInteger, time } from './common.ts'
import { clientId, message, messageLimits, messageText, rating, sender } from './messages.ts'
import { replyTrace } from './reply-traces.ts'
import { routes } from './route.ts'
import { suggestion, writingProblem, writingTone } from './writing.ts'

export const sessionLimits = {
  pageSize: 50,
  pageSizeMax: 1000,
  search: 200,
  rememberedMessages: 100,
  presenceGraceSeconds: 30,
} as const

/** Milliseconds, from the spec. */
export const sessionTimings = {
  reloadAfterUpsertMs: 300,
  reloadAfterUnknownMs: 500,
  typingTimeoutMs: 5000,
  typingThrottleMs: 3000,
  searchDebounceMs: 300,
  syncIntervalMs: 15_000,
} as const

export const sessionSentences = {
  guest: 'Guest Visitor',
  closed: 'This conversation is closed',
  otherIsOpen: 'This visitor has another open conversation',
  notConnected: 'Not connected',
  joinFailed: 'Failed to join session',
  sendFailed: 'Failed to send message',
  prechatFailed: 'Failed to request pre-chat',
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

/** What a website tells of its visitor, for the desk to read. */
export const visitorAttributes = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
export type VisitorAttributes = z.output<typeof visitorAttributes>

export const session = z.object({
  sessionId: id,
  tenantId: id,
  projectId: z.object({ _id: id, name: z.string() }),
  status: sessionStatus,
  visitor: z.object({
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    /** The website has signed who it is; without, the rest is only what somebody says. */
    verified: z.optional(z.boolean()),
    /** The website's own name for a verified visitor. */
    externalId: z.optional(z.string()),
    attributes: z.optional(visitorAttributes),
  }),
  lastMessage: z.nullable(z.string()),
  lastMessageFrom: z.nullable(sender),
  /** Whether the AI wrote it. */
  lastMessageIsAi: z.boolean(),
  lastMessageAt: time,
  lastSeq: z.int(),
  unreadCountAgent: z.int(),
  autoReplyEnabled: z.boolean(),
  online: z.boolean(),
  assignedAgentId: z.nullable(id),
  needsHuman: z.boolean(),
  pageUrl: z.nullable(z.string()),
  rating: z.nullable(rating),
  labelIds: z.array(id),
  createdAt: time,
})
export type Session = z.output<typeof session>

/** Who the visitor is, as far as anybody knows: what the website signed is verified, what a form says is claimed. */
export const visitorDetails = z.object({
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  identity: z.enum(['unknown', 'claimed', 'verified']),
  /** The page of the latest visit. */
  pageUrl: z.nullable(z.string()),
  referrer: z.nullable(z.string()),
  locale: z.nullable(z.string()),
  /** Like `Chrome on Windows`. */
  device: z.nullable(z.string()),
  firstSeenAt: time,
  lastSeenAt: time,
})
export type VisitorDetails = z.output<typeof visitorDetails>

const sessionResponse = z.object({ session })

export const sessionRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/sessions',
    summary: 'Conversations, most recently active first',
    scope: 'sessions:read',
    query: z.object({
      status: z.optional(sessionStatus),
      projectId: z.optional(z.string()),
      needsHuman: z.optional(z.enum(['true'])),
      labelId: z.optional(z.string()),
      search: z.optional(optionalText(sessionLimits.search)),
      page: z.optional(positiveInteger(100_000)),
      limit: z.optional(positiveInteger(sessionLimits.pageSizeMax)),
      cursor: z.optional(z.string().check(z.maxLength(200))),
    }),
    response: z.object({
      sessions: z.array(session),
      /** How many there are. In a search, how many are known by the end of this page: all of them on the last one. */
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
    scope: 'sessions:read',
    query: z.object({
      limit: z.optional(positiveInteger(messageLimits.pageSizeMax)),
      before: z.optional(positiveInteger(2_000_000_000)),
      after: z.optional(positiveInteger(2_000_000_000)),
    }),
    response: z.object({ messages: z.array(message), hasMore: z.boolean() }),
  },
  send: {
    method: 'POST',
    path: '/api/sessions/:sessionId/messages',
    summary: 'Answer the visitor; sent again with the same clientId, it is the same message',
    scope: 'sessions:write',
    body: z.object({ text: messageText, clientId }),
    response: z.object({ message }),
  },
  exportAll: {
    method: 'GET',
    path: '/api/sessions/export',
    summary: 'All conversations as a table',
    scope: 'sessions:read',
    query: z.object({ status: z.optional(sessionStatus) }),
    download: 'text/csv',
  },
  export: {
    method: 'GET',
    path: '/api/sessions/:sessionId/export',
    summary: 'A conversation to keep: as text to read, or as JSON',
    scope: 'sessions:read',
    query: z.object({ format: z.enum(['text', 'json'], 'Choose text or json') }),
    download: 'application/octet-stream',
  },
  visitor: {
    method: 'GET',
    path: '/api/sessions/:sessionId/visitor',
    summary: 'Who the visitor is, and their earlier conversations',
    scope: 'sessions:read',
    response: z.object({ visitor: visitorDetails, earlier: z.array(session) }),
  },
  label: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/labels',
    summary: 'Put a label on the conversation, or take it off',
    scope: 'sessions:write',
    body: z.object({
      labelId: z.string('labelId must be an id'),
      isOn: z.boolean('isOn must be true or false'),
    }),
    response: sessionResponse,
  },
  needsHuman: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/needs-human',
    summary: 'Mark that a person has to look at it, or that this is done',
    scope: 'sessions:write',
    body: z.object({ needsHuman: z.boolean('needsHuman must be true or false') }),
    response: sessionResponse,
  },
  attach: {
    method: 'POST',
    path: '/api/sessions/:sessionId/attachments',
    summary: 'Upload a file in the multipart field `file`; send it with `message:send`, within a day',
    multipart: 'file',
    response: attachment,
    status: 201,
  },
  attachSaved: {
    method: 'POST',
    path: '/api/sessions/:sessionId/attachments/saved',
    summary: 'Copy a file of a saved reply; send it with `message:send`, within a day',
    body: z.object({ fileId: z.string('fileId must be an id') }),
    response: attachment,
    status: 201,
  },
  attachment: {
    method: 'GET',
    path: '/api/sessions/:sessionId/attachments/:attachmentId',
    summary: 'The content of a file that a message of the conversation carries',
    scope: 'sessions:read',
    download: 'application/octet-stream',
  },
  why: {
    method: 'GET',
    path: '/api/sessions/:sessionId/messages/:messageId/why',
    summary: 'How a reply of the AI came about',
    scope: 'sessions:read',
    response: replyTrace,
  },
  read: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/read',
    summary: 'Mark the conversation read',
    scope: 'sessions:write',
    response: sessionResponse,
  },
  unread: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/unread',
    summary: 'Mark the conversation unread, from the visitor’s last message on',
    scope: 'sessions:write',
    response: sessionResponse,
  },
  status: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/status',
    summary: 'Close, archive or reopen',
    scope: 'sessions:write',
    body: z.object({ status: sessionStatus }),
    response: sessionResponse,
  },
  autoReply: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/auto-reply',
    summary: 'Let the AI answer, or take over',
    scope: 'sessions:write',
    body: z.object({ enabled: z.boolean('enabled must be true or false') }),
    response: sessionResponse,
  },
  assign: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/assign',
    summary: 'Assign to a member of the company, or to nobody with null',
    scope: 'sessions:write',
    body: z.object({ agentId: z.nullable(z.string('agentId must be an id or null')) }),
    response: sessionResponse,
  },
  writingAssistant: {
    method: 'GET',
    path: '/api/writing-assistant',
    summary: 'Whether messages can be put into another tone here; if not, why',
    response: z.object({ isAvailable: z.boolean(), note: z.nullable(z.string()) }),
  },
  rewrite: {
    method: 'POST',
    path: '/api/sessions/:sessionId/rewrite',
    summary: 'A message in another tone, to look at before it is sent',
    body: z.object({ text: messageText, tone: writingTone }),
    response: z.object({
      /** Null where it could not be rewritten; `note` says why. */
      text: z.nullable(z.string()),
      problem: z.nullable(writingProblem),
      note: z.nullable(z.string()),
    }),
  },
  suggest: {
    method: 'POST',
    path: '/api/sessions/:sessionId/suggestion',
    summary: "Draft a reply to the visitor's last words from the project's knowledge; nothing is sent",
    response: suggestion,
  },
})
