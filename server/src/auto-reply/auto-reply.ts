import type { App } from '../app.ts'
import type { Sql } from '../kit/db/db.ts'
import type { Metrics } from '../kit/observability/metrics.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import type { InvalidationBus } from '../kit/realtime/invalidation-bus.ts'
import type { Post } from '../messages/post.ts'
import { findState } from '../messages/store.ts'
import type { PendingReplies } from '../sessions/types.ts'
import {
  type ClaimedQuestion,
  claimQuestion,
  claimSeconds,
  type DelayedQuestion,
  maxAttempts,
} from './claim-question.ts'
import { createReplyScheduler, type NextRun, type ReplyAttempt } from './reply-scheduler.ts'
import { createReplyTyping, type ReplyTyping } from './reply-typing.ts'
import { resumeDueAutoReplies } from './resume-auto-reply.ts'
import {
  claimReply,
  listDueReplies,
  postponeReply,
  type ReplyClaim,
  releaseReplyClaim,
  renewReplyClaim,
} from './store.ts'
import { type RecordReply, writeReply } from './write-reply.ts'

export type AutoReply = PendingReplies & {
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
> & { post: Post; bus: InvalidationBus }

const checkIntervalMs = 3000
const pageSize = 500
const maxRecoveredAtOnce = 16
const renewIntervalMs = 2500
const maxRetryDelaySeconds = 600
/** After this many attempts that a new message of the visitor superseded, the next reply is posted in any case. */
const maxSuperseded = 1
/** A longer wait shows no typing indicator. */
const maxTypingWaitMs = 15_000
const cancelPrefix = 'stop-reply '

/**
 * Answers visitors while no person does. The pending question is a column of the conversation (`unanswered_seq`), so
 * it survives the process, which only holds timers: every process looks for questions that no other is answering. A reply
 * is stored on condition that its question is still pending, and after a superseded attempt also when the visitor has written
 * again (`mayBeFollowed`). Each question gets at most one reply, from any process.
 */
export function createAutoReply(dependencies: Dependencies): AutoReply {
  const { bus } = dependencies
  const app = { ...dependencies, recordReply: addReplyHistogram(dependencies.metrics) }
  const typing = createReplyTyping(app)
  const scheduler = createReplyScheduler(app, async (attempt) => {
    const next = await replyToPendingQuestion(app, typing, attempt)
    if (!next || next.delayMs > maxTypingWaitMs) typing.stop(attempt.sessionId)
    return next
  })
  let task: ScheduledTask | undefined

  bus.subscribe((notice) => {
    if (!notice?.startsWith(cancelPrefix)) return
    // A process of the previous version sends no seq.
    const [sessionId = '', upToSeq] = notice.slice(cancelPrefix.length).split(' ')
    scheduler.stop(sessionId, upToSeq === undefined ? Number.MAX_SAFE_INTEGER : Number(upToSeq))
    if (!scheduler.isRunning(sessionId)) typing.stop(sessionId)
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
      typing.close()
      await task?.close()
    },
  }
}

function addReplyHistogram(metrics: Metrics): RecordReply {
  const help = 'Duration of AI replies until they are posted or handed over'
  return metrics.addHistogram('aichat_reply_seconds', help, ['outcome', 'reason'])
}

/** Waits out the rate limit, claims the question for this process, and answers it. */
async function replyToPendingQuestion(
  app: Dependencies & { recordReply: RecordReply },
  typing: ReplyTyping,
  attempt: ReplyAttempt,
): Promise<NextRun | null> {
  const { companyId, signal } = attempt
  const startedAt = app.clock.now()
  let claimed: ClaimedQuestion | DelayedQuestion | null
  try {
    claimed = await app.db.company(companyId, (sql) => claimQuestion(app, sql, attempt))
  } catch (error) {
    return countFailedClaim(app, attempt, error)
  }
  if (!claimed) return null
  const { state } = claimed
  const conversation = { companyId, sessionId: state.sessionId, visitorId: state.visitorId }
  if (!('claim' in claimed)) {
    const { delayMs } = claimed
    // A recovered question may be waiting in another process, which shows the indicator.
    if (!attempt.isRecovered && delayMs <= maxTypingWaitMs) typing.start(conversation)
    return { delayMs, waitedFor: state.lastAiAt }
  }
  const { claim } = claimed
  typing.start(conversation)
  attempt.setQuestion(claim.seq)
  const held = holdClaim(app, companyId, claim)
  const mayBeFollowed = attempt.supersededCount >= maxSuperseded
  try {
    const outcome = await app.liveReplies.run(() =>
      writeReply(app, { ...claimed, mayBeFollowed, startedAt }, signal),
    )
    const current = await held.stop()
    if (outcome !== 'posted') await app.db.company(companyId, (sql) => endClaim(sql, outcome, current))
    return outcome === 'superseded' ? { delayMs: 0, isSuperseded: true } : null
  } catch (error) {
    return retryLater(app, companyId, { claim: await held.stop(), lastAiAt: state.lastAiAt }, error)
  }
}

/** A failed transaction leaves no claim behind, so the attempt is counted in another one. */
async function countFailedClaim(
  app: Dependencies,
  { companyId, sessionId }: ReplyAttempt,
  error: unknown,
): Promise<NextRun | null> {
  const failed = await app.db.company(companyId, async (sql) => {
    const state = await findState(sql, sessionId)
    if (!state || state.unansweredSeq === null) return null
    const claim = await claimReply(sql, sessionId, state.unansweredSeq, claimSeconds)
    return claim && { claim, lastAiAt: state.lastAiAt }
  })
  return failed && retryLater(app, companyId, failed, error)
}

async function retryLater(
  { db, log }: Dependencies,
  companyId: string,
  { claim, lastAiAt }: { claim: ReplyClaim; lastAiAt: string | null },
  error: unknown,
): Promise<NextRun> {
  const delaySeconds = retryDelaySeconds(claim)
  log.error({ err: error, sessionId: claim.sessionId }, 'automatic reply failed')
  // If this fails as well, the claim ends by itself.
  await db.company(companyId, (sql) => postponeReply(sql, claim, delaySeconds)).catch(() => {})
  return { delayMs: delaySeconds * 1000 + retryMarginMs, waitedFor: lastAiAt }
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

/** After the last attempt the hand-over to a person is tried at once. Where it fails too, the delays grow exponentially. */
function retryDelaySeconds({ attempt }: ReplyClaim): number {
  return attempt === maxAttempts ? 0 : Math.min(maxRetryDelaySeconds, 2 ** (attempt - 1))
}
