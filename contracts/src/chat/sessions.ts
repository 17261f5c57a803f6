import * as z from 'zod/mini'
import { replyTrace } from '../ai/reply-traces.ts'
import { id, optionalText, positiveInteger, time } from '../kit/common.ts'
import { perUser } from '../kit/rate-limit.ts'
import { commandRateLimits } from '../kit/realtime.ts'
import { routes } from '../kit/route.ts'
import { attachment, fileRateLimits, uploadLimits } from './attachments.ts'
import { clientId, message, messageLimits, messageText, rating, sender } from './messages.ts'

export const sessionLimits = {
  pageSize: 50,
  pageSizeMax: 1000,
  search: 200,
  viewCountMax: 100,
  recentMessageKeys: 100,
  presenceGraceSeconds: 30,
} as const

/** Intervals of the inbox. */
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
  formSent: 'Form sent',
  unknownAgent: 'Choose a member of your company',
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

/** Custom attributes that a website sets for its visitor, shown to staff. */
export const visitorAttributes = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
export type VisitorAttributes = z.output<typeof visitorAttributes>

export const session = z.object({
  sessionId: id,
  /** Short, unique within the company and unchanging: 1, 2, 3 … Null if a process of an older version started it. */
  number: z.nullable(z.int()),
  tenantId: id,
  projectId: z.object({ _id: id, name: z.string() }),
  status: sessionStatus,
  visitor: z.object({
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    /** The website signed the identity. Otherwise name and email are unverified claims. */
    verified: z.optional(z.boolean()),
    /** The website's own user id of a verified visitor. */
    externalId: z.optional(z.string()),
    attributes: z.optional(visitorAttributes),
  }),
  lastMessage: z.nullable(z.string()),
  lastMessageFrom: z.nullable(sender),
  /** Whether the AI wrote the last message. */
  lastMessageIsAi: z.boolean(),
  lastMessageAt: time,
  /** The last message that is not a hand-over. */
  lastPersonMessage: z.nullable(z.string()),
  lastVisitorMessage: z.nullable(z.string()),
  lastSeq: z.int(),
  /** Up to which message the visitor has read what agents wrote, and when; 0 and null before that. */
  visitorReadSeq: z.int(),
  visitorReadAt: z.nullable(time),
  /** Up to which message the visitor got what agents wrote by email; 0 before that. */
  emailedSeq: z.int(),
  unreadCountAgent: z.int(),
  autoReplyEnabled: z.boolean(),
  /** Whose reply turned auto-reply off; null while it is on or when it was turned off with the switch. */
  autoReplyOffBy: z.nullable(z.object({ userId: id, name: z.string() })),
  online: z.boolean(),
  assignedAgentId: z.nullable(id),
  /** A colleague has assigned it, and the assigned agent has not opened it since. */
  isAssignmentNew: z.boolean(),
  needsHuman: z.boolean(),
  /**
   * When the visitor sent the first unanswered message. Null without one, and while the AI is about to reply.
   */
  waitingSince: z.nullable(time),
  pageUrl: z.nullable(z.string()),
  rating: z.nullable(rating),
  labelIds: z.array(id),
  /** In a search: the part of the newest message that contains the term. Absent where no recent message does. */
  searchMatch: z.optional(z.string()),
  createdAt: time,
  /** Increases with every change of the company's conversations. The session with the higher revision is the newer one. */
  revision: z.int(),
})
export type Session = z.output<typeof session>

/**
 * Views of the inbox. `needs_you`: a person is needed, or a message waits for an answer that the AI will not give. `ai`: the AI
 * has answered the last message, and no person is needed.
 */
export const sessionViews = ['needs_you', 'ai'] as const
export type SessionView = (typeof sessionViews)[number]

/** Details of a visitor. An identity signed by the website is verified; one from a form is claimed. */
export const visitorDetails = z.object({
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  identity: z.enum(['unknown', 'claimed', 'verified']),
  /** The page of the latest visit. */
  pageUrl: z.nullable(z.string()),
  /** The pages before it, newest first, each once. */
  previousPageUrls: z.array(z.string()),
  referrer: z.nullable(z.string()),
  locale: z.nullable(z.string()),
  /** Like `Chrome on Windows`. */
  device: z.nullable(z.string()),
  firstSeenAt: time,
  lastSeenAt: time,
})
export type VisitorDetails = z.output<typeof visitorDetails>

