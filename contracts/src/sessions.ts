import * as z from 'zod/mini'
import { id, optionalText, positiveInteger, storable, time } from './common.ts'
import { knowledgeStage, knowledgeStatus } from './knowledge.ts'
import { note } from './notes.ts'
import { commands, commonEvents, events } from './realtime.ts'
import { routes } from './route.ts'
import { suggestion, writingChoice, writingNote, writingProblem, writingTone } from './writing.ts'

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

export const attachmentLimits = { bytes: 10 * 1024 * 1024, perMessage: 10 } as const

/** The ends of names that may be sent, for the input that chooses a file. */
export const attachmentExtensions = [
  '.png',
  '.jpg',
  '.jpeg',
  '.gif',
  '.webp',
  '.pdf',
  '.txt',
  '.csv',
  '.md',
  '.log',
] as const

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
  fileMissing: 'Choose a file to send',
  fileTooLarge: 'The file is too large (10 MB at most).',
  fileType: 'Only pictures (PNG, JPEG, GIF, WebP), PDF and text files can be sent.',
  fileUnknown: 'An attachment is not there to be sent. Please add it again.',
  fileUnreadable: 'The file cannot be read right now. Please try again.',
  tooManyFiles: 'Send at most 10 files at once.',
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

/** What a website tells of its visitor, for the desk to read. */
export const visitorAttributes = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
export type VisitorAttributes = z.output<typeof visitorAttributes>

/** What the visitor thought of the conversation, 1 to 5. */
const rating = z.object({ rating: z.int(), comment: z.string() })
export type Rating = z.output<typeof rating>

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
  kind: z.optional(z.enum(['prechat_summary', 'handover', 'feedback'])),
  reason: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
  /** What the visitor thought: of the whole conversation, or of this one reply. */
  feedback: z.optional(rating),
  /** What the agent wrote, where the writing assistant put it otherwise. */
  original: z.optional(z.string()),
  writingAssistant: z.optional(writingNote),
})
export type MessageMeta = z.output<typeof messageMeta>

/** A file that a message carries. `mime` is what its content was found to be, whatever its name says. */
export const attachment = z.object({ id, name: z.string(), mime: z.string(), size: z.int() })
export type Attachment = z.output<typeof attachment>

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
  attachments: z.array(attachment),
  meta: messageMeta,
})
export type Message = z.output<typeof message>

/** Why a person is called instead of an answer. */
export const handoverReasons = [
  'asked_for_person',
  'no_answer',
  'low_support',
  'model_failed',
  'turn_cap',
  'budget',
] as const
export type HandoverReason = (typeof handoverReasons)[number]

/** How a reply of the AI came about: what it had before it, who wrote it, and what was taken out. */
export const replyTrace = z.object({
  question: z.string(),
  outcome: z.enum(['answered', ...handoverReasons]),
  /** The model's name; `built-in` where none wrote it. */
  model: z.string(),
  /** The company's prompt for replies, and its version: 0 is the one that ships with the product. */
  prompt: z.object({ key: z.string(), version: z.int() }),
  passages: z.array(
    z.object({
      number: z.int(),
      itemId: id,
      title: z.string(),
      heading: z.string(),
      url: z.nullable(z.string()),
      quote: z.string(),
      isFaq: z.boolean(),
      isCited: z.boolean(),
      scores: z.object({
        words: z.nullable(z.number()),
        meaning: z.nullable(z.number()),
        fused: z.number(),
      }),
    }),
  ),
  /** Sentences that were left out because what they name stands in no passage. */
  removed: z.array(z.object({ sentence: z.string(), invented: z.array(z.string()) })),
  latencyMs: z.int(),
  createdAt: time,
})
export type ReplyTrace = z.output<typeof replyTrace>

/** Text beside files, which may be blank: kept as written but for NUL and Unicode form. */
const captionText = z
  .string(sessionSentences.emptyText)
  .check(storable(), z.normalize('NFC'), z.trim(), z.maxLength(sessionLimits.text, sessionSentences.longText))

/** Message text; blank is refused. */
export const messageText = captionText.check(z.minLength(1, sessionSentences.emptyText))
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

/** Made by the sender; a send repeated with the same one is the same message. */
export const clientId = z.string().check(z.minLength(1), z.maxLength(sessionLimits.clientId), storable())

