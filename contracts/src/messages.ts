import * as z from 'zod/mini'
import { attachment, attachmentIds } from './attachments.ts'
import { id, stripInvalidCharacters, time } from './common.ts'
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

/** What the visitor thought of the conversation, 1 to 5. */
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
  writingAssistant: z.optional(writingResult),
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
  attachments: z.array(attachment),
  meta: messageMeta,
})
export type Message = z.output<typeof message>

/** Text beside files, which may be blank: kept as written but for NUL and Unicode form. */
const captionText = z
  .string(messageSentences.emptyText)
  .check(
    stripInvalidCharacters(),
    z.normalize('NFC'),
    z.trim(),
    z.maxLength(messageLimits.text, messageSentences.longText),
  )

/** Message text; blank is refused. */
export const messageText = captionText.check(z.minLength(1, messageSentences.emptyText))

/** Made by the sender; a send repeated with the same one is the same message. */
export const clientId = z
  .string()
  .check(z.minLength(1), z.maxLength(messageLimits.clientId), stripInvalidCharacters())

/** What a message says: words, or files, or both; neither is refused. */
export const messageContent = { text: z.optional(captionText), attachments: z.optional(attachmentIds) }

export function requireContent<T extends { text?: string; attachments?: string[] }>() {
  return z.refine<T>(({ text, attachments }) => Boolean(text) || Boolean(attachments?.length), {
    error: messageSentences.emptyText,
    path: ['text'],
  })
}

/**
 * A reply of the AI while it is being written: all of its text so far, only sentences that have been checked. With an
 * empty text it was given up; otherwise the message with the same clientId takes its place.
 */
export const messageDelta = z.object({ sessionId: id, clientId: z.string(), text: z.string() })
