import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import type { Log } from './log.ts'

/** A Redis with the names of this installation: several may share one server. */
export type SharedRedis = { client: Redis; prefix: string }

/** Connects where REDIS_URL names a server. Losing it later is logged, and survived. */
export function openRedis(url: string | null, appSecret: string, log: Log): SharedRedis | null {
  if (!url) return null
  const redis = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: true })
  redis.on('error', (error) => log.warn({ err: error }, 'redis'))
  return {
    client: redis,
    prefix: `aichat:${createHash('sha256').update(appSecret).digest('hex').slice(0, 12)}`,
  }
}
