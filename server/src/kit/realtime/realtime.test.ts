import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket as Stream } from 'node:net'
import { events } from '@aichat/contracts/kit/realtime'
import { io, type Socket } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { createMetrics } from '../observability/metrics.ts'
import { createRealtime } from './realtime.ts'

const table = events({ counted: z.object({ number: z.number() }) })
const room = { namespace: '/', name: 'members' }

/** A server whose `go` command publishes `eventCount` events to the room before it acknowledges. */
async function startServer(eventCount: number) {
  const server = createServer()
  const writes = new Map<Stream, number>()
  const failures: string[] = []
  server.on('connection', (stream: Stream & { _writev?: Stream['_writev'] }) => {
    writes.set(stream, 0)
    for (const name of ['_write', '_writev'] as const) {
      const write = (stream[name] as (...args: unknown[]) => void).bind(stream)
      Object.assign(stream, {
        [name]: (...args: unknown[]) => {
          writes.set(stream, (writes.get(stream) ?? 0) + 1)
          write(...args)
        },
      })
    }
  })
  const log = { ...console, error: () => void failures.push('failed') } as never
  const realtime = createRealtime(server, {
    peers: null,
    metrics: createMetrics(),
    log,
    hosts: { isOwnOrigin: () => true },
    publicUrl: 'http://localhost:3000',
  })
  realtime.namespace('/').on('connection', (socket) => {
    socket.join(room.name)
    socket.on('go', (ack: () => void) => {
      for (let number = 0; number < eventCount; number++) realtime.publish(room, table, 'counted', { number })
      ack()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => realtime.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, writes, realtime, failures }
}

async function connectClient(url: string, transport: 'websocket' | 'polling') {
  const socket: Socket = io(url, { transports: [transport], forceNew: true, reconnection: false })
  onTestFinished(() => void socket.disconnect())
  await once(socket as never, 'connect')
  const received: (number | 'ack')[] = []
  socket.on('counted', ({ number }: { number: number }) => received.push(number))
  return { socket, received }
}

test.each(['websocket', 'polling'] as const)(
  'over %s the caller receives the ack before the events, and the events in order',
  async (transport) => {
    const { url } = await startServer(100)
    const { socket, received } = await connectClient(url, transport)
    socket.emit('go', () => received.push('ack'))
    await expect.poll(() => received.length).toBe(101)
    expect(received).toEqual(['ack', ...Array.from({ length: 100 }, (_, number) => number)])
  },
)

test('events that are published together leave in one write per connection', async () => {
  const { url, writes } = await startServer(100)
  const caller = await connectClient(url, 'websocket')
  const subscriber = await connectClient(url, 'websocket')
  const before = new Map(writes)
  caller.socket.emit('go', () => {})
  await expect.poll(() => subscriber.received.length).toBe(100)
  const during = [...writes].map(([stream, count]) => count - (before.get(stream) ?? 0))
  expect(during).toHaveLength(2)
  for (const count of during) expect(count).toBeLessThanOrEqual(3)
})

test('an event that cannot be serialized is logged, and later events are sent', async () => {
  const { url, realtime, failures } = await startServer(0)
  const { received } = await connectClient(url, 'websocket')
  realtime.publish(room, table, 'counted', { number: 1n as never })
  realtime.publish(room, table, 'counted', { number: 2 })
  await expect.poll(() => received).toEqual([2])
  expect(failures).toEqual(['failed'])
})
