import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { events } from '@aichat/contracts/kit/realtime'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { io } from 'socket.io-client'
import { expect, onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'
import { sharedTest as test } from '../../../test/kit/engine.ts'
import { findFreePort } from '../../../test/kit/ports.ts'
import type { Log } from '../observability/log.ts'
import { createMetrics } from '../observability/metrics.ts'
import { createInvalidationBus } from './invalidation-bus.ts'
import { createPeerEvents, type PeerMessage } from './peer-events.ts'
import { createRealtime } from './realtime.ts'
import { openRedis, type SharedRedis } from './redis.ts'

const table = events({ counted: z.object({ number: z.number() }) })
const room = { namespace: '/', name: 'members' }
const silent = pino({ level: 'silent' })

async function openTestRedis(): Promise<SharedRedis & { streamName: string }> {
  const redis = (await openRedis(process.env.REDIS_URL as string, randomUUID(), silent)) as SharedRedis
  const streamName = `${redis.prefix}:peer-events`
  redis.client.options.connectionName = redis.prefix // of the connections that readers duplicate
  onTestFinished(async () => {
    await redis.client.del(streamName)
    redis.client.disconnect()
  })
  return { ...redis, streamName }
}

/** The ids of the connections of this test's readers. */
async function listReaders({ client, prefix }: SharedRedis): Promise<string[]> {
  const lines = String(await client.client('LIST')).split('\n')
  return lines
    .filter((line) => line.includes(` name=${prefix} `))
    .map((line) => /^id=(\d+)/.exec(line)?.[1] as string)
}

/** Closes the connections of the readers, and returns their number. Those of tests that run at the same time stay open. */
async function closeReaders(redis: SharedRedis): Promise<number> {
  const ids = await listReaders(redis)
  for (const id of ids) await redis.client.call('CLIENT', 'KILL', 'ID', id)
  return ids.length
}

/** One process of an installation, with one connected client. */
async function startProcess(redis: SharedRedis) {
  const server = createServer()
  const peers = createPeerEvents(redis, silent)
  const realtime = createRealtime(server, {
    peers,
    metrics: createMetrics(),
    log: silent,
    hosts: { isOwnOrigin: () => true },
    publicUrl: 'http://localhost:3000',
  })
  realtime.namespace('/').on('connection', (socket) => void socket.join(room.name))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false })
  const received: (number | 'disconnected')[] = []
  socket.on('counted', ({ number }: { number: number }) => received.push(number))
  socket.on('disconnect', () => received.push('disconnected'))
  await once(socket as never, 'connect')
  onTestFinished(async () => {
    socket.disconnect()
    await realtime.close()
    await peers.close()
  })
  return { realtime, received, url }
}

async function connectTo(url: string, namespace: string): Promise<void> {
  const socket = io(`${url}${namespace}`, { transports: ['websocket'], forceNew: true, reconnection: false })
  onTestFinished(() => void socket.disconnect())
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
}

/** One end of the stream, without sockets. */
function joinPeers(redis: SharedRedis, log: Log = silent) {
  const received: PeerMessage[] = []
  const onConnect = vi.fn()
  const peers = createPeerEvents(redis, log)
  peers.subscribe({ onMessage: (message) => received.push(message), onConnect })
  onTestFinished(() => peers.close())
  return { ...peers, received, onConnect }
}

type Peer = ReturnType<typeof joinPeers>

const event = (number: number): PeerMessage => ({
  type: 'event',
  namespace: '/',
  room: 'members',
  name: 'counted',
  data: { number },
})
const numbers = ({ received }: Peer) =>
  received.map((message) =>
    message.type === 'event' ? (message.data as { number: number }).number : message.type,
  )

/** Publishes until the peer receives something, which means that it is reading. */
async function untilReading(sender: Peer, receiver: Peer): Promise<void> {
  await expect
    .poll(() => {
      sender.publish(event(0))
      return receiver.received.length
    })
    .toBeGreaterThan(0)
  // A marker behind the others, after which both lists are emptied.
  sender.publish(event(-1))
  await expect.poll(() => numbers(receiver).at(-1)).toBe(-1)
  receiver.received.length = 0
}

test('every process receives the events of a peer once and in order, in few stream entries', async () => {
  const redis = await openTestRedis()
  const [one, other] = [await startProcess(redis), await startProcess(redis)]
  const publish = (number: number) => one.realtime.publish(room, table, 'counted', { number })
  await expect
    .poll(() => {
      publish(0)
      return other.received.length
    })
    .toBeGreaterThan(0)
  const expected = Array.from({ length: 500 }, (_, index) => index + 1)
  const entriesBefore = await redis.client.xlen(redis.streamName)
  const circular: { number: number; self?: object } = { number: -1 }
  circular.self = circular
  one.realtime.publish(room, table, 'counted', circular)
  for (const number of expected) publish(number)
  one.realtime.disconnect(room)
  for (const { received } of [one, other]) {
    await expect.poll(() => received.at(-1)).toBe('disconnected')
    expect(received.filter((item) => item !== 0)).toEqual([...expected, 'disconnected'])
  }
  expect((await redis.client.xlen(redis.streamName)) - entriesBefore).toBeLessThan(10)
})

test('a subscriber of a namespace receives the events of every process', async () => {
  const redis = await openTestRedis()
  const [one, other] = [await startProcess(redis), await startProcess(redis)]
  const received: unknown[] = []
  other.realtime.subscribe('/', (name, data) => received.push([name, data]))
  other.realtime.subscribe('/visitor', () => received.push('another namespace'))
  await expect
    .poll(() => {
      one.realtime.publish(room, table, 'counted', { number: 1 })
      return received[0]
    })
    .toEqual(['counted', { number: 1 }])
})

