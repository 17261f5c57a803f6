import type { SessionStatus } from '@aichat/contracts/sessions'
import { truncateText } from '@aichat/contracts/text'

const maxPreviewLength = 200

/** The columns of a conversation that change with every message. Times are ISO 8601 text. */
export type SessionState = {
  sessionId: string
  projectId: string
  visitorId: string
  status: SessionStatus
  lastSeq: number
  lastMessage: string | null
  /** The last message before a hand-over that is the last message; otherwise null. */
  lastPersonMessage: string | null
  lastSender: SenderKind | null
  lastMessageAt: string
  unread: number
  autoReply: boolean
  autoReplySeconds: number
  /** The seq of the visitor's pending question, which the AI has not answered yet. */
  unansweredSeq: number | null
  lastAiAt: string | null
  needsHuman: boolean
  /** The seq of the message that started or last reopened the conversation. */
  reopenedSeq: number
  /** Consecutive replies of the AI since an agent last wrote. */
  aiStreak: number
  /** The transaction that last wrote the row. It changes with every update. */
  version: string
}

export type SenderKind = 'visitor' | 'agent' | 'ai' | 'system'

/** What a message does to its conversation besides becoming its last message. */
export type Effect = {
  /** The pending question that a reply of the AI answers. The reply is rejected when the question has changed. */
  repliesToSeq?: number
  /** Marks the conversation as needing an agent. */
  needsHuman?: boolean
  /** The message says that a person will answer: the inbox shows the message before it. */
  isHandover?: boolean
  /** Reopens a closed conversation although the visitor is not the sender. */
  reopensSession?: boolean
  /** Is allowed in a closed conversation and does not reopen it. */
  keepsStatus?: boolean
  /** The project that the sender expects the conversation to belong to. */
  expectedProjectId?: string
}

export type RejectionReason = 'missing' | 'mismatch' | 'attachment' | 'closed' | 'archived' | 'outdated'

/** The state after one more message, or the reason why it is rejected. Pure: the caller prevents concurrent writes. */
export function applyMessage(
  state: SessionState,
  from: SenderKind,
  text: string,
  effect: Effect,
  now: string,
): SessionState | RejectionReason {
  if (effect.expectedProjectId !== undefined && effect.expectedProjectId !== state.projectId)
    return 'mismatch'
  if (state.status === 'archived') return 'archived'
  const isAllowedWhenClosed = from === 'visitor' || effect.reopensSession || effect.keepsStatus
  if (state.status === 'closed' && !isAllowedWhenClosed) return 'closed'
  if (effect.repliesToSeq !== undefined && !mayReply(state, effect.repliesToSeq)) return 'outdated'
  const seq = state.lastSeq + 1
  const next: SessionState = {
    ...state,
    status: effect.keepsStatus ? state.status : 'active',
    lastSeq: seq,
    lastMessage: truncateText(text, maxPreviewLength),
    lastPersonMessage: effect.isHandover ? (state.lastPersonMessage ?? state.lastMessage) : null,
    lastSender: from,
    // A clock that was set back must not date a message before the previous one.
    lastMessageAt: state.lastSeq > 0 && state.lastMessageAt > now ? state.lastMessageAt : now,
  }
  if (effect.needsHuman) next.needsHuman = true
  if (state.status === 'closed' && !effect.keepsStatus) {
    next.reopenedSeq = seq
    next.aiStreak = 0
  }
  if (effect.repliesToSeq !== undefined) next.unansweredSeq = null
  switch (from) {
    case 'visitor':
      next.unread += 1
      if (state.autoReply) next.unansweredSeq = seq
      break
    case 'agent':
      next.unansweredSeq = null
      next.needsHuman = false
      next.aiStreak = 0
      break
    case 'ai':
      next.lastAiAt = next.lastMessageAt
      next.aiStreak += 1
      break
    case 'system':
      break
  }
  return next
}

/** The AI may only reply while it is enabled and the question is still pending. */
function mayReply(state: SessionState, seq: number): boolean {
  return state.autoReply && state.status === 'active' && state.unansweredSeq === seq
}

/** Milliseconds until the AI may reply again, at most the rate limit, even when the clock was set back. */
export function replyDelay(state: Pick<SessionState, 'lastAiAt' | 'autoReplySeconds'>, now: number): number {
  if (!state.lastAiAt) return 0
  const limit = state.autoReplySeconds * 1000
  return Math.min(limit, Math.max(0, Date.parse(state.lastAiAt) + limit - now))
}
