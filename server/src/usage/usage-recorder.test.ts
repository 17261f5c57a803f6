import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createFakeTimers } from '../../test/kit/fake-timers.ts'
import type { Db, Sql } from '../kit/db/db.ts'
import { createUsageRecorder } from './usage-recorder.ts'

const flushDelayMs = 1000
const scope = { companyId: 'c', projectId: 'p' }

/** A recorder on a database that fails as often as given, and the answers of each write that has succeeded. */
function createRecorder(failures: number) {
  const stored: number[] = []
  const lines: string[] = []
  const timers = createFakeTimers()
  const insert = (async (_: TemplateStringsArray, ...values: unknown[]) => {
    const entries = JSON.parse(values.find((value) => String(value).startsWith('[')) as string)
    stored.push(...entries.map(({ answers }: { answers: number }) => answers))
    return []
  }) as unknown as Sql
  const company: Db['company'] = async (_, work) => {
    if (failures-- > 0) throw new Error('The database is away')
    return work(insert)
  }
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  const recorder = createUsageRecorder({ db: { company }, clock: { now: () => 0 }, timers, log })
  return { recorder, stored, lines, timers }
}

test('counts of a second are stored in one write', async () => {
  const { recorder, stored, timers } = createRecorder(0)
  recorder.add(scope, 'builtin', { answers: 1 })
  recorder.add(scope, 'builtin', { answers: 1 })
  expect(stored).toEqual([])
  timers.advance(flushDelayMs)
  await expect.poll(() => stored).toEqual([2])
  expect(timers.pendingCount(flushDelayMs)).toBe(0)
})

test('a flush waits for a write that is in progress', async () => {
  const { recorder, stored, timers } = createRecorder(0)
  recorder.add(scope, 'builtin', { answers: 1 })
  timers.advance(flushDelayMs)
  await recorder.flush(scope.companyId)
  expect(stored).toEqual([1])
})

test('counts that could not be stored are stored with the next ones', async () => {
  const { recorder, stored, lines, timers } = createRecorder(1)
  recorder.add(scope, 'builtin', { answers: 1 })
  await recorder.flush(scope.companyId)
  expect(lines).toEqual(['failed to store AI usage, retrying'])
  recorder.add(scope, 'builtin', { answers: 2 })
  timers.advance(flushDelayMs)
  await expect.poll(() => stored).toEqual([3])
})

test('closing stores what is left, and does not retry for ever', async () => {
  const closed = createRecorder(0)
  closed.recorder.add(scope, 'builtin', { answers: 1 })
  await closed.recorder.close()
  expect(closed.stored).toEqual([1])
  const failed = createRecorder(1)
  failed.recorder.add(scope, 'builtin', { answers: 1 })
  await failed.recorder.close()
  expect(failed.lines).toEqual(['lost AI usage'])
  expect(failed.timers.pendingCount(flushDelayMs)).toBe(0)
})
