import type { Attachment } from '@aichat/contracts/attachments'
import type { Message, Rating } from '@aichat/contracts/messages'
import type { Note } from '@aichat/contracts/notes'
import type { WritingTone } from '@aichat/contracts/writing'

/** A window of one conversation: messages by seq, each once. Gaps are possible until they are asked for. */
export type Thread = { messages: readonly Message[]; hasOlder: boolean }

/** A tone that a message is to be put into; with `original`, it was already, and this is what it was made of. */
export type Writing = { tone: WritingTone; original?: string }

/** A message of ours that the server has not confirmed yet. */
export type Pending = {
  clientId: string
  sessionId: string
  text: string
  /** Uploaded already. */
  attachments: readonly Attachment[]
  createdAt: string
  writing?: Writing
  state: 'waiting' | 'failed'
  problem?: string
}

export type Entry =
  | { kind: 'message'; key: string; message: Message }
  | { kind: 'pending'; key: string; pending: Pending }
  | { kind: 'note'; key: string; note: Note }

export type ThreadEvent =
  /** The newest messages, answered to a join: with `reset`, what was known is too old to build on. */
  | { type: 'joined'; messages: readonly Message[]; reset?: boolean }
  | { type: 'arrived'; message: Message }
  | { type: 'rated'; messageId: string; feedback: Rating }
  | { type: 'older'; messages: readonly Message[]; hasMore: boolean }

export const emptyThread: Thread = { messages: [], hasOlder: false }

export function reduceThread(thread: Thread | undefined, event: ThreadEvent): Thread {
  const known = thread ?? emptyThread
  switch (event.type) {
    case 'joined': {
      const messages = merge(event.reset ? [] : known.messages, event.messages)
      return { messages, hasOlder: (messages[0]?.seq ?? 1) > 1 }
    }
    case 'arrived':
      return { ...known, messages: merge(known.messages, [event.message]) }
    case 'rated':
      return { ...known, messages: known.messages.map((message) => rated(message, event)) }
    case 'older':
      return { messages: merge(known.messages, event.messages), hasOlder: event.hasMore }
  }
}

function rated(message: Message, { messageId, feedback }: { messageId: string; feedback: Rating }): Message {
  return message._id === messageId ? { ...message, meta: { ...message.meta, feedback } } : message
}

/** The last seq up to which nothing is missing since the first message of the window. */
export function contiguousSeq({ messages }: Thread): number {
  let last = messages[0]?.seq ?? 0
  for (const { seq } of messages) {
    if (seq > last + 1) break
    last = seq
  }
  return last
}

/** The seq of the visitor's message with which the last `unread` ones begin, as far as they are loaded. */
export function firstUnreadSeq({ messages }: Thread, unread: number): number | null {
  const ofVisitor = messages.filter(({ from }) => from === 'visitor')
  return unread > 0 ? ((ofVisitor.at(-unread) ?? ofVisitor[0])?.seq ?? null) : null
}

export function hasGap(thread: Thread): boolean {
  return contiguousSeq(thread) < (thread.messages.at(-1)?.seq ?? 0)
}

/** What is shown: messages by seq, notes between them by their time, then what is still on its way, each once. */
export function entriesOf(thread: Thread, pending: readonly Pending[], notes: readonly Note[] = []): Entry[] {
  const stored = new Set(thread.messages.map((message) => message.clientId))
  return [
    ...withNotes(thread, notes),
    ...pending
      .filter(({ clientId }) => !stored.has(clientId))
      .map((one) => ({ kind: 'pending' as const, key: one.clientId, pending: one })),
  ]
}

/** A note from before the first loaded message is shown with what was said then. */
function withNotes({ messages, hasOlder }: Thread, notes: readonly Note[]): Entry[] {
  const entries: Entry[] = []
  const begins = hasOlder ? (messages[0]?.createdAt ?? '') : ''
  const waiting = notes.filter(({ createdAt }) => createdAt >= begins)
  let next = 0
  const putNotesBefore = (time: string | null) => {
    for (let note = waiting[next]; note && (time === null || note.createdAt < time); note = waiting[next]) {
      entries.push({ kind: 'note', key: note.id, note })
      next += 1
    }
  }
  for (const message of messages) {
    putNotesBefore(message.createdAt)
    entries.push({ kind: 'message', key: message.clientId || message._id, message })
  }
  putNotesBefore(null)
  return entries
}

function merge(known: readonly Message[], more: readonly Message[]): readonly Message[] {
  const ids = new Set(known.map((message) => message._id))
  const seqs = new Set(known.map((message) => message.seq))
  const fresh: Message[] = []
  for (const message of more) {
    if (ids.has(message._id) || seqs.has(message.seq)) continue
    ids.add(message._id)
    seqs.add(message.seq)
    fresh.push(message)
  }
  if (fresh.length === 0) return known
  return [...known, ...fresh].sort((one, other) => one.seq - other.seq)
}
