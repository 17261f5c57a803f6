import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket as Stream } from 'node:net'
import { events } from '@aichat/contracts/realtime'
import { io, type Socket } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { createMetrics } from '../process/metrics.ts'
import { createRealtime } from './realtime.ts'

const told = events({ counted: z.object({ number: z.number() }) })
const room = { namespace: '/', name: 'everybody' }

/** Sockets over a server of their own, which answer `go` after they have told the room so many events. */
async function opened(most: number) {
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
  const log = { ...console, error: () => void failures.push('told') } as never
  const realtime = createRealtime(server, null, createMetrics(), log)
  realtime.namespace('/').on('connection', (socket) => {
    socket.join(room.name)
    socket.on('go', (ack: () => void) => {
      for (let number = 0; number < most; number++) realtime.publish(room, told, 'counted', { number })
      ack()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => realtime.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, writes, realtime, failures }
}

async function connected(url: string, transport: 'websocket' | 'polling') {
  const socket: Socket = io(url, { transports: [transport], forceNew: true, reconnection: false })
  onTestFinished(() => void socket.disconnect())
  await once(socket as never, 'connect')
  const heard: (number | 'ack')[] = []
  socket.on('counted', ({ number }: { number: number }) => heard.push(number))
  return { socket, heard }
}

test.each(['websocket', 'polling'] as const)(
  'over %s who asks has the ack before the room is told, and all of it in order',
  async (transport) => {
    const { url } = await opened(100)
    const { socket, heard } = await connected(url, transport)
    socket.emit('go', () => heard.push('ack'))
    await expect.poll(() => heard.length).toBe(101)
    expect(heard).toEqual(['ack', ...Array.from({ length: 100 }, (_, number) => number)])
  },
)

test('what a connection is sent in one go leaves in one write', async () => {
  const { url, writes } = await opened(100)
  const asks = await connected(url, 'websocket')
  const listens = await connected(url, 'websocket')
  const before = new Map(writes)
  asks.socket.emit('go', () => {})
  await expect.poll(() => listens.heard.length).toBe(100)
  const during = [...writes].map(([stream, count]) => count - (before.get(stream) ?? 0))
  expect(during).toHaveLength(2)
  for (const count of during) expect(count).toBeLessThanOrEqual(3)
})

test('an event that cannot be told is logged, and those behind it are told', async () => {
  const { url, realtime, failures } = await opened(0)
  const { heard } = await connected(url, 'websocket')
  realtime.publish(room, told, 'counted', { number: 1n as never })
  realtime.publish(room, told, 'counted', { number: 2 })
  await expect.poll(() => heard).toEqual([2])
  expect(failures).toEqual(['told'])
})
