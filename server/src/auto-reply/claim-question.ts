import type { HandoverReason } from '@aichat/contracts/ai/reply-traces'
import type { Language } from '@aichat/contracts/kit/languages'
import type { App } from '../app.ts'
import type { Sql } from '../kit/db/db.ts'
import { replyDelay } from '../messages/state.ts'
import type { SessionState } from '../messages/state-fields.ts'
import { findState } from '../messages/store.ts'
import { detectLanguage } from '../replies/language/detect-language.ts'
import { joinQuestion, listVisitorTexts } from '../replies/question/join-question.ts'
import { type PendingQuestion, readPendingQuestion } from './pending-question.ts'
import { findReachedLimit } from './reply-limits.ts'
import type { ReplyAttempt } from './reply-scheduler.ts'
import { claimReply, getPendingMs, type ReplyClaim } from './store.ts'

/** A question that this process answers, with what its reply needs. */
export type ClaimedQuestion = PendingQuestion & {
  claim: ReplyClaim
  state: SessionState
  language: Language
  /** Why the question goes to a person without an attempt to answer it; otherwise null. */
  handover: HandoverReason | null
}

/** A process renews its claims. A claim that was not renewed for this time expires, and another process may answer. */
export const claimSeconds = 8
/** After this many failed attempts, or this time, a person answers. Clocks of processes may differ by an hour. */
export const maxAttempts = 3
const maxWaitMs = 2 * 3_600_000

/** A question that may be answered when the rate limit of its conversation is over, in `delayMs`. */
export type DelayedQuestion = { state: SessionState; delayMs: number }

/**
 * Claims the pending question of a conversation for this process, counts the reply, and reads the conversation, in one transaction.
 * Returns null when there is nothing to answer or another process answers. If that process ends before it has answered, the periodic
 * check finds the question.
 */
export async function claimQuestion(
  app: Pick<App, 'clock' | 'settings'>,
  sql: Sql,
  attempt: ReplyAttempt,
): Promise<ClaimedQuestion | DelayedQuestion | null> {
  const { companyId, sessionId, isRecovered } = attempt
  const state = await findState(sql, sessionId)
  if (!state || state.unansweredSeq === null || !state.autoReply) return null
  const { unansweredSeq } = state
  const now = app.clock.now()
  const isOverdue = isRecovered && now - Date.parse(state.lastMessageAt) > maxWaitMs
  const pendingMs = isRecovered ? await getPendingMs(sql, sessionId) : 0
  const delayMs = isOverdue ? 0 : getDelay(attempt, state, now, pendingMs)
  if (delayMs > 0) return { state, delayMs }
  const claim = await claimReply(sql, sessionId, unansweredSeq, claimSeconds)
  if (!claim) return null
  const pending = await readPendingQuestion(sql, sessionId, state)
  if (!pending) return null
  const language = detectLanguage(listVisitorTexts(pending.history), pending.locale)
  const asked = { companyId, question: joinQuestion(pending.history), language }
  const handover = isOverdue
    ? 'delayed'
    : claim.attempt > maxAttempts
      ? 'failed'
      : await findReachedLimit(app, sql, state, asked)
  return { ...pending, claim, state, language, handover }
}

/**
 * The time until the rate limit of the conversation is over. A clock that was set back, or runs ahead in another process,
 * must not extend the wait forever. A recovered question waits until it has been pending for the whole time by the clock of the
 * database, because the process that has it may still be waiting, by another clock.
 */
function getDelay(
  { waitedFor, isRecovered }: ReplyAttempt,
  { lastAiAt, autoReplySeconds }: SessionState,
  now: number,
  pendingMs: number,
): number {
  if (lastAiAt === null || waitedFor === lastAiAt) return 0
  return isRecovered
    ? Math.max(0, autoReplySeconds * 1000 - pendingMs)
    : replyDelay({ lastAiAt, autoReplySeconds }, now)
}
