import type { Attachment } from '@aichat/contracts/chat/attachments'
import { getContiguousSeq, mergeMessages } from '@aichat/contracts/chat/message-list'
import type { Message } from '@aichat/contracts/chat/messages'

/** A message that is not stored yet. `refusal` is the server's error message if it was rejected. */
export type Pending = {
  clientId: string
  text: string
  attachments: readonly Attachment[]
  refusal: string | null
}

/**
 * One conversation as this page knows it. `messages` are unique and sorted by `seq`. They are complete from `base` to
 * the first gap. `pending` messages follow in the order they were written.
 */
export type Log = {
  sessionId: string | null
  base: number
  messages: readonly Message[]
  pending: readonly Pending[]
}

export const emptyLog: Log = { sessionId: null, base: 0, messages: [], pending: [] }

/** Replaces the messages with another conversation, or with a later part of it. Pending messages are kept. */
export function startLog(
  log: Log,
  sessionId: string | null,
  messages: readonly Message[],
  base: number,
): Log {
  return merge({ ...log, sessionId, base, messages: [] }, messages)
}

/** Stores the visitor's rating of one reply. */
export function setRating(log: Log, messageId: string, rating: number): Log {
  const messages = log.messages.map((message) =>
    message._id === messageId
      ? { ...message, meta: { ...message.meta, feedback: { rating, comment: '' } } }
      : message,
  )
  return { ...log, messages }
}

/** Adds messages in any order, ignoring duplicates and messages of other conversations. */
export function merge(log: Log, incoming: readonly Message[]): Log {
  const sessionId = log.sessionId ?? incoming[0]?.sessionId ?? null
  const messages = mergeMessages(
    log.messages,
    incoming.filter((message) => message.sessionId === sessionId && message.seq > log.base),
  )
  const arrived = new Set(
    incoming.filter((message) => message.from === 'visitor').map((message) => message.clientId),
  )
  const waiting = log.pending.filter((one) => !arrived.has(one.clientId))
  const pending = waiting.length === log.pending.length ? log.pending : waiting
  const isUnchanged = messages === log.messages && pending === log.pending && sessionId === log.sessionId
  return isUnchanged ? log : { ...log, sessionId, pending, messages }
}

/** The seq of the last message before the first gap. */
export function contiguousSeq(log: Log): number {
  return getContiguousSeq(log.messages, log.base)
}

export function hasGap(log: Log): boolean {
  const newest = log.messages.at(-1)
  return newest !== undefined && newest.seq > contiguousSeq(log)
}

export function enqueue(
  log: Log,
  clientId: string,
  text: string,
  attachments: readonly Attachment[] = [],
): Log {
  if (log.pending.some((one) => one.clientId === clientId)) return log
  return { ...log, pending: [...log.pending, { clientId, text, attachments, refusal: null }] }
}

/** Removes an acknowledged message, even if the acknowledgement itself cannot be read. */
export function removePending(log: Log, clientId: string): Log {
  if (!log.pending.some((one) => one.clientId === clientId)) return log
  return { ...log, pending: log.pending.filter((one) => one.clientId !== clientId) }
}

/** With null the message is sent again. */
export function setRefusal(log: Log, clientId: string, refusal: string | null): Log {
  return {
    ...log,
    pending: log.pending.map((one) => (one.clientId === clientId ? { ...one, refusal } : one)),
  }
}

export function nextToSend(log: Log): Pending | undefined {
  return log.pending.find((one) => one.refusal === null)
}
