import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import type { Log } from '../process/log.ts'

/** A Redis with the names of this installation: several may share one server. */
export type SharedRedis = { client: Redis; prefix: string }

/** How long a start waits for a server that does not answer, before it goes on without. */
const patienceMs = 5000
/** The longest wait between two attempts to come back. */
const longestPause = 500

/**
 * Connects where REDIS_URL names a server. Losing it is logged, and survived: nothing waits for it to come back, so that
 * every process goes on by itself at once.
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
    // What is asked in one turn of the event loop is one write.
    enableAutoPipelining: true,
    retryStrategy: (attempt) => Math.min(attempt * 50, longestPause),
  })
  redis.on('error', (error) => log.warn({ err: error }, 'redis'))
  const signal = AbortSignal.timeout(patienceMs)
  await once(redis, 'ready', { signal }).catch(() => log.warn('redis does not answer yet'))
  return {
    client: redis,
    prefix: `aichat:${createHash('sha256').update(appSecret).digest('hex').slice(0, 12)}`,
  }
}
