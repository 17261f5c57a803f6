import type { Log } from '../observability/log.ts'
import { scheduleTask } from '../process/scheduler.ts'
import type { Timers } from '../process/timers.ts'
import type { SharedRedis } from './redis.ts'

/** Which keys have a live connection in any process. A key stays present for a grace period after its last connection. */
export type Presence = {
  enter(key: string): Promise<void>
  leave(key: string): Promise<void>
  /** One result per key, in order. */
  arePresent(keys: string[]): Promise<boolean[]>
  close(): Promise<void>
}

const refreshIntervalMs = 15_000

export function createPresence(
  redis: SharedRedis | null,
  graceMs: number,
  { log, timers }: { log: Log; timers: Timers },
): Presence {
  return redis ? createRedisPresence(redis, graceMs, log) : createLocalPresence(graceMs, timers)
}

function createLocalPresence(graceMs: number, timers: Timers): Presence {
  const connectionCounts = new Map<string, number>()
  /** The functions that cancel the end of a grace period. */
  const gracePeriods = new Map<string, () => void>()
  return {
    async enter(key) {
      gracePeriods.get(key)?.()
      gracePeriods.delete(key)
      connectionCounts.set(key, (connectionCounts.get(key) ?? 0) + 1)
    },
    async leave(key) {
      const count = (connectionCounts.get(key) ?? 1) - 1
      if (count > 0) {
        connectionCounts.set(key, count)
        return
      }
      connectionCounts.delete(key)
      const end = () => void gracePeriods.delete(key)
      gracePeriods.set(key, timers.start(end, graceMs, { unref: true }))
    },
    async arePresent(keys) {
      return keys.map((key) => connectionCounts.has(key) || gracePeriods.has(key))
    },
    async close() {
      for (const cancel of gracePeriods.values()) cancel()
    },
  }
}

/** Each process refreshes its own keys in Redis; those of a process that crashed expire. */
function createRedisPresence({ client: redis, prefix }: SharedRedis, graceMs: number, log: Log): Presence {
  const connectionCounts = new Map<string, number>()
  const toRedisKey = (key: string) => `${prefix}:presence:${key}`
  const ttlMs = Math.max(graceMs, 2 * refreshIntervalMs)
  const refresh = (key: string) => redis.set(toRedisKey(key), 1, 'PX', ttlMs).catch(ignoreError)
  const task = scheduleTask(
    {
      name: 'presence refresh',
      intervalMs: refreshIntervalMs,
      run: async () => void (await Promise.all([...connectionCounts.keys()].map(refresh))),
    },
    log,
  )
  return {
    async enter(key) {
      connectionCounts.set(key, (connectionCounts.get(key) ?? 0) + 1)
      await refresh(key)
    },
    async leave(key) {
      const count = (connectionCounts.get(key) ?? 1) - 1
      if (count > 0) connectionCounts.set(key, count)
      else connectionCounts.delete(key)
      if (count <= 0) await redis.pexpire(toRedisKey(key), graceMs).catch(ignoreError)
    },
    async arePresent(keys) {
      if (keys.length === 0) return []
      const values = await redis.mget(keys.map(toRedisKey)).catch(() => [])
      return keys.map((key, index) => connectionCounts.has(key) || Boolean(values[index]))
    },
    close: () => task.close(),
  }
}

/** Presence is a hint: while Redis is unavailable, each process still knows its own connections. */
function ignoreError(): void {}
