import type { SharedRedis } from './redis.ts'

/** Who has a live connection, counted over every process. A key stays present for a grace time after its last one. */
export type Presence = {
  enter(key: string): Promise<void>
  leave(key: string): Promise<void>
  /** One answer a key, in order. */
  arePresent(keys: string[]): Promise<boolean[]>
  close(): void
}

const refreshEvery = 15_000

export function createPresence(redis: SharedRedis | null, graceMs: number): Presence {
  return redis ? sharedPresence(redis, graceMs) : localPresence(graceMs)
}

function localPresence(graceMs: number): Presence {
  const connections = new Map<string, number>()
  const leaving = new Map<string, NodeJS.Timeout>()
  return {
    async enter(key) {
      clearTimeout(leaving.get(key))
      leaving.delete(key)
      connections.set(key, (connections.get(key) ?? 0) + 1)
    },
    async leave(key) {
      const left = (connections.get(key) ?? 1) - 1
      if (left > 0) {
        connections.set(key, left)
        return
      }
      connections.delete(key)
      leaving.set(key, setTimeout(() => leaving.delete(key), graceMs).unref())
    },
    async arePresent(keys) {
      return keys.map((key) => connections.has(key) || leaving.has(key))
    },
    close() {
      for (const timer of leaving.values()) clearTimeout(timer)
    },
  }
}

/** Each process keeps its own keys alive in Redis; what a dead process held runs out by itself. */
function sharedPresence({ client: redis, prefix }: SharedRedis, graceMs: number): Presence {
  const connections = new Map<string, number>()
  const name = (key: string) => `${prefix}:presence:${key}`
  const keepAlive = (key: string) => redis.set(name(key), 1, 'PX', Math.max(graceMs, 2 * refreshEvery))
  const timer = setInterval(() => {
    for (const key of connections.keys()) keepAlive(key).catch(ignoreWhileAway)
  }, refreshEvery)
  timer.unref()
  return {
    async enter(key) {
      connections.set(key, (connections.get(key) ?? 0) + 1)
      await keepAlive(key).catch(ignoreWhileAway)
    },
    async leave(key) {
      const left = (connections.get(key) ?? 1) - 1
      if (left > 0) connections.set(key, left)
      else connections.delete(key)
      if (left <= 0) await redis.pexpire(name(key), graceMs).catch(ignoreWhileAway)
    },
    async arePresent(keys) {
      if (keys.length === 0) return []
      const held = await redis.mget(keys.map(name)).catch(() => [])
      return keys.map((key, index) => connections.has(key) || Boolean(held[index]))
    },
    close() {
      clearInterval(timer)
    },
  }
}

/** Presence is a hint: while Redis is away each process still knows its own connections. */
function ignoreWhileAway(): void {}
