import { isIPv6 } from 'node:net'
import {
  type CountedLimit,
  type DeclaredLimits,
  type RateLimit,
  toLimits,
} from '@aichat/contracts/kit/rate-limit'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { SharedRedis } from '../realtime/redis.ts'
import { refuseTooMany } from './refusal.ts'

type Limiter = Pick<RateLimiterMemory, 'consume' | 'reward' | 'delete'>

export type RateLimits = {
  /** Counts one use. @throws Refusal 429, with the sentence of the limit, when it is reached */
  consume(limit: RateLimit, key: string): Promise<void>
  /** Counts one use like `consume`; false when the limit is reached. */
  tryConsume(limit: RateLimit, key: string): Promise<boolean>
  /** Returns one use that was counted. */
  restore(limit: RateLimit, key: string): Promise<void>
  /** Resets the count. */
  clear(limit: RateLimit, key: string): Promise<void>
}

/** Counts in Redis, shared by every process, and in memory without Redis or while it is unavailable. */
export function createRateLimits(redis: SharedRedis | null, scale: number): RateLimits {
  // The first limiter defines a command of the client. A pipeline that exists before lacks it, and would end the process.
  if (redis) new RateLimiterRedis({ storeClient: redis.client, points: 1, duration: 1 })
  const limiters = new Map<string, Limiter>()
  function getLimiter({ name, points, seconds }: RateLimit): Limiter {
    const known = limiters.get(name)
    if (known) return known
    const options = {
      keyPrefix: redis ? `${redis.prefix}:limit:${name}` : name,
      points: Math.max(1, Math.round(points * scale)),
      duration: seconds,
    }
    const memory = new RateLimiterMemory(options)
    const limiter = redis
      ? new RateLimiterRedis({ ...options, storeClient: redis.client, insuranceLimiter: memory })
      : memory
    limiters.set(name, limiter)
    return limiter
  }
  /** Null, or the time until the next use is possible. */
  async function findWaitMs(limit: RateLimit, key: string): Promise<number | null> {
    try {
      await getLimiter(limit).consume(networkOf(key))
      return null
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      return error.msBeforeNext
    }
  }
  return {
    async consume(limit, key) {
      const waitMs = await findWaitMs(limit, key)
      if (waitMs !== null) refuseTooMany(Math.max(1, Math.ceil(waitMs / 1000)), limit.sentence)
    },
    async tryConsume(limit, key) {
      return (await findWaitMs(limit, key)) === null
    },
    async restore(limit, key) {
      await getLimiter(limit).reward(networkOf(key))
    },
    async clear(limit, key) {
      await getLimiter(limit).delete(networkOf(key))
    },
  }
}

/**
 * Counts a call against the limits of its route or command, except those that the handler counts (`when`).
 * @throws Refusal 429 when one is reached; an error for a limit without its key
 */
export async function consumeDeclared(
  limits: Pick<RateLimits, 'consume'>,
  declared: DeclaredLimits,
  keys: Partial<Record<CountedLimit['by'], string>>,
): Promise<void> {
  for (const { limit, by, when } of toLimits(declared)) {
    if (when !== undefined) continue
    const key = keys[by]
    if (key === undefined) throw new Error(`The rate limit ${limit.name} cannot be counted by ${by} here`)
    await limits.consume(limit, key)
  }
}

/**
 * The network of an IPv6 address, of which a single client usually has all 2^64 addresses. Other keys are returned as they
 * are.
 */
export function networkOf(key: string): string {
  if (!isIPv6(key) || key.includes('.')) return key
  const [head = '', tail = ''] = key.split('::')
  const [start, end] = [head, tail].map((groups) => groups.split(':').filter(Boolean)) as [string[], string[]]
  const groups = [...start, ...Array(8 - start.length - end.length).fill('0'), ...end]
  return `${groups.slice(0, 4).join(':')}::/64`
}
