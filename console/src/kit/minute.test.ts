import { expect, test, vi } from 'vitest'
import { subscribeToMinutes } from './minute.ts'

test('runs all listeners at the beginning of each minute, with one timer', () => {
  vi.useFakeTimers({ now: new Date(2026, 0, 10, 23, 58, 45) })
  const [one, other] = [vi.fn(), vi.fn()]
  const stops = [subscribeToMinutes(one), subscribeToMinutes(other)]
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(14_999)
  expect(one).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  vi.advanceTimersByTime(60_000)
  expect(one).toHaveBeenCalledTimes(2)
  expect(other).toHaveBeenCalledTimes(2)
  for (const stop of stops) stop()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