test('a process does not receive its own messages', async () => {
  const redis = await openTestRedis()
  const [one, other] = [joinPeers(redis), joinPeers(redis)]
  await untilReading(one, other)
  expect(one.received).toEqual([])
})

test('malformed entries are logged and skipped', async () => {
  const redis = await openTestRedis()
  const error = vi.fn()
  const [one, other] = [joinPeers(redis), joinPeers(redis, { ...console, error } as never)]
  await untilReading(one, other)
  await redis.client.xadd(redis.streamName, '*', 'sender', 'another', 'messages', 'no JSON')
  await redis.client.xadd(redis.streamName, '*', 'unknown', 'fields')
  one.publish(event(1))
  await expect.poll(() => numbers(other)).toEqual([1])
  expect(error).toHaveBeenCalledTimes(2)
})

test('types, namespaces and fields of a newer version are ignored, and the messages beside them are delivered', async () => {
  const redis = await openTestRedis()
  const [one, other] = [await startProcess(redis), await startProcess(redis)]
  await expect
    .poll(() => {
      one.realtime.publish(room, table, 'counted', { number: 0 })
      return other.received.length
    })
    .toBeGreaterThan(0)
  const messages = [
    { type: 'introducedLater', namespace: '/', room: 'members', name: 'counted', data: { number: 1 } },
    { ...event(2), namespace: '/introduced-later' },
    { type: 'disconnect', namespace: '/introduced-later', room: 'members' },
    null,
    { ...event(3), room: 'introduced-later' },
    { ...event(4), introducedLater: true, data: { number: 4, introducedLater: true } },
  ]
  const fields = ['sender', 'another', 'messages', JSON.stringify(messages), 'introducedLater', '1']
  await redis.client.xadd(redis.streamName, '*', ...fields)
  await expect.poll(() => other.received).toContain(4)
  expect(other.received.filter((item) => item !== 0)).toEqual([4])
  await expect(connectTo(other.url, '/introduced-later')).rejects.toThrow('Invalid namespace')
})

test('reading resumes after a lost connection, where it had stopped, and reports the loss', async () => {
  const redis = await openTestRedis()
  const [one, other] = [joinPeers(redis), joinPeers(redis)]
  await untilReading(one, other)
  let closed = 0
  for (let number = 1; number <= 20; number++) {
    one.publish(event(number))
    one.flush()
    if (number % 5 === 0) closed += await closeReaders(redis)
  }
  expect(closed).toBeGreaterThan(1)
  await expect.poll(() => numbers(other).at(-1)).toBe(20)
  expect(numbers(other)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  expect(other.onConnect).toHaveBeenCalledWith(true)
  expect(other.isConnected()).toBe(true)
})

test('closing does not wait for Redis while it is unavailable', async () => {
  const client = new Redis({ port: await findFreePort(), lazyConnect: true, retryStrategy: () => 50 })
  client.on('error', () => {})
  const peers = createPeerEvents({ client, prefix: randomUUID() }, silent)
  // The reader began to connect before the writer, and waits for a connection too.
  client.connect().catch(() => {})
  await new Promise((resolve) => client.once('reconnecting', resolve))
  await peers.close()
})

test('peers are notified of messages that could not be written', async () => {
  const redis = await openTestRedis()
  const [one, other] = [joinPeers(redis), joinPeers(redis)]
  await untilReading(one, other)
  redis.client.disconnect(true)
  one.publish(event(1))
  one.flush()
  await expect.poll(() => numbers(other)).toEqual(['messagesLost'])
})

test('reading continues in a stream that was emptied and has lower ids', async () => {
  const redis = await openTestRedis()
  const other = joinPeers(redis)
  const one = joinPeers(redis)
  await untilReading(one, other)
  // The position of both is now far ahead of the clock of Redis.
  const future = `${Date.now() + 3_600_000}-0`
  const fields = ['sender', 'another', 'messages', JSON.stringify([event(1)])]
  await redis.client.xadd(redis.streamName, future, ...fields)
  await expect.poll(() => numbers(other)).toEqual([1])
  await redis.client.del(redis.streamName)
  await expect
    .poll(() => {
      one.publish(event(2))
      return numbers(other).at(-1)
    })
    .toBe(2)
})

test('closing ends the read in progress and its connection', async () => {
  const redis = await openTestRedis()
  const [one, other] = [joinPeers(redis), joinPeers(redis)]
  await untilReading(one, other)
  for (const peer of [one, other]) await peer.close()
  await expect.poll(() => listReaders(redis)).toEqual([])
})

test('an invalidation notice reaches every process, and listeners are informed of a lost connection', async () => {
  const redis = await openTestRedis()
  const [one, other] = [joinPeers(redis), joinPeers(redis)]
  const [oneBus, otherBus] = [createInvalidationBus(one, false), createInvalidationBus(other, false)]
  const [local, remote]: (string | null)[][] = [[], []]
  oneBus.subscribe((notice) => local?.push(notice))
  otherBus.subscribe((notice) => remote?.push(notice))
  await expect.poll(() => [oneBus.isConnected(), otherBus.isConnected()]).toEqual([true, true])
  // The start: what was published before is unknown.
  expect([local, remote]).toEqual([[null], [null]])
  oneBus.publish('user:1')
  expect(local).toEqual([null, 'user:1'])
  await expect.poll(() => remote).toEqual([null, 'user:1'])
  await closeReaders(redis)
  await expect.poll(() => remote).toEqual([null, 'user:1', null])
  oneBus.publish('user:2')
  await expect.poll(() => remote?.at(-1)).toBe('user:2')
})
