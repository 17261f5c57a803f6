import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import type { Log } from '../process/log.ts'

/** A Redis client with the key prefix of this installation: several installations may share a server. */
export type SharedRedis = { client: Redis; prefix: string }

/** The start continues without Redis when the server does not answer within this time. */
const connectTimeoutMs = 5000
const maxReconnectDelayMs = 500

/**
 * Connects to the server of REDIS_URL. While it is unavailable, which is logged, commands fail immediately, so that every
 * process continues on its own.
 */
export async function openRedis(
  url: string | null,
  appSecret: string,
  log: Log,
): Promise<SharedRedis | null> {
  if (!url) return null
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    // Commands of one turn of the event loop are written together.
    enableAutoPipelining: true,
    retryStrategy: (attempt) => Math.min(attempt * 50, maxReconnectDelayMs),
  })
  redis.on('error', (error) => log.warn({ err: error }, 'the Redis connection failed'))
  const signal = AbortSignal.timeout(connectTimeoutMs)
  await once(redis, 'ready', { signal }).catch(() => log.warn('Redis does not answer yet'))
  return {
    client: redis,
    prefix: `aichat:${createHash('sha256').update(appSecret).digest('hex').slice(0, 12)}`,
  }
}
