import type { Timers } from '../../src/kit/process/timers.ts'

type Timer = { delay: number; dueAt: number; callback: () => void }

export type FakeTimers = Timers & {
  /** Runs the timers that are due by then. */
  advance(milliseconds: number): void
  /** The delays of all timers that were started, in milliseconds. */
  delays: number[]
  /** How many timers with this delay have neither run nor been canceled. */
  pendingCount(milliseconds: number): number
}

/** Timers that run only when the test moves the time. */
export function createFakeTimers(): FakeTimers {
  let now = 0
  let timers: Timer[] = []
  const delays: number[] = []
  return {
    delays,
    pendingCount: (milliseconds) => timers.filter(({ delay }) => delay === milliseconds).length,
    start(callback, milliseconds) {
      const timer = { delay: milliseconds, dueAt: now + milliseconds, callback }
      timers.push(timer)
      delays.push(milliseconds)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
    advance(milliseconds) {
      now += milliseconds
      const due = timers.filter(({ dueAt }) => dueAt <= now)
      timers = timers.filter(({ dueAt }) => dueAt > now)
      for (const { callback } of due) callback()
    },
  }
}
