import { Redis } from 'ioredis'
import type { DoctorContext } from './doctor-context.ts'
import { bad, type Finding, getErrorMessage, ok, warn } from './finding.ts'

const part = 'redis'

export async function checkRedis({ settings }: DoctorContext): Promise<Finding[]> {
  const { redisUrl, databaseUrl } = settings
  if (!redisUrl) {
    const found = 'not configured: one process serves'
    return [ok(part, databaseUrl ? `${found}; several processes need REDIS_URL` : found)]
  }
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: 5000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  // A failed connection also emits an event, which would end the process without a listener.
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
    if (entries.length !== 1) return [bad(part, 'a stream lost an added entry', 'Use Redis 6.2 or later.')]
    const [, policy = ''] = (await redis.config('GET', 'maxmemory-policy').catch(() => [])) as string[]
    if (policy && policy !== 'noeviction')
      return [
        warn(
          part,
          `responds, but evicts keys when its memory is full (${policy})`,
          'Set maxmemory-policy to noeviction.',
        ),
      ]
    return [ok(part, 'responds and stores streams')]
  } catch (error) {
    const words = getErrorMessage(failure ?? error)
    const remedy = /NOAUTH|WRONGPASS|NOPERM/.test(words)
      ? 'Correct the user and password in REDIS_URL.'
      : 'Start Redis or correct REDIS_URL. Until then, events do not reach other processes.'
    return [bad(part, words, remedy)]
  } finally {
    await redis.del(stream).catch(() => {}) // the connection was lost
    redis.disconnect()
  }
}
