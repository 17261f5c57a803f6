import type { Message } from '@aichat/contracts/sessions'

/** A window of one conversation: messages by seq, each once. Gaps are possible until they are asked for. */
export type Thread = { messages: readonly Message[]; hasOlder: boolean }

/** A message of ours that the server has not confirmed yet. */
export type Pending = {
  clientId: string
  sessionId: string
  text: string
  createdAt: string
  state: 'waiting' | 'failed'
  problem?: string
}

export type Entry =
  | { kind: 'message'; key: string; message: Message }
  | { kind: 'pending'; key: string; pending: Pending }

export type ThreadEvent =
  /** The newest messages, answered to a join: with `reset`, what was known is too old to build on. */
  | { type: 'joined'; messages: readonly Message[]; reset?: boolean }
  | { type: 'arrived'; message: Message }
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
    case 'older':
      return { messages: merge(known.messages, event.messages), hasOlder: event.hasMore }
  }
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

export function hasGap(thread: Thread): boolean {
  return contiguousSeq(thread) < (thread.messages.at(-1)?.seq ?? 0)
}

/** What is shown: messages by seq, then what is still on its way, each once. */
export function entriesOf(thread: Thread, pending: readonly Pending[]): Entry[] {
  const stored = new Set(thread.messages.map((message) => message.clientId))
  return [
    ...thread.messages.map((message) => ({
      kind: 'message' as const,
      key: message.clientId || message._id,
      message,
    })),
    ...pending
      .filter(({ clientId }) => !stored.has(clientId))
      .map((one) => ({ kind: 'pending' as const, key: one.clientId, pending: one })),
  ]
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
