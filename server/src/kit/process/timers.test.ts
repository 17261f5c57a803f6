import { expect, test, vi } from 'vitest'
import { createClosableTimers, systemTimers } from './timers.ts'

test('close cancels pending callbacks, and prevents new ones', () => {
  vi.useFakeTimers()
  const called: string[] = []
  const timers = createClosableTimers(systemTimers)
  timers.start(() => called.push('before'), 10)
  timers.start(() => called.push('pending'), 100)
  const cancel = timers.start(() => called.push('canceled'), 10)
  cancel()
  vi.advanceTimersByTime(50)
  timers.close()
  timers.start(() => called.push('after'), 10)
  vi.advanceTimersByTime(500)
  expect(called).toEqual(['before'])
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
