import { expect, test, vi } from 'vitest'
import { createInvalidationBus } from '../realtime/invalidation-bus.ts'
import { createInvalidatedCache } from './invalidated-cache.ts'

type Item = { owner: string | null; version: number }

function createCache({ isConnected = true, maxEntries = 10 } = {}) {
  const time = { now: 1_000_000 }
  const bus = { ...createInvalidationBus(null, true), isConnected: () => isConnected }
  const cache = createInvalidatedCache<Item>({
    clock: { now: () => time.now },
    bus,
    maxEntries,
    ttlMs: 30_000,
    disconnectedTtlMs: 1000,
    getTags: ({ owner }, key) => (owner ? [owner, key] : null),
  })
  let version = 0
  const load = vi.fn(async (owner: string | null): Promise<Item> => ({ owner, version: ++version }))
  const get = (key: string, owner: string | null = 'acme') => cache.get(key, () => load(owner))
  return { cache, bus, time, load, get }
}

test('a value is loaded once, also by concurrent calls', async () => {
  const { get, load } = createCache()
  await Promise.all([get('a'), get('a')])
  await get('a')
  await get('b')
  expect(load).toHaveBeenCalledTimes(2)
})

test.each([
  [true, 30_000],
  [false, 1000],
])('a value expires after its TTL when the bus is connected: %s', async (isConnected, ttlMs) => {
  const { get, load, time } = createCache({ isConnected })
  await get('a')
  time.now += ttlMs - 1
  await get('a')
  expect(load).toHaveBeenCalledTimes(1)
  time.now += 1
  await get('a')
  expect(load).toHaveBeenCalledTimes(2)
})

test('a clock that was set back does not extend the TTL', async () => {
  const { get, load, time } = createCache()
  await get('a')
  time.now -= 3_600_000
  await get('a')
  expect(load).toHaveBeenCalledTimes(2)
})

test('a notice evicts the values that have its tag', async () => {
  const { get, bus } = createCache()
  const load = async () => Promise.all([get('a', 'acme'), get('b', 'acme'), get('c', 'other')])
  await load()
  bus.publish('acme')
  expect((await load()).map(({ version }) => version)).toEqual([4, 5, 3])
  bus.publish('a')
  expect((await load()).map(({ version }) => version)).toEqual([6, 5, 3])
})

test('a notice of an unknown kind, as another version may send it, evicts nothing', async () => {
  const { get, bus, load } = createCache()
  await get('a', 'acme')
  bus.publish('introduced-later:acme')
  await get('a', 'acme')
  expect(load).toHaveBeenCalledTimes(1)
})

test('every value is evicted when notices may have been missed', async () => {
  const { get, bus, load } = createCache()
  await get('a')
  bus.publish(null as never)
  await get('a')
  expect(load).toHaveBeenCalledTimes(2)
})

test('a value that is loading is evicted by any notice', async () => {
  const { get, bus, load } = createCache()
  const loading = get('a')
  bus.publish('something else')
  await loading
  await get('a')
  expect(load).toHaveBeenCalledTimes(2)
})

test('values without tags and failed loads are not cached', async () => {
  const { cache, get, load } = createCache()
  await get('a', null)
  await get('a', null)
  expect(load).toHaveBeenCalledTimes(2)
  await expect(cache.get('b', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await get('b')).toMatchObject({ owner: 'acme' })
})

test('the least recently used value is evicted beyond the size limit', async () => {
  const { get, load } = createCache({ maxEntries: 2 })
  for (const key of ['a', 'b', 'a', 'c', 'a']) await get(key)
  expect(load).toHaveBeenCalledTimes(3)
  await get('b')
  expect(load).toHaveBeenCalledTimes(4)
})
