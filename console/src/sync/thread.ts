import type { Attachment } from '@aichat/contracts/chat/attachments'
import { getContiguousSeq, mergeMessages } from '@aichat/contracts/chat/message-list'
import type { Message, Rating } from '@aichat/contracts/chat/messages'
import type { WritingTone } from '@aichat/contracts/chat/writing'

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
      const messages = mergeMessages(event.reset ? [] : thread.messages, event.messages)
      return { messages, hasOlder: (messages[0]?.seq ?? 1) > 1 }
    }
    case 'arrived':
      return { ...thread, messages: mergeMessages(thread.messages, [event.message]) }
    case 'rated':
      return { ...thread, messages: thread.messages.map((message) => withRating(message, event)) }
    case 'older':
      return { messages: mergeMessages(thread.messages, event.messages), hasOlder: event.hasMore }
  }
}

/** The last `seq` before the first gap. */
export function lastContiguousSeq({ messages }: Thread): number {
  return getContiguousSeq(messages, (messages[0]?.seq ?? 1) - 1)
}

export function hasGap(thread: Thread): boolean {
  return lastContiguousSeq(thread) < (thread.messages.at(-1)?.seq ?? 0)
}

type RatedEvent = Extract<ThreadEvent, { type: 'rated' }>

function withRating(message: Message, { messageId, feedback }: RatedEvent): Message {
  return message._id === messageId ? { ...message, meta: { ...message.meta, feedback } } : message
}