export const sessionResponse = z.object({ session })

export const sessionRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/sessions',
    summary: 'List conversations, most recently active first',
    access: { permission: 'conversations.read', rateLimit: 'none', audit: 'none' },
    scope: 'sessions:read',
    query: z.object({
      status: z.optional(sessionStatus),
      projectId: z.optional(z.string()),
      /** `me`, `none` for unassigned conversations, or the id of a team member. */
      assignedTo: z.optional(z.string()),
      needsHuman: z.optional(z.enum(['true'])),
      view: z.optional(z.enum(sessionViews, 'Choose needs_you or ai')),
      labelId: z.optional(z.string()),
      search: z.optional(optionalText(sessionLimits.search)),
      page: z.optional(positiveInteger(100_000)),
      limit: z.optional(positiveInteger(sessionLimits.pageSizeMax)),
      cursor: z.optional(z.string().check(z.maxLength(200))),
    }),
    response: z.object({
      sessions: z.array(session),
      /** The number of matching conversations. A search counts up to this page; the last page has the full count. */
      total: z.int(),
      unreadTotal: z.int(),
      page: z.int(),
      limit: z.int(),
      nextCursor: z.nullable(z.string()),
    }),
  },
  viewCounts: {
    method: 'GET',
    path: '/api/sessions/view-counts',
    summary: 'Count the active conversations of each view',
    access: { permission: 'conversations.read', rateLimit: 'none', audit: 'none' },
    scope: 'sessions:read',
    query: z.object({ projectId: z.optional(z.string()), labelId: z.optional(z.string()) }),
    /** Counted up to `sessionLimits.viewCountMax`. */
    response: z.object({ needsYou: z.int(), ai: z.int(), mine: z.int(), unassigned: z.int() }),
  },
  waiting: {
    method: 'GET',
    path: '/api/sessions/waiting',
    summary: 'Count the active conversations that wait for the team, with the start of the longest wait',
    access: { permission: 'conversations.read', rateLimit: 'none', audit: 'none' },
    scope: 'sessions:read',
    /** Counted up to `sessionLimits.viewCountMax`. */
    response: z.object({ count: z.int(), since: z.nullable(time) }),
  },
  today: {
    method: 'GET',
    path: '/api/sessions/today',
    summary:
      'Count the conversations with a message today, by project, and those with replies of the AI only',
    access: { permission: 'conversations.read', rateLimit: 'none', audit: 'none' },
    scope: 'sessions:read',
    /** Today is the company's day. Projects without a conversation are omitted. */
    response: z.array(
      z.object({
        projectId: id,
        conversations: z.int(),
        /** The AI has replied, if only with suggested pages, no person of the team has, and none is needed. */
        aiOnly: z.int(),
      }),
    ),
  },
  messages: {
    method: 'GET',
    path: '/api/sessions/:sessionId/messages',
    summary: 'List the messages of a conversation, oldest first',
    access: { permission: 'conversations.read', rateLimit: 'none', audit: 'none' },
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
    summary: 'Send a message to the visitor; requests with the same clientId are idempotent',
    access: {
      permission: 'conversations.manage',
      rateLimit: perUser(commandRateLimits.message),
      audit: 'none',
    },
    scope: 'sessions:write',
    body: z.object({ text: messageText, clientId }),
    response: z.object({ message }),
  },
  exportAll: {
    method: 'GET',
    path: '/api/sessions/export',
    summary: 'Export all conversations as CSV',
    access: { permission: 'conversations.export_all', rateLimit: 'none', audit: ['conversations_exported'] },
    scope: 'sessions:read',
    query: z.object({ status: z.optional(sessionStatus) }),
    download: 'text/csv',
  },
  export: {
    method: 'GET',
    path: '/api/sessions/:sessionId/export',
    summary: 'Export a conversation as text or JSON',
    access: { permission: 'conversations.export', rateLimit: 'none', audit: ['conversation_exported'] },
    scope: 'sessions:read',
    query: z.object({ format: z.enum(['text', 'json'], 'Choose text or json') }),
    download: 'application/octet-stream',
  },
  visitor: {
    method: 'GET',
    path: '/api/sessions/:sessionId/visitor',
    summary: 'Retrieve the visitor of a conversation and their earlier conversations',
    access: { permission: 'conversations.read', rateLimit: 'none', audit: 'none' },
    scope: 'sessions:read',
    response: z.object({ visitor: visitorDetails, earlier: z.array(session) }),
  },
  form: {
    method: 'GET',
    path: '/api/sessions/:sessionId/form',
    summary: 'List the fields of the pre-chat form, and which of them the visitor has provided',
    access: { permission: 'conversations.read', rateLimit: 'none', audit: 'none' },
    scope: 'sessions:read',
    response: z.object({
      /** The visitor has been asked for the form and has neither submitted nor skipped it. */
      isRequested: z.boolean(),
      fields: z.array(
        z.object({ name: z.string(), label: z.string(), required: z.boolean(), isProvided: z.boolean() }),
      ),
    }),
  },
  needsHuman: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/needs-human',
    summary: 'Mark a conversation as needing a person, or clear the mark',
    access: { permission: 'conversations.manage', rateLimit: 'none', audit: 'none' },
    scope: 'sessions:write',
    body: z.object({ needsHuman: z.boolean('needsHuman must be true or false') }),
    response: sessionResponse,
  },
  attach: {
    method: 'POST',
    path: '/api/sessions/:sessionId/attachments',
    summary: 'Upload a file in the multipart field `file`; send it with `message:send` within 24 hours',
    access: { permission: 'conversations.manage', rateLimit: uploadLimits, audit: 'none' },
    multipart: 'file',
    response: attachment,
    status: 201,
  },
  attachSaved: {
    method: 'POST',
    path: '/api/sessions/:sessionId/attachments/saved',
    summary: 'Copy a file of a saved reply; send it with `message:send` within 24 hours',
    access: {
      permission: 'conversations.manage',
      rateLimit: perUser(fileRateLimits.copyFile),
      audit: 'none',
    },
    body: z.object({ fileId: z.string('fileId must be an id') }),
    response: attachment,
    status: 201,
  },
  attachment: {
    method: 'GET',
    path: '/api/sessions/:sessionId/attachments/:attachmentId',
    summary: 'Download an attachment of a conversation',
    access: { permission: 'conversations.read', rateLimit: 'none', audit: 'none' },
    scope: 'sessions:read',
    download: 'application/octet-stream',
  },
  why: {
    method: 'GET',
    path: '/api/sessions/:sessionId/messages/:messageId/why',
    summary: 'Retrieve the trace of an AI reply',
    access: { permission: 'conversations.read', rateLimit: 'none', audit: 'none' },
    scope: 'sessions:read',
    response: replyTrace,
  },
  read: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/read',
    summary: 'Mark a conversation as read',
    access: { permission: 'conversations.manage', rateLimit: 'none', audit: 'none' },
    scope: 'sessions:write',
    response: sessionResponse,
  },
  unread: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/unread',
    summary: 'Mark a conversation as unread from the visitor’s last message',
    access: { permission: 'conversations.manage', rateLimit: 'none', audit: 'none' },
    scope: 'sessions:write',
    response: sessionResponse,
  },
  status: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/status',
    summary: 'Close, archive or reopen a conversation',
    access: { permission: 'conversations.manage', rateLimit: 'none', audit: 'none' },
    scope: 'sessions:write',
    body: z.object({ status: sessionStatus }),
    response: sessionResponse,
  },
  autoReply: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/auto-reply',
    summary: 'Turn AI auto-reply on or off for a conversation',
    access: { permission: 'conversations.manage', rateLimit: 'none', audit: 'none' },
    scope: 'sessions:write',
    body: z.object({ enabled: z.boolean('enabled must be true or false') }),
    response: sessionResponse,
  },
  assign: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/assign',
    summary: 'Assign a conversation to a team member; null unassigns it',
    access: { permission: 'conversations.manage', rateLimit: 'none', audit: 'none' },
    scope: 'sessions:write',
    body: z.object({ agentId: z.nullable(z.string('agentId must be an id or null')) }),
    response: sessionResponse,
  },
  assignmentSeen: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/assignment-seen',
    summary: 'Mark an assignment as seen; has an effect only for the assigned agent',
    access: { permission: 'conversations.manage', rateLimit: 'none', audit: 'none' },
    response: sessionResponse,
  },
})
