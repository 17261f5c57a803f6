import type { SessionStatus } from '@aichat/contracts/sessions'

/** The narrow row that changes with every message. Times are ISO 8601 text. */
export type State = {
  sessionId: string
  projectId: string
  visitorId: string
  status: SessionStatus
  lastSeq: number
  lastMessage: string | null
  lastSender: SenderKind | null
  lastMessageAt: string
  unread: number
  autoReply: boolean
  autoReplySeconds: number
  /** The visitor's newest message that the AI has still to answer. */
  unansweredSeq: number | null
  lastAiAt: string | null
  needsHuman: boolean
  /** The first message that counts: the conversation was begun or reopened with it. */
  reopenedSeq: number
  /** Replies of the AI since a person last spoke. */
  aiStreak: number
  /** The transaction that last wrote the row: while it stands there, nothing of the above has changed. */
  version: string
}

export type SenderKind = 'visitor' | 'agent' | 'ai' | 'system'

/** What a message does to its conversation, beside being its last. */
export type Effect = {
  /** For the AI: the visitor's message that it answers. It may not speak when that is no longer the newest one. */
  answers?: number
  /** A person has to look at this conversation. */
  asksForHuman?: boolean
  /** The visitor wants to go on, whoever words it. */
  reopens?: boolean
  /** It is about a conversation that may be over, and does not open it again. */
  isAfterword?: boolean
  /** The project that the sender believes the conversation to be in. */
  claimsProject?: string
}

export type Refused = 'missing' | 'mismatch' | 'attachment' | 'closed' | 'archived' | 'overtaken'

/** The state after one more message, or why there cannot be one. Pure: the caller holds the row's lock. */
export function advance(
  state: State,
  from: SenderKind,
  text: string,
  effect: Effect,
  now: string,
): State | Refused {
  if (effect.claimsProject !== undefined && effect.claimsProject !== state.projectId) return 'mismatch'
  if (state.status === 'archived') return 'archived'
  const mayBeOver = from === 'visitor' || effect.reopens || effect.isAfterword
  if (state.status === 'closed' && !mayBeOver) return 'closed'
  if (effect.answers !== undefined && !mayAnswer(state, effect.answers)) return 'overtaken'
  const seq = state.lastSeq + 1
  const next: State = {
    ...state,
    status: effect.isAfterword ? state.status : 'active',
    lastSeq: seq,
    lastMessage: text.slice(0, 200),
    lastSender: from,
    // A clock that was set back must not put a message before its predecessor.
    lastMessageAt: state.lastSeq > 0 && state.lastMessageAt > now ? state.lastMessageAt : now,
  }
  if (effect.asksForHuman) next.needsHuman = true
  if (state.status === 'closed' && !effect.isAfterword) {
    next.reopenedSeq = seq
    next.aiStreak = 0
  }
  if (effect.answers !== undefined) next.unansweredSeq = null
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

/** The AI may speak only while it is on, and only to what is still the visitor's last word. */
function mayAnswer(state: State, answered: number): boolean {
  return state.autoReply && state.status === 'active' && state.unansweredSeq === answered
}

/** Milliseconds until the AI may speak again; 0 when it may now. Never more than the limit, whichever clock was set when. */
export function replyDelay(state: Pick<State, 'lastAiAt' | 'autoReplySeconds'>, now: number): number {
  if (!state.lastAiAt) return 0
  const limit = state.autoReplySeconds * 1000
  return Math.min(limit, Math.max(0, Date.parse(state.lastAiAt) + limit - now))
}
