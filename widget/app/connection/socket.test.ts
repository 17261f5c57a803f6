import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openSocket, type Socket } from './socket.ts'

const closers: (() => void)[] = []

afterEach(() => {
  for (const close of closers.splice(0)) close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A WebSocket behind a proxy that blocks it. */
class BlockedWebSocket {
  readyState = 3
  onclose = () => {}
  constructor() {
    queueMicrotask(() => this.onclose())
  }
  send() {}
  close() {}
}

async function serve(withSocket: (socket: import('socket.io').Socket) => void) {
  const http = createServer()
  const server = new Server(http)
  const namespace = server.of('/visitor')
  namespace.use((socket, next) =>
    next(socket.handshake.auth.visitorToken === 'good' ? undefined : new Error('Authentication failed')),
  )
  namespace.on('connection', withSocket)
  await new Promise<void>((resolve) => http.listen(0, resolve))
  closers.push(() => server.close())
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

function open(origin: string, token = 'good') {
  const received: unknown[] = []
  let socket: Socket | undefined
  const refused = new Promise<string>((resolve) => {
    socket = openSocket(origin, () => ({ visitorToken: token }), {
      onConnected: () => received.push('connected'),
      onDisconnected: () => received.push('disconnected'),
      onRefused: resolve,
      onEvent: (name, data) => received.push([name, data]),
    })
  })
  closers.push(() => socket?.close())
  return { socket: socket!, received, refused }
}

describe('behind a proxy that blocks WebSockets', () => {
  test('requests, receives events and reconnects by polling', async () => {
    vi.stubGlobal('WebSocket', BlockedWebSocket)
    const origin = await serve((socket) => {
      socket.on('echo', (payload, ack) => {
        socket.emit('event', { text: 'Grüße 👋' })
        ack({ success: true, payload })
      })
      socket.on('leave', () => socket.disconnect())
    })
    const { socket, received } = open(origin)
    await expect.poll(() => received).toContain('connected')
    const asked = Array.from({ length: 20 }, (_, index) => socket.request('echo', { index }, 30_000))
    expect(await Promise.all(asked)).toEqual(asked.map((_, index) => ({ success: true, payload: { index } })))
    expect(received).toContainEqual(['event', { text: 'Grüße 👋' }])
    socket.emit('leave', {})
    await expect.poll(() => received.at(-1)).toBe('disconnected')
    expect(socket.isConnected()).toBe(false)
    socket.reconnect()
    await expect.poll(() => socket.isConnected()).toBe(true)
    socket.close()
  })

  test('reports why the server refused the connection', async () => {
    vi.stubGlobal('WebSocket', BlockedWebSocket)
    const { socket, refused } = open(await serve(() => {}), 'bad')
    expect(await refused).toBe('Authentication failed')
    socket.close()
  })
})

test('drops a silent connection within 45 s and rejects its pending requests', async () => {
  vi.useFakeTimers()
  const made: { onmessage(event: { data: string }): void; isClosed: boolean }[] = []
  vi.stubGlobal(
    'WebSocket',
    class {
      readyState = 1
      isClosed = false
      onmessage = () => {}
      constructor() {
        made.push(this)
      }
      send() {}
      close() {
        this.isClosed = true
      }
    },
  )
  const { socket, received } = open('http://example.com')
  made[0]!.onmessage({ data: '0{"sid":"a","pingInterval":20000,"pingTimeout":20000}' })
  made[0]!.onmessage({ data: '40/visitor,{"sid":"b"}' })
  await vi.advanceTimersByTimeAsync(20_000)
  made[0]!.onmessage({ data: '2' })
  expect(socket.isConnected()).toBe(true)
  const lost = socket.request('message:send', {}, 60_000).then(
    () => 'answered',
    () => 'lost',
  )
  await vi.advanceTimersByTimeAsync(45_000)
  expect(await lost).toBe('lost')
  expect(received).toEqual(['connected', 'disconnected'])
  expect(made[0]!.isClosed).toBe(true)
  expect(made.length).toBeGreaterThan(1)
})
