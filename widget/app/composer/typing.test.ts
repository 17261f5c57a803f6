import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTyping } from './typing.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('reports typing at most every 3 s, and its end after 5 s without input', () => {
  const reported: boolean[] = []
  const typing = createTyping((isTyping) => reported.push(isTyping), Date.now)
  for (let key = 0; key < 40; key++) {
    typing.noteInput()
    vi.advanceTimersByTime(100)
  }
  expect(reported).toEqual([true, true])
  vi.advanceTimersByTime(5_000)
  expect(reported).toEqual([true, true, false])
})

test('reports the end once', () => {
  const reported: boolean[] = []
  const typing = createTyping((isTyping) => reported.push(isTyping), Date.now)
  typing.stop()
  typing.noteInput()
  typing.stop()
  typing.stop()
  vi.advanceTimersByTime(10_000)
  expect(reported).toEqual([true, false])
})
