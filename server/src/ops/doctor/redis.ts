import { Redis } from 'ioredis'
import { bad, type Finding, getErrorMessage, ok, warn } from './finding.ts'
import type { DoctorContext } from './run-doctor.ts'

const part = 'redis'

export async function checkRedis({ settings }: DoctorContext): Promise<Finding[]> {
  const { redisUrl, databaseUrl } = settings
  if (!redisUrl) {
    const found = 'none: one process serves'
    return [ok(part, databaseUrl ? `${found}; several need REDIS_URL` : found)]
  }
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: 5000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  // A connection that fails says so twice; the second time nobody else listens.
  let failure: unknown
  redis.on('error', (error) => {
    failure = error
  })
  const stream = `aichat:doctor:${process.pid}`
  try {
    await redis.connect()
    await redis.ping()
    await redis.xadd(stream, '*', 'trial', '1')
    const entries = await redis.xrange(stream, '-', '+')
    if (entries.length !== 1)
      return [bad(part, 'streams do not keep what is added', 'Use Redis 6.2 or later.')]
    const [, policy = ''] = (await redis.config('GET', 'maxmemory-policy').catch(() => [])) as string[]
    if (policy && policy !== 'noeviction')
      return [
        warn(
          part,
          `answers; forgets what it likes when it is full (${policy})`,
          'Set maxmemory-policy noeviction.',
        ),
      ]
    return [ok(part, 'answers, and keeps streams')]
  } catch (error) {
    const words = getErrorMessage(failure ?? error)
    const remedy = /NOAUTH|WRONGPASS|NOPERM/.test(words)
      ? 'Correct the user and password in REDIS_URL.'
      : 'Start Redis, or correct REDIS_URL. Until then events stay in their process.'
    return [bad(part, words, remedy)]
  } finally {
    await redis.del(stream).catch(() => {}) // it is gone with the connection that failed
    redis.disconnect()
  }
}
