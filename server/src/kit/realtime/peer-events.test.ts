import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { events } from '@aichat/contracts/realtime'
import { pino } from 'pino'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { createMetrics } from '../process/metrics.ts'
import { createRealtime, internalMessages } from './realtime.ts'
import { openRedis, type SharedRedis } from './redis.ts'

const told = events({ counted: z.object({ number: z.number() }) })
const room = { namespace: '/', name: 'everybody' }
const log = pino({ level: 'silent' })

/** One process of an installation, and somebody who is connected to it. */
async function joined(redis: SharedRedis) {
  const server = createServer()
  const realtime = createRealtime(server, redis, createMetrics(), log)
  realtime.namespace('/').on('connection', (socket) => void socket.join(room.name))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false })
  const heard: (number | 'cut')[] = []
  socket.on('counted', ({ number }: { number: number }) => heard.push(number))
  socket.on('disconnect', () => heard.push('cut'))
  await once(socket as never, 'connect')
  onTestFinished(async () => {
    socket.disconnect()
    await realtime.close()
  })
  return { realtime, heard }
}

test('what one process tells is heard at every other, once, in order, and few entries carry it', async () => {
  const redis = (await openRedis(process.env.REDIS_URL as string, randomUUID(), log)) as SharedRedis
  onTestFinished(async () => {
    await redis.client.del(redis.prefix)
    redis.client.disconnect()
  })
  const [one, other] = [await joined(redis), await joined(redis)]
  const say = (number: number) => one.realtime.publish(room, told, 'counted', { number })
  // Until the other one reads.
  await expect
    .poll(() => {
      say(0)
      return other.heard.length
    })
    .toBeGreaterThan(0)
  const numbers = Array.from({ length: 500 }, (_, index) => index + 1)
  const before = await redis.client.xlen(redis.prefix)
  const endless: { number: number; self?: object } = { number: -1 }
  endless.self = endless
  one.realtime.publish(room, told, 'counted', endless)
  for (const number of numbers) say(number)
  one.realtime.disconnect(room)
  for (const { heard } of [one, other]) {
    await expect.poll(() => heard.at(-1)).toBe('cut')
    expect(heard.filter((what) => what !== 0)).toEqual([...numbers, 'cut'])
  }
  expect((await redis.client.xlen(redis.prefix)) - before).toBeLessThan(10)
})

test('what one process whispers is overheard by the others, and by nobody who is connected', async () => {
  const redis = (await openRedis(process.env.REDIS_URL as string, randomUUID(), log)) as SharedRedis
  onTestFinished(async () => {
    await redis.client.del(redis.prefix)
    redis.client.disconnect()
  })
  const [one, other] = [await joined(redis), await joined(redis)]
  const overheard: unknown[][] = []
  one.realtime.overhear(internalMessages, (...what) => overheard.push(['one', ...what]))
  other.realtime.overhear(internalMessages, (...what) => overheard.push(['other', ...what]))
  await expect
    .poll(() => {
      one.realtime.whisper('counted', { number: 0 })
      return overheard.length
    })
    .toBeGreaterThan(0)
  one.realtime.whisper('counted', { number: 1 })
  one.realtime.publish(room, told, 'counted', { number: 2 })
  for (const { heard } of [one, other]) await expect.poll(() => heard).toEqual([2])
  expect(overheard.at(-1)).toEqual(['other', 'counted', { number: 1 }])
  expect(overheard.some(([who]) => who === 'one')).toBe(false)
})
