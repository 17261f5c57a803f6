import { Redis } from 'ioredis'
import type { Log } from './log.ts'

/** Connects where REDIS_URL names a server. Losing it later is logged, and survived. */
export function openRedis(url: string | null, log: Log): Redis | null {
  if (!url) return null
  const redis = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: true })
  redis.on('error', (error) => log.warn({ err: error }, 'redis'))
  return redis
}
