import type { App } from '../app.ts'
import type { InvalidationBus } from '../kit/realtime/invalidation-bus.ts'
import type { Post } from './post.ts'
import { createReplyScheduler, type NextRun } from './reply-scheduler.ts'
import { claimReply, listPendingReplies, releaseReplyClaim } from './reply-store.ts'
import { replyDelay } from './state.ts'
import { findState } from './store.ts'
import { type ReplyOutcome, writeReply } from './write-reply.ts'

export type AutoReply = {
  /** Call it after every visitor message that may wait for an answer of the AI. */
  schedule(companyId: string, sessionId: string): void
  /** Discards a reply that is being written, in every process: a person has taken over. */
  cancel(sessionId: string): void
  /** Schedules the replies that were pending when a process ended. */
  resume(): Promise<void>
  close(): Promise<void>
}

type Dependencies = Pick<
  App,
  'db' | 'clock' | 'metrics' | 'realtime' | 'presence' | 'model' | 'embedder' | 'search' | 'settings' | 'log'
>

const maxResumed = 500
const claimRetryMs = 5000
/** A model has 20 s. After this time another process may take over a reply whose process ended. */
const claimSeconds = 25
const cancelPrefix = 'stop-reply '

/**
 * Answers visitors while no person does. The pending question is a column of the conversation (`unanswered_seq`), so
 * it survives the process, which only holds timers. A reply is stored on condition that the visitor's message is still
 * the last one, so each question gets at most one reply, whichever process writes it.
 */
export function createAutoReply(app: Dependencies, post: Post, bus: InvalidationBus): AutoReply {
  const scheduler = createReplyScheduler(app, (companyId, sessionId, waitedFor, signal) =>
    replyToPendingQuestion(app, post, { companyId, sessionId }, waitedFor, signal),
  )

  bus.subscribe((notice) => {
    if (notice?.startsWith(cancelPrefix)) scheduler.abort(notice.slice(cancelPrefix.length))
  })

  return {
    schedule: scheduler.schedule,
    cancel(sessionId) {
      scheduler.cancel(sessionId)
      bus.publish(cancelPrefix + sessionId)
    },
    async resume() {
      const pending = await app.db.lookup((sql) => listPendingReplies(sql, maxResumed))
      for (const { companyId, sessionId } of pending) scheduler.schedule(companyId, sessionId)
    },
    close: scheduler.close,
  }
}

/** Waits out the rate limit, claims the question for this process, and answers it. */
async function replyToPendingQuestion(
  app: Dependencies,
  post: Post,
  { companyId, sessionId }: { companyId: string; sessionId: string },
  waitedFor: string | null,
  signal: AbortSignal,
): Promise<NextRun | null> {
  const state = await app.db.company(companyId, (sql) => findState(sql, sessionId))
  if (!state || state.unansweredSeq === null || !state.autoReply) return null
  const { unansweredSeq, lastAiAt } = state
  // A clock that was set back, or runs ahead in another process, must not extend the wait forever.
  const hasWaited = waitedFor !== null && waitedFor === lastAiAt
  const delayMs = hasWaited ? 0 : replyDelay(state, app.clock.now())
  if (delayMs > 0) return { delayMs, waitedFor: lastAiAt }
  const isClaimed = await app.db.company(companyId, (sql) =>
    claimReply(sql, sessionId, unansweredSeq, claimSeconds),
  )
  if (!isClaimed) return { delayMs: claimRetryMs }
  let outcome: ReplyOutcome = 'discarded'
  try {
    outcome = await writeReply(app, post, companyId, state, signal)
  } finally {
    if (outcome === 'discarded')
      await app.db.company(companyId, (sql) => releaseReplyClaim(sql, sessionId, unansweredSeq))
  }
  return outcome === 'superseded' ? { delayMs: 0 } : null
}
