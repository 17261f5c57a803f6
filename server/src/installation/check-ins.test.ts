import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type CheckInEvent, createCheckIns } from './check-ins.ts'
import type { CheckInBatch } from './store.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

const seen: CheckInEvent = {
  companyId: 'company',
  projectId: 'project',
  origin: 'https://shop.example.com',
  isRefused: false,
  pageUrl: null,
}

function setUp() {
  const written: CheckInBatch[] = []
  const checkIns = createCheckIns({
    clock: { now: () => Date.now() },
    write: async (one) => void written.push(one),
  })
  return { written, checkIns, counts: () => written.map((one) => one.count) }
}

test('the first check-in is stored immediately, and a thousand more in one write after a minute', async () => {
  const { checkIns, written, counts } = setUp()
  checkIns.record(seen)
  expect(counts()).toEqual([1])
  await vi.advanceTimersByTimeAsync(30_000)
  for (let index = 0; index < 1000; index++) checkIns.record(seen)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(counts()).toEqual([1])
  await vi.advanceTimersByTimeAsync(1)
  expect(counts()).toEqual([1, 1000])
  expect(written[1]?.lastSeenAt).toBe('1970-01-01T00:00:30.000Z')
})

test('after a minute without check-ins, the next one is stored immediately', async () => {
  const { checkIns, counts } = setUp()
  checkIns.record(seen)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(vi.getTimerCount()).toBe(0)
  checkIns.record(seen)
  expect(counts()).toEqual([1, 1])
})

test('each origin has separate rows for allowed and refused check-ins', () => {
  const { checkIns, counts } = setUp()
  checkIns.record(seen)
  checkIns.record({ ...seen, isRefused: true })
  checkIns.record({ ...seen, origin: 'https://www.example.com' })
  checkIns.record({ ...seen, projectId: 'other' })
  expect(counts()).toEqual([1, 1, 1, 1])
})

test('recordNow stores pending check-ins immediately, with the page URL', async () => {
  const { checkIns, written } = setUp()
  checkIns.record(seen)
  checkIns.record(seen)
  await checkIns.recordNow({ ...seen, pageUrl: 'https://shop.example.com/tents' })
  checkIns.record(seen)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(written.map((one) => [one.count, one.pageUrl])).toEqual([
    [1, null],
    [2, 'https://shop.example.com/tents'],
    [1, 'https://shop.example.com/tents'],
  ])
})

test('the number of pending origins is limited per project', () => {
  const { checkIns, counts } = setUp()
  for (let index = 0; index < 500; index++)
    checkIns.record({ ...seen, origin: `https://${index}.example.com` })
  expect(counts()).toHaveLength(50)
  checkIns.record({ ...seen, projectId: 'other' })
  expect(counts()).toHaveLength(51)
})

test('close stores pending check-ins once', async () => {
  const { checkIns, counts } = setUp()
  checkIns.record(seen)
  checkIns.record(seen)
  await checkIns.close()
  expect(counts()).toEqual([1, 1])
  expect(vi.getTimerCount()).toBe(0)
})
