import type { Timers } from '../src/kit/process/timers.ts'

type Timer = { dueAt: number; callback: () => void }

/** Timers that run only when the test moves the time. */
export function createFakeTimers(): Timers & { advance(milliseconds: number): void; delays: number[] } {
  let now = 0
  let timers: Timer[] = []
  const delays: number[] = []
  return {
    delays,
    start(callback, milliseconds) {
      const timer = { dueAt: now + milliseconds, callback }
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
