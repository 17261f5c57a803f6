import type { HandoverReason } from '@aichat/contracts/reply-traces'
import type { App } from '../app.ts'
import type { Sql } from '../kit/db/db.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import type { InvalidationBus } from '../kit/realtime/invalidation-bus.ts'
import type { Post } from './post.ts'
import { createReplyScheduler, type NextRun, type ReplyAttempt } from './reply-scheduler.ts'
import {
  claimReply,
  getPendingMs,
  listDueReplies,
  postponeReply,
  type ReplyClaim,
  releaseReplyClaim,
  renewReplyClaim,
} from './reply-store.ts'
import { resumeDueAutoReplies } from './resume-auto-reply.ts'
import { replyDelay, type SessionState } from './state.ts'
import { findState } from './store.ts'
import { writeReply } from './write-reply.ts'

export type AutoReply = {
  /** Call it after every visitor message that may wait for an answer of the AI. */
  schedule(companyId: string, sessionId: string): void
  /**
   * Discards a reply that is being written, in every process: a person has taken over. A reply to a question after
   * `upToSeq` continues, because a notice may arrive late. Call it after the change is committed.
   */
  cancel(sessionId: string, upToSeq: number): void
  /** Starts looking for pending questions that no process is answering. */
  start(): void
  close(): Promise<void>
}

type Dependencies = Pick<
  App,
  | 'db'
  | 'clock'
  | 'timers'
  | 'metrics'
  | 'realtime'
  | 'liveReplies'
  | 'presence'
  | 'models'
  | 'usage'
  | 'search'
  | 'settings'
  | 'log'
>

const checkIntervalMs = 3000
const pageSize = 500
const maxRecoveredAtOnce = 16
/** A process renews its claims. A claim that was not renewed for this time expires, and another process may answer. */
const claimSeconds = 8
const renewIntervalMs = 2500
/** After this many failed attempts, or this time, a person answers. Clocks of processes may differ by an hour. */
const maxAttempts = 3
const maxWaitMs = 2 * 3_600_000
const maxRetryDelaySeconds = 600
/** After this many attempts that a new message of the visitor superseded, the next reply is posted in any case. */
const maxSuperseded = 1
const cancelPrefix = 'stop-reply '

/**
 * Answers visitors while no person does. The pending question is a column of the conversation (`unanswered_seq`), so
 * it survives the process, which only holds timers: every process looks for questions that no other is answering. A reply
 * is stored on condition that its question is still pending, and after a superseded attempt also when the visitor has written
 * again (`mayBeFollowed`). Each question gets at most one reply, from any process.
 */
export function createAutoReply(app: Dependencies, post: Post, bus: InvalidationBus): AutoReply {
  const scheduler = createReplyScheduler(app, (attempt) => replyToPendingQuestion(app, post, attempt))
  let task: ScheduledTask | undefined

  bus.subscribe((notice) => {
    if (!notice?.startsWith(cancelPrefix)) return
    // A process of the previous version sends no seq.
    const [sessionId = '', upToSeq] = notice.slice(cancelPrefix.length).split(' ')
    scheduler.stop(sessionId, upToSeq === undefined ? Number.MAX_SAFE_INTEGER : Number(upToSeq))
  })

  async function recoverDueReplies(signal: AbortSignal): Promise<void> {
    let after: string | null = null
    while (!signal.aborted) {
      const page = await app.db.lookup((sql) => listDueReplies(sql, after, pageSize))
      const remaining = [...page]
      const recoverNext = async () => {
        for (let next = remaining.shift(); next; next = remaining.shift())
          await scheduler.recover(next.companyId, next.sessionId)
      }
      await Promise.all(Array.from({ length: maxRecoveredAtOnce }, recoverNext))
      after = page.at(-1)?.sessionId ?? null
      if (page.length < pageSize) return
    }
  }

  return {
    schedule: scheduler.schedule,
    cancel: (sessionId, upToSeq) => bus.publish(`${cancelPrefix}${sessionId} ${upToSeq}`),
    start() {
      const options = { name: 'pending replies', intervalMs: checkIntervalMs, runsAtStart: true }
      const run = async (signal: AbortSignal) => {
        await resumeDueAutoReplies(app, scheduler.schedule)
        await recoverDueReplies(signal)
      }
      task = scheduleTask({ ...options, run }, app.log)
    },
    async close() {
      await scheduler.close()
      await task?.close()
    },
  }
}

