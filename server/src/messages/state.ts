import { truncateText } from '@aichat/contracts/kit/text'
import type { AgentSender, SenderKind, SessionState } from './state-fields.ts'

const maxPreviewLength = 200

/** What a message does to its conversation besides becoming its last message. */
export type Effect = {
  /** The pending question that a reply of the AI answers. The reply is rejected when the question has changed. */
  repliesToSeq?: number
  /** The reply may be posted although the visitor has written again. */
  mayBeFollowed?: boolean
  /** The message says that a person will answer: the inbox shows the message before it. */
  notice?: 'handover' | 'requested_handover' | 'acknowledgement'
  /** The visitor no longer waits for the AI. */
  endsPending?: boolean
  /** The reply suggests pages, asks the visitor something or is small talk: an unanswered stretch goes on. */
  keepsStretch?: boolean
  /** Reopens a closed conversation although the visitor is not the sender. */
  reopensSession?: boolean
  /** Is allowed in a closed conversation and does not reopen it. */
  keepsStatus?: boolean
  /** The project that the sender expects the conversation to belong to. */
  expectedProjectId?: string
}

export type RejectionReason =
  | 'missing'
  | 'mismatch'
  | 'attachment'
  | 'closed'
  | 'archived'
  | 'outdated'
  // A hand-over or an acknowledgement that the conversation has had, or must not get while a person is active.
  | 'unneeded'

/** What of a draft changes the conversation. `sender` is the agent who wrote it. */
export type AppliedMessage = { from: SenderKind; text: string; effect: Effect; sender?: AgentSender }

/** The state after one more message, or the reason why it is rejected. Pure: the caller prevents concurrent writes. */
export function applyMessage(
  state: SessionState,
  { from, text, effect, sender }: AppliedMessage,
  now: string,
): SessionState | RejectionReason {
  const rejection = findRejection(state, from, effect, now)
  if (rejection) return rejection
  const seq = state.lastSeq + 1
  const next: SessionState = {
    ...state,
    ...(isReopening(state, effect) ? reopen(state, seq) : {}),
    status: effect.keepsStatus ? state.status : 'active',
    lastSeq: seq,
    lastMessage: truncateText(text, maxPreviewLength),
    lastPersonMessage: effect.notice ? (state.lastPersonMessage ?? state.lastMessage) : null,
    lastVisitorMessage: from === 'visitor' ? null : getLastVisitorMessage(state),
    lastSender: from,
    // A clock that was set back must not date a message before the previous one.
    lastMessageAt: state.lastSeq > 0 && state.lastMessageAt > now ? state.lastMessageAt : now,
  }
  const isAnswered = effect.repliesToSeq !== undefined && effect.repliesToSeq === state.unansweredSeq
  if (isAnswered || effect.endsPending) next.unansweredSeq = null
  switch (from) {
    case 'visitor':
      next.unread += 1
      next.waitingSince ??= next.lastMessageAt
      if (next.autoReply) next.unansweredSeq = seq
      break
    case 'agent':
      Object.assign(next, takeOver(state, sender), { lastAgentAt: next.lastMessageAt })
      break
    case 'ai':
      next.lastAiAt = next.lastMessageAt
      next.consecutiveAiReplies += 1
      if (!next.needsHuman) next.waitingSince = null
      if (!effect.keepsStretch) Object.assign(next, stretchEnd)
      break
    case 'system':
      Object.assign(next, applyNotice(next, effect))
      break
  }
  return next
}

function findRejection(
  state: SessionState,
  from: SenderKind,
  effect: Effect,
  now: string,
): RejectionReason | null {
  if (effect.expectedProjectId !== undefined && effect.expectedProjectId !== state.projectId)
    return 'mismatch'
  if (state.status === 'archived') return 'archived'
  const isAllowedWhenClosed = from === 'visitor' || effect.reopensSession || effect.keepsStatus
  if (state.status === 'closed' && !isAllowedWhenClosed) return 'closed'
  if (effect.repliesToSeq !== undefined && !mayReply(state, effect.repliesToSeq, effect)) return 'outdated'
  return effect.notice && !isNoticeNeeded(state, effect.notice, now) ? 'unneeded' : null
}