const sessionAnswer = z.object({ session })

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
    answer: z.object({
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
      limit: z.optional(positiveInteger(sessionLimits.messagesMax)),
      before: z.optional(positiveInteger(2_000_000_000)),
      after: z.optional(positiveInteger(2_000_000_000)),
    }),
    answer: z.object({ messages: z.array(message), hasMore: z.boolean() }),
  },
  send: {
    method: 'POST',
    path: '/api/sessions/:sessionId/messages',
    summary: 'Answer the visitor; sent again with the same clientId, it is the same message',
    scope: 'sessions:write',
    body: z.object({ text: messageText, clientId }),
    answer: z.object({ message }),
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
    answer: z.object({ visitor: visitorDetails, earlier: z.array(session) }),
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
    answer: sessionAnswer,
  },
  needsHuman: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/needs-human',
    summary: 'Mark that a person has to look at it, or that this is done',
    scope: 'sessions:write',
    body: z.object({ needsHuman: z.boolean('needsHuman must be true or false') }),
    answer: sessionAnswer,
  },
  attach: {
    method: 'POST',
    path: '/api/sessions/:sessionId/attachments',
    summary: 'Upload a file in the multipart field `file`; send it with `message:send`, within a day',
    multipart: 'file',
    answer: attachment,
    status: 201,
  },
  attachSaved: {
    method: 'POST',
    path: '/api/sessions/:sessionId/attachments/saved',
    summary: 'Copy a file of a saved reply; send it with `message:send`, within a day',
    body: z.object({ fileId: z.string('fileId must be an id') }),
    answer: attachment,
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
    answer: replyTrace,
  },
  read: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/read',
    summary: 'Mark the conversation read',
    scope: 'sessions:write',
    answer: sessionAnswer,
  },
  unread: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/unread',
    summary: 'Mark the conversation unread, from the visitor’s last message on',
    scope: 'sessions:write',
    answer: sessionAnswer,
  },
  status: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/status',
    summary: 'Close, archive or reopen',
    scope: 'sessions:write',
    body: z.object({ status: sessionStatus }),
    answer: sessionAnswer,
  },
  autoReply: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/auto-reply',
    summary: 'Let the AI answer, or take over',
    scope: 'sessions:write',
    body: z.object({ enabled: z.boolean('enabled must be true or false') }),
    answer: sessionAnswer,
  },
  assign: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/assign',
    summary: 'Assign to a member of the company, or to nobody with null',
    scope: 'sessions:write',
    body: z.object({ agentId: z.nullable(z.string('agentId must be an id or null')) }),
    answer: sessionAnswer,
  },
  writingAssistant: {
    method: 'GET',
    path: '/api/writing-assistant',
    summary: 'Whether messages can be put into another tone here; if not, why',
    answer: z.object({ isAvailable: z.boolean(), note: z.nullable(z.string()) }),
  },
  rewrite: {
    method: 'POST',
    path: '/api/sessions/:sessionId/rewrite',
    summary: 'A message in another tone, to look at before it is sent',
    body: z.object({ text: messageText, tone: writingTone }),
    answer: z.object({
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
    answer: suggestion,
  },
})

/** Ids of uploads, in the order in which they are shown. */
export const attachmentIds = z
  .array(z.string().check(z.maxLength(100)), sessionSentences.fileUnknown)
  .check(z.maxLength(attachmentLimits.perMessage, sessionSentences.tooManyFiles))

/** What a message says: words, or files, or both; neither is refused. */
export const messageContent = { text: z.optional(captionText), attachments: z.optional(attachmentIds) }

export function saysSomething<T extends { text?: string; attachments?: string[] }>() {
  return z.refine<T>(({ text, attachments }) => Boolean(text) || Boolean(attachments?.length), {
    error: sessionSentences.emptyText,
    path: ['text'],
  })
}

const seq = z.int().check(z.minimum(0), z.maximum(2_000_000_000))

export const staffCommands = commands({
  'agent:join': {
    payload: z.object({ sessionId: z.string(), lastSeq: z.optional(z.nullable(seq)) }),
    ack: z.object({ messages: z.array(message), session, reset: z.optional(z.boolean()) }),
  },
  'message:send': {
    payload: z
      .object({
        sessionId: z.string(),
        ...messageContent,
        clientId: z.optional(clientId),
        tenantId: z.optional(z.unknown()),
        projectId: z.optional(z.unknown()),
        from: z.optional(z.unknown()),
        type: z.optional(z.unknown()),
        writingAssistant: z.optional(z.nullable(writingChoice(messageText))),
      })
      .check(saysSomething()),
    ack: z.object({ message }),
  },
  typing: {
    payload: z.object({ sessionId: z.string(), isTyping: z.boolean() }),
    ack: z.object({}),
  },
  // Said again every ten seconds while it is so. Nothing is stored: who is not heard of is gone.
  viewing: {
    payload: z.object({ sessionId: z.string(), isViewing: z.boolean(), isTyping: z.boolean() }),
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

/**
 * A reply of the AI while it is being written: all of its text so far, only sentences that have been checked. With an
 * empty text it was given up; otherwise the message with the same clientId takes its place.
 */
export const messageDelta = z.object({ sessionId: id, clientId: z.string(), text: z.string() })

export const staffEvents = events({
  ...commonEvents,
  'message:new': z.object({ message }),
  'message:delta': messageDelta,
  // What the visitor thinks of one reply; said again, it is the last that counts.
  'message:rated': z.object({ sessionId: id, messageId: id, feedback: rating }),
  'typing:update': z.object({ sessionId: id, from: sender, isTyping: z.boolean() }),
  'presence:update': z.object({ sessionId: id, online: z.boolean() }),
  'colleague:update': z.object({
    sessionId: id,
    user: z.object({ id, name: z.string() }),
    isViewing: z.boolean(),
    isTyping: z.boolean(),
  }),
  'note:new': z.object({ note }),
  'note:removed': z.object({ sessionId: id, noteId: id }),
  'mention:new': z.object({ note }),
  'session:upsert': z.object({ session }),
  'session:patched': z.object({ sessionId: id, patch: z.partial(session) }),
  // They were erased, or their time was up.
  'sessions:removed': z.object({ sessionIds: z.array(id) }),
  'knowledge:updated': z.object({
    projectId: id,
    itemId: id,
    status: knowledgeStatus,
    stage: knowledgeStage,
  }),
})
