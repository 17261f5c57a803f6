import { LRUCache } from 'lru-cache'
import type { InvalidationBus } from '../realtime/invalidation-bus.ts'
import { type Clock, isWithin } from './clock.ts'

type Options<Value> = {
  clock: Clock
  bus: InvalidationBus
  maxEntries: number
  ttlMs: number
  /** While the bus is disconnected, changes by other processes are not noticed, so entries expire earlier. */
  disconnectedTtlMs: number
  /** The ids whose invalidation evicts a value; null for a value that must not be cached. */
  getTags(value: Value, key: string): string[] | null
}

/** `tags` is null while the value is loading: it may be outdated by any notice. */
type Entry<Value> = { loadedAt: number; tags: string[] | null; value: Promise<Value> }

export type InvalidatedCache<Value> = {
  /** Returns the cached value or loads it. Concurrent calls share one load; a failed load is not cached. */
  get(key: string, load: () => Promise<Value>): Promise<Value>
}

/** Caches values that are read from the database until the invalidation bus names one of their tags, or their TTL ends. */
export function createInvalidatedCache<Value>({
  clock,
  bus,
  maxEntries,
  ttlMs,
  disconnectedTtlMs,
  getTags,
}: Options<Value>): InvalidatedCache<Value> {
  const entries = new LRUCache<string, Entry<Value>>({ max: maxEntries })

  function evict(key: string, entry: Entry<Value>): void {
    if (entries.peek(key) === entry) entries.delete(key)
  }

  bus.subscribe((notice) => {
    if (notice === null) return entries.clear()
    const outdated = [...entries.entries()].filter(([, { tags }]) => tags === null || tags.includes(notice))
    for (const [key] of outdated) entries.delete(key)
  })

  return {
    get(key, load) {
      const cached = entries.get(key)
      if (cached && isWithin(clock, cached.loadedAt, bus.isConnected() ? ttlMs : disconnectedTtlMs)) {
        return cached.value
      }
      const entry: Entry<Value> = { loadedAt: clock.now(), tags: null, value: load() }
      entries.set(key, entry)
      entry.value.then(
        (value) => {
          entry.tags = getTags(value, key)
          if (!entry.tags) evict(key, entry)
        },
        () => evict(key, entry),
      )
      return entry.value
    },
  }
}
