import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scheduleTask } from './scheduler.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A task whose runs end when the test says so. */
function createTask({ runsAtStart = false } = {}) {
  const pending: { resolve(): void; reject(error: Error): void; signal: AbortSignal }[] = []
  const warn = vi.fn()
  const run = vi.fn(
    (signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => void pending.push({ resolve, reject, signal })),
  )
  const task = scheduleTask({ name: 'test', intervalMs: 1000, runsAtStart, run }, { warn })
  return { ...task, run, pending, warn }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

test('a task runs after each interval', async () => {
  const { run, pending } = createTask()
  expect(run).not.toHaveBeenCalled()
  for (let count = 1; count <= 3; count++) {
    await vi.advanceTimersByTimeAsync(1000)
    expect(run).toHaveBeenCalledTimes(count)
    pending.at(-1)?.resolve()
  }
})

test('a task may also run at the start', () => {
  expect(createTask({ runsAtStart: true }).run).toHaveBeenCalledOnce()
})

test('an interval that ends during a run is skipped', async () => {
  const { run, pending } = createTask()
  await vi.advanceTimersByTimeAsync(3500)
  expect(run).toHaveBeenCalledTimes(1)
  pending[0]?.resolve()
  await vi.advanceTimersByTimeAsync(500)
  expect(run).toHaveBeenCalledTimes(2)
})

test('a failed run is logged, and the schedule continues', async () => {
  const { run, pending, warn } = createTask()
  await vi.advanceTimersByTimeAsync(1000)
  const error = new Error('failed')
  pending[0]?.reject(error)
  await vi.advanceTimersByTimeAsync(1000)
  expect(warn).toHaveBeenCalledExactlyOnceWith({ err: error, task: 'test' }, 'a scheduled task failed')
  expect(run).toHaveBeenCalledTimes(2)
})

test('a run that throws before it awaits is logged too', async () => {
  const warn = vi.fn()
  const run = () => {
    throw new Error('failed')
  }
  await scheduleTask({ name: 'test', intervalMs: 1000, run }, { warn }).runNow()
  expect(warn).toHaveBeenCalledOnce()
})

test('runNow during a run is followed by one more run, which all callers share', async () => {
  const { run, runNow, pending } = createTask()
  const first = runNow()
  const later = [runNow(), runNow()]
  expect(run).toHaveBeenCalledTimes(1)
  pending[0]?.resolve()
  await first
  await settle()
  expect(run).toHaveBeenCalledTimes(2)
  pending[1]?.resolve()
  await Promise.all(later)
  expect(run).toHaveBeenCalledTimes(2)
})

test('close aborts the signal, waits for the run in progress and ends the schedule', async () => {
  const { run, runNow, pending, close } = createTask()
  void runNow()
  void runNow()
  const closed = vi.fn()
  const closing = close().then(closed)
  expect(pending[0]?.signal.aborted).toBe(true)
  await settle()
  expect(closed).not.toHaveBeenCalled()
  pending[0]?.resolve()
  await closing
  await vi.advanceTimersByTimeAsync(5000)
  await runNow()
  expect(run).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})
