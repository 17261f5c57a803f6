import type { App } from '../app.ts'

/** When to run again, and the time of the reply whose rate limit is over by then. */
export type NextRun = { delayMs: number; waitedFor?: string | null }

/** One attempt to answer a conversation. Null when there is nothing more to do. */
export type RunReply = (
  companyId: string,
  sessionId: string,
  waitedFor: string | null,
  signal: AbortSignal,
) => Promise<NextRun | null>

export type ReplyScheduler = {
  /** Runs now, or after the current run or timer of the same conversation. */
  schedule(companyId: string, sessionId: string): void
  /** Cancels the timer and aborts the run of a conversation in this process. */
  cancel(sessionId: string): void
  /** Aborts the run of a conversation and leaves its timer. */
  abort(sessionId: string): void
  close(): Promise<void>
}

const retryDelayMs = 5000

/** Runs at most one reply per conversation in this process. A failed run is retried. */
export function createReplyScheduler({ log }: Pick<App, 'log'>, run: RunReply): ReplyScheduler {
  const timers = new Map<string, NodeJS.Timeout>()
  const controllers = new Map<string, AbortController>()
  const rerunRequested = new Set<string>()
  const running = new Set<Promise<void>>()
  let isClosed = false

  function start(companyId: string, sessionId: string, waitedFor: string | null = null): void {
    if (isClosed || timers.has(sessionId)) return
    if (controllers.has(sessionId)) {
      rerunRequested.add(sessionId)
      return
    }
    const execution = execute(companyId, sessionId, waitedFor).finally(() => running.delete(execution))
    running.add(execution)
  }

  async function execute(companyId: string, sessionId: string, waitedFor: string | null): Promise<void> {
    const controller = new AbortController()
    controllers.set(sessionId, controller)
    let next: NextRun | null
    try {
      next = await run(companyId, sessionId, waitedFor, controller.signal)
      if (rerunRequested.has(sessionId)) next = { delayMs: 0 }
    } catch (error) {
      log.error({ err: error, sessionId }, 'automatic reply failed')
      next = { delayMs: retryDelayMs }
    }
    controllers.delete(sessionId)
    rerunRequested.delete(sessionId)
    if (next) startLater(companyId, sessionId, next)
  }

  function startLater(companyId: string, sessionId: string, { delayMs, waitedFor }: NextRun): void {
    if (isClosed) return
    clearTimeout(timers.get(sessionId))
    const timer = setTimeout(() => {
      timers.delete(sessionId)
      start(companyId, sessionId, waitedFor)
    }, delayMs)
    timers.set(sessionId, timer)
  }

  return {
    schedule: (companyId, sessionId) => start(companyId, sessionId),
    cancel(sessionId) {
      clearTimeout(timers.get(sessionId))
      timers.delete(sessionId)
      controllers.get(sessionId)?.abort()
    },
    abort: (sessionId) => controllers.get(sessionId)?.abort(),
    async close() {
      isClosed = true
      for (const timer of timers.values()) clearTimeout(timer)
      for (const controller of controllers.values()) controller.abort()
      await Promise.allSettled(running)
    },
  }
}