/** The AI may only reply while it is enabled and the question is still pending. */
function mayReply(
  { autoReply, status, unansweredSeq }: SessionState,
  seq: number,
  { mayBeFollowed = false }: Effect,
): boolean {
  if (!autoReply || status !== 'active' || unansweredSeq === null) return false
  return mayBeFollowed ? unansweredSeq >= seq : unansweredSeq === seq
}

function getLastVisitorMessage({ lastSender, lastMessage, lastVisitorMessage }: SessionState): string | null {
  return lastSender === 'visitor' ? lastMessage : lastVisitorMessage
}

const stretchEnd = { unansweredStretch: null, personRequested: false }

function isReopening(state: SessionState, { keepsStatus }: Effect): boolean {
  return state.status === 'closed' && !keepsStatus
}

/** Auto-reply that an agent's message turned off returns to the setting of the live release. */
function reopen({ autoReplyOffBy, release }: SessionState, seq: number): Partial<SessionState> {
  const autoReply = autoReplyOffBy ? { ...noOverride, autoReply: release?.autoReply ?? false } : {}
  return { ...stretchEnd, ...autoReply, reopenedSeq: seq, consecutiveAiReplies: 0 }
}

const noOverride = { autoReplyOffBy: null, autoReplyResumeMinutes: 0 }

/** A person answers: nothing is pending for the AI, and it may become quiet. */
function takeOver(
  { autoReply, release }: SessionState,
  sender: AgentSender | undefined,
): Partial<SessionState> {
  const isTurnedOff = autoReply && sender && release?.manualOnReply
  return {
    ...stretchEnd,
    unansweredSeq: null,
    waitingSince: null,
    needsHuman: false,
    consecutiveAiReplies: 0,
    ...(isTurnedOff
      ? { autoReply: false, autoReplyOffBy: sender, autoReplyResumeMinutes: release.resumeMinutes }
      : {}),
  }
}

function applyNotice(state: SessionState, { notice }: Effect): Partial<SessionState> {
  const waitingSince = state.waitingSince ?? state.lastMessageAt
  switch (notice) {
    case undefined:
      return {}
    case 'handover':
      return { needsHuman: true, waitingSince }
    case 'requested_handover':
      return { needsHuman: true, personRequested: true, waitingSince }
    case 'acknowledgement':
      return { unansweredStretch: 'acknowledged' }
  }
}

const personActiveMs = 15 * 60_000

/** Whether an agent has written within the last 15 minutes. */
export function isPersonActive({ lastAgentAt }: Pick<SessionState, 'lastAgentAt'>, now: number): boolean {
  return lastAgentAt !== null && now - Date.parse(lastAgentAt) < personActiveMs
}

export type NoticeState = Pick<
  SessionState,
  'lastAgentAt' | 'needsHuman' | 'personRequested' | 'unansweredStretch'
>

/** The visitor reads a hand-over once, and at most one acknowledgement until an answer. */
export function isNoticeNeeded(
  state: NoticeState,
  notice: NonNullable<Effect['notice']>,
  now: string,
): boolean {
  if (isPersonActive(state, Date.parse(now))) return false
  switch (notice) {
    case 'handover':
      return !state.needsHuman
    case 'requested_handover':
      return !state.needsHuman || !state.personRequested
    case 'acknowledgement':
      return state.unansweredStretch === null
  }
}

/** Whether the state after a message depends on settings of the live release. */
export function dependsOnRelease(state: SessionState, from: SenderKind, effect: Effect): boolean {
  return (
    (from === 'agent' && state.autoReply) || (state.autoReplyOffBy !== null && isReopening(state, effect))
  )
}

/** Milliseconds until the AI may reply again, at most the rate limit, even when the clock was set back. */
export function replyDelay(state: Pick<SessionState, 'lastAiAt' | 'autoReplySeconds'>, now: number): number {
  if (!state.lastAiAt) return 0
  const limit = state.autoReplySeconds * 1000
  return Math.min(limit, Math.max(0, Date.parse(state.lastAiAt) + limit - now))
}
