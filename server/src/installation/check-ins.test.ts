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

function book() {
  const written: CheckInBatch[] = []
  const sightings = createCheckIns({
    clock: { now: () => Date.now() },
    write: async (one) => void written.push(one),
  })
  return { written, sightings, counts: () => written.map((one) => one.count) }
}

test('the first is written at once, and a thousand more as one row when the minute ends', async () => {
  const { sightings, written, counts } = book()
  sightings.record(seen)
  expect(counts()).toEqual([1])
  await vi.advanceTimersByTimeAsync(30_000)
  for (let index = 0; index < 1000; index++) sightings.record(seen)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(counts()).toEqual([1])
  await vi.advanceTimersByTimeAsync(1)
  expect(counts()).toEqual([1, 1000])
  expect(written[1]?.lastSeenAt).toBe('1970-01-01T00:00:30.000Z')
})

test('a minute without any is the end of it, and the next one is written at once', async () => {
  const { sightings, counts } = book()
  sightings.record(seen)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(vi.getTimerCount()).toBe(0)
  sightings.record(seen)
  expect(counts()).toEqual([1, 1])
})

test('every origin, and refused or not, is a row of its own', () => {
  const { sightings, counts } = book()
  sightings.record(seen)
  sightings.record({ ...seen, isRefused: true })
  sightings.record({ ...seen, origin: 'https://www.example.com' })
  sightings.record({ ...seen, projectId: 'other' })
  expect(counts()).toEqual([1, 1, 1, 1])
})

test('a check is written at once with what was waiting, and names its page', async () => {
  const { sightings, written } = book()
  sightings.record(seen)
  sightings.record(seen)
  await sightings.recordNow({ ...seen, pageUrl: 'https://shop.example.com/tents' })
  sightings.record(seen)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(written.map((one) => [one.count, one.pageUrl])).toEqual([
    [1, null],
    [2, 'https://shop.example.com/tents'],
    [1, 'https://shop.example.com/tents'],
  ])
})

test('made-up origins fill one project’s list of a minute, and no other’s', () => {
  const { sightings, counts } = book()
  for (let index = 0; index < 500; index++)
    sightings.record({ ...seen, origin: `https://${index}.example.com` })
  expect(counts()).toHaveLength(50)
  sightings.record({ ...seen, projectId: 'other' })
  expect(counts()).toHaveLength(51)
})

test('closing writes what is waiting, once', async () => {
  const { sightings, counts } = book()
  sightings.record(seen)
  sightings.record(seen)
  await sightings.close()
  expect(counts()).toEqual([1, 1])
  expect(vi.getTimerCount()).toBe(0)
})
