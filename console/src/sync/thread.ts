import type { Attachment } from '@aichat/contracts/attachments'
import type { Message, Rating } from '@aichat/contracts/messages'
import type { WritingTone } from '@aichat/contracts/writing'

/** The loaded messages of a conversation, sorted by `seq`. There may be gaps until the missing ones are loaded. */
export type Thread = { messages: readonly Message[]; hasOlder: boolean }

/** The tone a message is rewritten in when it is sent. With `original`, it was rewritten from that text already. */
export type Rewrite = { tone: WritingTone; original?: string }

/** A message of this agent that the server has not confirmed yet. */
export type PendingMessage = {
  clientId: string
  sessionId: string
  text: string
  /** Already uploaded. */
  attachments: readonly Attachment[]
  createdAt: string
  rewrite?: Rewrite
  state: 'waiting' | 'failed'
  error?: string
}

export type ThreadEvent =
  /** The answer to joining. With `reset`, the loaded messages are too old to continue from. */
  | { type: 'joined'; messages: readonly Message[]; reset?: boolean }
  | { type: 'arrived'; message: Message }
  | { type: 'rated'; messageId: string; feedback: Rating }
  | { type: 'older'; messages: readonly Message[]; hasMore: boolean }

export const emptyThread: Thread = { messages: [], hasOlder: false }

export function reduceThread(thread: Thread = emptyThread, event: ThreadEvent): Thread {
  switch (event.type) {
    case 'joined': {
      const messages = merge(event.reset ? [] : thread.messages, event.messages)
      return { messages, hasOlder: (messages[0]?.seq ?? 1) > 1 }
    }
    case 'arrived':
      return { ...thread, messages: merge(thread.messages, [event.message]) }
    case 'rated':
      return { ...thread, messages: thread.messages.map((message) => withRating(message, event)) }
    case 'older':
      return { messages: merge(thread.messages, event.messages), hasOlder: event.hasMore }
  }
}

/** The last `seq` before the first gap. */
export function lastContiguousSeq({ messages }: Thread): number {
  let last = messages[0]?.seq ?? 0
  for (const { seq } of messages) {
    if (seq > last + 1) break
    last = seq
  }
  return last
}

export function hasGap(thread: Thread): boolean {
  return lastContiguousSeq(thread) < (thread.messages.at(-1)?.seq ?? 0)
}

type RatedEvent = Extract<ThreadEvent, { type: 'rated' }>

function withRating(message: Message, { messageId, feedback }: RatedEvent): Message {
  return message._id === messageId ? { ...message, meta: { ...message.meta, feedback } } : message
}

function merge(loaded: readonly Message[], received: readonly Message[]): readonly Message[] {
  const ids = new Set(loaded.map((message) => message._id))
  const seqs = new Set(loaded.map((message) => message.seq))
  const added: Message[] = []
  for (const message of received) {
    if (ids.has(message._id) || seqs.has(message.seq)) continue
    ids.add(message._id)
    seqs.add(message.seq)
    added.push(message)
  }
  const known = replaceChanged(loaded, received)
  if (added.length === 0) return known
  return [...known, ...added].sort((one, other) => one.seq - other.seq)
}

/** The server sends a message again when its mark or the visitor's answer to it has changed. */
function replaceChanged(loaded: readonly Message[], received: readonly Message[]): readonly Message[] {
  const changed = received.filter(({ _id, meta }) =>
    loaded.some(
      (one) => one._id === _id && (one.meta.pending !== meta.pending || one.meta.helped !== meta.helped),
    ),
  )
  if (changed.length === 0) return loaded
  return loaded.map((message) => changed.find(({ _id }) => _id === message._id) ?? message)
}
