import { EventEmitter, once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { createForegroundWork } from './foreground-work.ts'

test('work in the background waits until all work in the foreground has ended, also when it fails', async () => {
  const foreground = createForegroundWork()
  const done: string[] = []
  const control = new EventEmitter()
  const first = foreground.run(() => once(control, 'end'))
  const second = foreground.run(() => once(control, 'fail'))
  const background = foreground.waitUntilIdle(60_000).then(() => done.push('background'))
  control.emit('end')
  await first
  expect(done).toEqual([])
  control.emit('error', new Error('failed'))
  await expect(second).rejects.toThrow('failed')
  await background
  expect(done).toEqual(['background'])
})

test('waits for no longer than asked, and not at all without work', async () => {
  vi.useFakeTimers()
  const foreground = createForegroundWork()
  await foreground.waitUntilIdle(1000)
  void foreground.run(() => new Promise(() => {}))
  let isDone = false
  const waiting = foreground.waitUntilIdle(1000).then(() => {
    isDone = true
  })
  await vi.advanceTimersByTimeAsync(999)
  expect(isDone).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  vi.useRealTimers()
})
