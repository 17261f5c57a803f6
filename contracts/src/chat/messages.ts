import * as z from 'zod/mini'
import { id, stripInvalidCharacters, time } from '../kit/common.ts'
import { attachment, attachmentIds } from './attachments.ts'
import { writingResult } from './writing.ts'

export const messageLimits = {
  text: 4000,
  clientId: 100,
  pageSize: 100,
  pageSizeMax: 500,
} as const

export const messageSentences = {
  emptyText: 'Write a message first',
  longText: 'Use at most 4000 characters',
} as const

export const sender = z.enum(['visitor', 'agent', 'system'])
export type Sender = z.output<typeof sender>

/** A visitor's rating, from 1 to 5. */
export const rating = z.object({ rating: z.int(), comment: z.string() })
export type Rating = z.output<typeof rating>

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
  /** The release that the reply was written from. */
  releaseNumber: z.optional(z.int()),
  /** The revision of the live answers within this release, from 1. */
  releaseRevision: z.optional(z.int()),
  /**
   * The language of the question, as two letters (ISO 639-1): on replies of the AI, and on messages of the visitor that wait for the
   * team.
   */
  language: z.optional(z.string()),
  model: z.optional(z.string()),
  latencyMs: z.optional(z.int()),
  agentName: z.optional(z.string()),
  /** A program has sent the message, with an API key. */
  apiKey: z.optional(z.boolean()),
  /** The visitor has sent the message by email. */
  channel: z.optional(z.enum(['email'])),
  /** The sender of an email that an agent accepted although it was not from the visitor's address. */
  emailFrom: z.optional(z.string()),
  /** Names of files of an email that are no attachments, because of their type or size. */
  refusedFiles: z.optional(z.array(z.string())),
  kind: z.optional(
    z.enum([
      'prechat_requested',
      'prechat_summary',
      'prechat_skipped',
      'handover',
      'acknowledged',
      'suggestions',
      'feedback',
    ]),
  ),
  reason: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
  /** The visitor's rating of the conversation, or of this reply. */
  feedback: z.optional(rating),
  /** The AI could not answer this message of the visitor, and the team has been asked to help already. */
  pending: z.optional(z.enum(['team'])),
  /** The visitor's answer to suggestions. */
  helped: z.optional(z.boolean()),
  /** The ids of the suggested pages that the visitor opened. */
  opened: z.optional(z.array(id)),
  /** The agent's own text when the writing assistant rewrote the message. */
  original: z.optional(z.string()),
  writingAssistant: z.optional(writingResult),
})
export type MessageMeta = z.output<typeof messageMeta>

/** The `clientId` of a reply of the AI, also of a hand-over. It names the question that the reply is to. */
export const aiReplyKey = /^ai-(\d{1,9})$/

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

/** Text beside attachments; it may be blank. Normalized to Unicode form C. */
const captionText = z
  .string(messageSentences.emptyText)
  .check(
    stripInvalidCharacters(),
    z.normalize('NFC'),
    z.trim(),
    z.maxLength(messageLimits.text, messageSentences.longText),
  )

/** Message text; it must not be blank. */
export const messageText = captionText.check(z.minLength(1, messageSentences.emptyText))

/** The number of a message that a client has seen; 0 for none. The database stores it as a 32-bit integer. */
export const seenSeq = z.int().check(z.minimum(0), z.maximum(2_000_000_000))

/** The idempotency key of a message, chosen by the sender. */
export const clientId = z
  .string()
  .check(z.minLength(1), z.maxLength(messageLimits.clientId), stripInvalidCharacters())

/** The content of a message: text, attachments or both. */
export const messageContent = { text: z.optional(captionText), attachments: z.optional(attachmentIds) }

export function requireContent<T extends { text?: string; attachments?: string[] }>() {
  return z.refine<T>(({ text, attachments }) => Boolean(text) || Boolean(attachments?.length), {
    error: messageSentences.emptyText,
    path: ['text'],
  })
}

/**
 * An AI reply while it is streamed: its full text so far, which contains only verified sentences. An empty text means
 * that the reply was canceled. The message with the same clientId replaces it.
 */
export const messageDelta = z.object({ sessionId: id, clientId: z.string(), text: z.string() })

/** `isAi`: the AI is preparing a reply. */
export const typingUpdate = z.object({
  sessionId: id,
  from: sender,
  isTyping: z.boolean(),
  isAi: z.optional(z.boolean()),
})
