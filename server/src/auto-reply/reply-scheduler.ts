import type { App } from '../app.ts'
import { createReplyRun, type ReplyRun } from './reply-run.ts'

/** When to run again, and the time of the reply whose rate limit is over by then. */
export type NextRun = { delayMs: number; waitedFor?: string | null; isSuperseded?: boolean }

/** One attempt to answer the pending question of a conversation. */
export type ReplyAttempt = {
  companyId: string
  sessionId: string
  /** The time of the reply whose rate limit this attempt has waited out. */
  waitedFor: string | null
  /** How often in a row the visitor has written again before the reply was posted. */
  supersededCount: number
  /** The periodic check has found the question, so it may have been pending for a long time. */
  isRecovered: boolean
  /** Aborts when the question no longer needs an answer. */
  signal: AbortSignal
  /** Sets the question that is being answered. A stop that is meant for earlier questions leaves it alone. */
  setQuestion(seq: number): void
}

/** Returns null when there is nothing more to do. */
export type RunReply = (attempt: ReplyAttempt) => Promise<NextRun | null>

export type ReplyScheduler = {
  /** Runs now, or after the current run or timer of the same conversation. */
  schedule(companyId: string, sessionId: string): void
  /** Runs now unless the conversation has a run or timer in this process. Resolves when the run has ended. */
  recover(companyId: string, sessionId: string): Promise<void>
  /** Aborts the run of a conversation if it answers the question `upToSeq` or an earlier one. */
  stop(sessionId: string, upToSeq: number): void
  isRunning(sessionId: string): boolean
  close(): Promise<void>
}

type Start = Pick<ReplyAttempt, 'companyId' | 'sessionId' | 'waitedFor' | 'supersededCount' | 'isRecovered'>

const retryDelayMs = 1000
const firstRun = { waitedFor: null, supersededCount: 0 }

/** Runs at most one reply per conversation in this process. A failed run is retried. */
export function createReplyScheduler(
  { log, timers }: Pick<App, 'log' | 'timers'>,
  run: RunReply,
): ReplyScheduler {
  /** The functions that cancel the next run of a conversation. */
  const delayed = new Map<string, () => void>()
  const runs = new Map<string, ReplyRun>()
  const rerunRequested = new Set<string>()
  const running = new Set<Promise<void>>()
  let isClosed = false

  function start(request: Start): Promise<void> {
    const execution = execute(request).finally(() => running.delete(execution))
    running.add(execution)
    return execution
  }

  async function execute(request: Start): Promise<void> {
    const { sessionId } = request
    const current = createReplyRun()
    runs.set(sessionId, current)
    let next: NextRun | null
    try {
      next = await run({ ...request, signal: current.signal, setQuestion: current.setQuestion })
      if (rerunRequested.has(sessionId)) next = { delayMs: 0, isSuperseded: next?.isSuperseded }
    } catch (error) {
      log.error({ err: error, sessionId }, 'automatic reply failed')
      next = { delayMs: retryDelayMs }
    }
    runs.delete(sessionId)
    rerunRequested.delete(sessionId)
    if (!next) return
    const supersededCount = next.isSuperseded ? request.supersededCount + 1 : 0
    startLater({ ...request, waitedFor: next.waitedFor ?? null, supersededCount }, next.delayMs)
  }

  function startLater(request: Start, delayMs: number): void {
    if (isClosed) return
    const { sessionId } = request
    delayed.get(sessionId)?.()
    const runDelayed = () => {
      delayed.delete(sessionId)
      void start(request)
    }
    delayed.set(sessionId, timers.start(runDelayed, delayMs))
  }

  const isIdle = (sessionId: string) => !isClosed && !delayed.has(sessionId) && !runs.has(sessionId)

  return {
    schedule(companyId, sessionId) {
      if (runs.has(sessionId)) rerunRequested.add(sessionId)
      else if (isIdle(sessionId)) void start({ companyId, sessionId, ...firstRun, isRecovered: false })
    },
    async recover(companyId, sessionId) {
      if (isIdle(sessionId)) await start({ companyId, sessionId, ...firstRun, isRecovered: true })
    },
    stop: (sessionId, upToSeq) => runs.get(sessionId)?.stop(upToSeq),
    isRunning: (sessionId) => runs.has(sessionId),
    async close() {
      isClosed = true
      for (const cancel of delayed.values()) cancel()
      for (const current of runs.values()) current.abort()
      await Promise.allSettled(running)
    },
  }
}
