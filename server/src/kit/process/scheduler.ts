import type { Log } from '../observability/log.ts'

type Task = {
  /** Names the task in the log. */
  name: string
  /** Without it the task runs at the start, if `runsAtStart`, and when `runNow` is called. */
  intervalMs?: number
  /** Whether it also runs immediately, not only after the first interval. */
  runsAtStart?: boolean
  /** The signal aborts when the task is closed: a long run should end early. */
  run(signal: AbortSignal): Promise<void>
}

export type ScheduledTask = {
  /** Runs the task without waiting for its interval. A run in progress is followed by one more, which all callers share. */
  runNow(): Promise<void>
  /** Stops the schedule, and waits for a run in progress. */
  close(): Promise<void>
}

/**
 * Runs a task at an interval, never twice at a time: an interval that ends during a run is skipped. A failed run is logged,
 * and the schedule continues. The timer does not keep the process alive.
 */
export function scheduleTask(task: Task, log: Pick<Log, 'warn'>): ScheduledTask {
  const closing = new AbortController()
  let current: Promise<void> | null = null
  let next: Promise<void> | null = null

  async function runOnce(): Promise<void> {
    try {
      await task.run(closing.signal)
    } catch (error) {
      log.warn({ err: error, task: task.name }, 'a scheduled task failed')
    }
  }

  function start(): Promise<void> {
    if (closing.signal.aborted) return Promise.resolve()
    current = runOnce().finally(() => {
      current = null
    })
    return current
  }

  function runNow(): Promise<void> {
    if (!current) return start()
    next ??= current.then(() => {
      next = null
      return start()
    })
    return next
  }

  const startUnlessRunning = () => {
    if (!current) void start()
  }
  const timer = task.intervalMs === undefined ? undefined : setInterval(startUnlessRunning, task.intervalMs)
  timer?.unref()
  if (task.runsAtStart) void start()

  return {
    runNow,
    async close() {
      clearInterval(timer)
      closing.abort()
      await current
      await next
    },
  }
}
