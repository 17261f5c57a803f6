import * as z from 'zod/mini'
import { knowledgeStage, knowledgeStatus } from '../ai/knowledge.ts'
import { sourceRun } from '../ai/sources.ts'
import { id } from '../kit/common.ts'
import { perUser } from '../kit/rate-limit.ts'
import { commandRateLimits, commands, commonEvents, events } from '../kit/realtime.ts'
import {
  clientId,
  message,
  messageContent,
  messageDelta,
  messageText,
  rating,
  requireContent,
  seenSeq,
  typingUpdate,
} from './messages.ts'
import { note } from './notes.ts'
import { session } from './sessions.ts'
import { writingAssistantOptions, writingRateLimits } from './writing.ts'

const sending = [
  perUser(commandRateLimits.message),
  perUser(writingRateLimits.rewrite, 'messages that the writing assistant rewrites'),
]

export const staffCommands = commands({
  'agent:join': {
    access: { permission: 'conversations.read', rateLimit: perUser(commandRateLimits.command) },
    payload: z.object({ sessionId: z.string(), lastSeq: z.optional(z.nullable(seenSeq)) }),
    ack: z.object({ messages: z.array(message), session, reset: z.optional(z.boolean()) }),
  },
  'message:send': {
    access: { permission: 'conversations.manage', rateLimit: sending },
    payload: z
      .object({
        sessionId: z.string(),
        ...messageContent,
        clientId: z.optional(clientId),
        tenantId: z.optional(z.unknown()),
        projectId: z.optional(z.unknown()),
        from: z.optional(z.unknown()),
        type: z.optional(z.unknown()),
        writingAssistant: z.optional(z.nullable(writingAssistantOptions(messageText))),
      })
      .check(requireContent()),
    ack: z.object({ message }),
  },
  typing: {
    access: { permission: 'conversations.manage', rateLimit: perUser(commandRateLimits.typing) },
    payload: z.object({ sessionId: z.string(), isTyping: z.boolean() }),
    ack: z.object({}),
  },
  // A heartbeat: sent every ten seconds while the agent views the conversation. It expires without a renewal and is not
  // stored.
  viewing: {
    access: { permission: 'conversations.manage', rateLimit: perUser(commandRateLimits.command) },
    payload: z.object({ sessionId: z.string(), isViewing: z.boolean(), isTyping: z.boolean() }),
    ack: z.object({}),
  },
  'agent:request_prechat': {
    access: { permission: 'conversations.manage', rateLimit: perUser(commandRateLimits.command) },
    payload: z.object({ sessionId: z.string() }),
    ack: z.object({}),
  },
  // Only signals a change: the server ignores the number and publishes its own count.
  'session:patched': {
    access: { permission: 'conversations.manage', rateLimit: perUser(commandRateLimits.command) },
    payload: z.object({ sessionId: z.string(), unreadCountAgent: z.optional(z.unknown()) }),
    ack: z.object({}),
  },
  sync: {
    access: { permission: 'conversations.read', rateLimit: perUser(commandRateLimits.command) },
    payload: z.object({ rev: z.nullable(z.int().check(z.minimum(0))) }),
    ack: z.object({
      rev: z.int(),
      changed: z.array(session),
      /** More conversations have changed: synchronize again from `rev` at once. */
      hasMore: z.optional(z.boolean()),
      /** Conversations have been removed: load the lists again. */
      reset: z.optional(z.boolean()),
    }),
  },
  'auth:refresh': {
    access: { permission: 'account.manage', rateLimit: perUser(commandRateLimits.command) },
    payload: z.object({ token: z.string() }),
    ack: z.object({}),
  },
})

export const staffEvents = events({
  ...commonEvents,
  'message:new': z.object({ message }),
  'message:delta': messageDelta,
  // The visitor's rating of one reply; a later rating replaces an earlier one.
  'message:rated': z.object({ sessionId: id, messageId: id, feedback: rating }),
  'typing:update': typingUpdate,
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
  // Emails that wait for a decision of the team.
  'emails:held': z.object({ count: z.int() }),
  'session:upsert': z.object({ session }),
  'session:patched': z.object({ sessionId: id, patch: z.partial(session) }),
  // The sessions were erased, or their retention period ended.
  'sessions:removed': z.object({ sessionIds: z.array(id) }),
  // The project was deleted, and all its conversations with it.
  'project:removed': z.object({ projectId: id }),
  'knowledge:updated': z.object({
    projectId: id,
    itemId: id,
    status: knowledgeStatus,
    stage: knowledgeStage,
  }),
  // The answers of a project went live, or their tests have ended.
  'answers:updated': z.object({ projectId: id }),
  // The progress of a run that reads a website or an archive.
  'source:updated': z.object({ projectId: id, sourceId: id, run: sourceRun }),
  // Findings about the knowledge were added, removed, dismissed or reopened.
  'findings:updated': z.object({ projectId: id, openCount: z.int() }),
})
