import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTyping } from './typing.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('is told at most every 3 s, and ends after 5 s without a key', () => {
  const told: boolean[] = []
  const typing = createTyping((isTyping) => told.push(isTyping), Date.now)
  for (let key = 0; key < 40; key++) {
    typing.noteInput()
    vi.advanceTimersByTime(100)
  }
  expect(told).toEqual([true, true])
  vi.advanceTimersByTime(5_000)
  expect(told).toEqual([true, true, false])
})

test('stops once', () => {
  const told: boolean[] = []
  const typing = createTyping((isTyping) => told.push(isTyping), Date.now)
  typing.stop()
  typing.noteInput()
  typing.stop()
  typing.stop()
  vi.advanceTimersByTime(10_000)
  expect(told).toEqual([true, false])
})
