import type { Attachment } from '@aichat/contracts/attachments'
import type { Message } from '@aichat/contracts/messages'

/** A message on its way. `refusal` is the server's sentence when it will not have it. */
export type Pending = {
  clientId: string
  text: string
  attachments: readonly Attachment[]
  refusal: string | null
}

/**
 * One conversation as this page knows it. `messages` are in order of `seq` and each is there once; nothing is
 * known to be missing after `base` until the first gap. `pending` follow them in the order they were written.
 */
export type Log = {
  sessionId: string | null
  base: number
  messages: readonly Message[]
  pending: readonly Pending[]
}

export const emptyLog: Log = { sessionId: null, base: 0, messages: [], pending: [] }

/** Starts over with another conversation or a later part of it; what is pending stays pending. */
export function begin(log: Log, sessionId: string | null, messages: readonly Message[], base: number): Log {
  return merge({ ...log, sessionId, base, messages: [] }, messages)
}

/** What the visitor thinks of one reply. */
export function withRating(log: Log, messageId: string, rating: number): Log {
  const messages = log.messages.map((message) =>
    message._id === messageId
      ? { ...message, meta: { ...message.meta, feedback: { rating, comment: '' } } }
      : message,
  )
  return { ...log, messages }
}

/** Takes in messages in any order and as often as they come. Those of another conversation are left out. */
export function merge(log: Log, incoming: readonly Message[]): Log {
  const sessionId = log.sessionId ?? incoming[0]?.sessionId ?? null
  const ids = new Set(log.messages.map((message) => message._id))
  const seqs = new Set(log.messages.map((message) => message.seq))
  const fresh: Message[] = []
  for (const message of incoming) {
    if (message.sessionId !== sessionId || message.seq <= log.base) continue
    if (ids.has(message._id) || seqs.has(message.seq)) continue
    ids.add(message._id)
    seqs.add(message.seq)
    fresh.push(message)
  }
  const arrived = new Set(
    incoming.filter((message) => message.from === 'visitor').map((message) => message.clientId),
  )
  const pending = log.pending.filter((one) => !arrived.has(one.clientId))
  if (!fresh.length && pending.length === log.pending.length && sessionId === log.sessionId) return log
  return {
    ...log,
    sessionId,
    pending: pending.length === log.pending.length ? log.pending : pending,
    messages: fresh.length
      ? [...log.messages, ...fresh].sort((one, other) => one.seq - other.seq)
      : log.messages,
  }
}

/** The last message up to which nothing is missing. */
export function contiguousSeq(log: Log): number {
  let last = log.base
  for (const { seq } of log.messages) {
    if (seq !== last + 1) break
    last = seq
  }
  return last
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

/** Takes an acknowledged message off the pending ones, whatever the acknowledgement looked like. */
export function settle(log: Log, clientId: string): Log {
  if (!log.pending.some((one) => one.clientId === clientId)) return log
  return { ...log, pending: log.pending.filter((one) => one.clientId !== clientId) }
}

/** With null the message is tried again. */
export function setRefusal(log: Log, clientId: string, refusal: string | null): Log {
  return {
    ...log,
    pending: log.pending.map((one) => (one.clientId === clientId ? { ...one, refusal } : one)),
  }
}

export function nextToSend(log: Log): Pending | undefined {
  return log.pending.find((one) => one.refusal === null)
}
