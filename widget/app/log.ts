import type { Attachment } from '@aichat/contracts/attachments'
import type { Message } from '@aichat/contracts/messages'

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

/** Messages whose metadata the server has changed replace the known ones. */
function replaceChanged(messages: readonly Message[], incoming: readonly Message[]): readonly Message[] {
  const changed = incoming.filter(({ _id, meta }) =>
    messages.some(
      (one) => one._id === _id && (one.meta.pending !== meta.pending || one.meta.helped !== meta.helped),
    ),
  )
  if (!changed.length) return messages
  return messages.map((message) => changed.find(({ _id }) => _id === message._id) ?? message)
}

/** Adds messages in any order, ignoring duplicates and messages of other conversations. */
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
  const known = replaceChanged(log.messages, incoming)
  const isUnchanged = known === log.messages && sessionId === log.sessionId
  if (!fresh.length && pending.length === log.pending.length && isUnchanged) return log
  return {
    ...log,
    sessionId,
    pending: pending.length === log.pending.length ? log.pending : pending,
    messages: fresh.length ? [...known, ...fresh].sort((one, other) => one.seq - other.seq) : known,
  }
}

/** The seq of the last message before the first gap. */
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