/** Waits out the rate limit, claims the question for this process, and answers it. */
async function replyToPendingQuestion(
  app: Dependencies,
  post: Post,
  attempt: ReplyAttempt,
): Promise<NextRun | null> {
  const { companyId, sessionId, signal } = attempt
  const state = await app.db.company(companyId, (sql) => findState(sql, sessionId))
  if (!state || state.unansweredSeq === null || !state.autoReply) return null
  const { unansweredSeq, lastAiAt } = state
  attempt.setQuestion(unansweredSeq)
  const isOverdue = attempt.isRecovered && app.clock.now() - Date.parse(state.lastMessageAt) > maxWaitMs
  const pendingMs = attempt.isRecovered
    ? await app.db.company(companyId, (sql) => getPendingMs(sql, sessionId))
    : 0
  const delayMs = isOverdue ? 0 : getDelay(attempt, state, app.clock.now(), pendingMs)
  if (delayMs > 0) return { delayMs, waitedFor: lastAiAt }
  const claim = await app.db.company(companyId, (sql) =>
    claimReply(sql, sessionId, unansweredSeq, claimSeconds),
  )
  // Another process is answering. If it ends before it has answered, the periodic check finds the question.
  if (!claim) return null
  const handover: HandoverReason | null = isOverdue
    ? 'delayed'
    : claim.attempt > maxAttempts
      ? 'failed'
      : null
  const held = holdClaim(app, companyId, claim)
  const mayBeFollowed = attempt.supersededCount >= maxSuperseded
  try {
    const outcome = await app.liveReplies.run(() =>
      writeReply(app, post, { companyId, state, handover, mayBeFollowed }, signal),
    )
    const current = await held.stop()
    if (outcome !== 'posted') await app.db.company(companyId, (sql) => endClaim(sql, outcome, current))
    return outcome === 'superseded' ? { delayMs: 0, isSuperseded: true } : null
  } catch (error) {
    const current = await held.stop()
    const delaySeconds = retryDelaySeconds(current)
    app.log.error({ err: error, sessionId }, 'automatic reply failed')
    // If this fails as well, the claim ends by itself.
    await app.db.company(companyId, (sql) => postponeReply(sql, current, delaySeconds)).catch(() => {})
    return { delayMs: delaySeconds * 1000 + retryMarginMs, waitedFor: lastAiAt }
  }
}

/** A superseded reply may be to the same question, whose next attempt must not wait until the claim expires. */
function endClaim(sql: Sql, outcome: 'superseded' | 'discarded', claim: ReplyClaim): Promise<void> {
  return outcome === 'superseded' ? postponeReply(sql, claim, 0) : releaseReplyClaim(sql, claim)
}

/** A retry starts after its claim has ended, by the clock of the database. */
const retryMarginMs = 100

/** Renews a claim until `stop`, which resolves with the claim as it was renewed last. */
function holdClaim({ db, log }: Pick<App, 'db' | 'log'>, companyId: string, claim: ReplyClaim) {
  let current = claim
  let renewal: Promise<void> = Promise.resolve()
  const renew = async () => {
    try {
      const renewed = await db.company(companyId, (sql) => renewReplyClaim(sql, current, claimSeconds))
      if (renewed) current = renewed
    } catch (error) {
      log.warn({ err: error, sessionId: claim.sessionId }, 'failed to renew the claim on a reply')
    }
  }
  const timer = setInterval(() => {
    renewal = renewal.then(renew)
  }, renewIntervalMs)
  return {
    async stop(): Promise<ReplyClaim> {
      clearInterval(timer)
      await renewal
      return current
    },
  }
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

/** After the last attempt the hand-over to a person is tried at once. Where it fails too, the delays grow exponentially. */
function retryDelaySeconds({ attempt }: ReplyClaim): number {
  return attempt === maxAttempts ? 0 : Math.min(maxRetryDelaySeconds, 2 ** (attempt - 1))
}
