import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import { sharedTest as test } from '../../../test/kit/engine.ts'
import { openRedis, type SharedRedis } from '../realtime/redis.ts'
import { createRateLimits } from './rate-limits.ts'

test('the first use of a limit may be in the same turn of the event loop as other commands', async () => {
  const prefix = randomUUID()
  const log = pino({ level: 'silent' })
  const redis = (await openRedis(process.env.REDIS_URL as string, prefix, log)) as SharedRedis
  onTestFinished(() => redis.client.disconnect())
  const limits = createRateLimits(redis, 1)
  const limit = { name: 'first', points: 1, seconds: 60 }
  const other = redis.client.get(`${prefix}:other`)
  expect(await Promise.all([limits.tryConsume(limit, 'key'), other])).toEqual([true, null])
  expect(await limits.tryConsume(limit, 'key')).toBe(false)
})
