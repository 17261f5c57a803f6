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

/** What a proxy does that lets no WebSocket through. */
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
  const heard: unknown[] = []
  let socket: Socket | undefined
  const refused = new Promise<string>((resolve) => {
    socket = openSocket(origin, () => ({ visitorToken: token }), {
      onConnected: () => heard.push('connected'),
      onDisconnected: () => heard.push('disconnected'),
      onRefused: resolve,
      onEvent: (name, data) => heard.push([name, data]),
    })
  })
  closers.push(() => socket?.close())
  return { socket: socket!, heard, refused }
}

describe('where no WebSocket comes through', () => {
  test('asks, hears and comes back by polling', async () => {
    vi.stubGlobal('WebSocket', BlockedWebSocket)
    const origin = await serve((socket) => {
      socket.on('echo', (payload, ack) => {
        socket.emit('event', { text: 'Grüße 👋' })
        ack({ success: true, payload })
      })
      socket.on('leave', () => socket.disconnect())
    })
    const { socket, heard } = open(origin)
    await vi.waitFor(() => expect(heard).toContain('connected'), 5000)
    const asked = Array.from({ length: 20 }, (_, index) => socket.ask('echo', { index }, 5000))
    expect(await Promise.all(asked)).toEqual(asked.map((_, index) => ({ success: true, payload: { index } })))
    expect(heard).toContainEqual(['event', { text: 'Grüße 👋' }])
    socket.tell('leave', {})
    await vi.waitFor(() => expect(heard.at(-1)).toBe('disconnected'), 5000)
    expect(socket.isConnected()).toBe(false)
    socket.renew()
    await vi.waitFor(() => expect(socket.isConnected()).toBe(true), 5000)
    socket.close()
  }, 20_000)

  test('says why the server would not have it', async () => {
    vi.stubGlobal('WebSocket', BlockedWebSocket)
    const { socket, refused } = open(await serve(() => {}), 'bad')
    expect(await refused).toBe('Authentication failed')
    socket.close()
  })
})

test('a link that says nothing any more is given up within 45 s, and what waited on it is told', async () => {
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
  const { socket, heard } = open('http://example.com')
  made[0]!.onmessage({ data: '0{"sid":"a","pingInterval":20000,"pingTimeout":20000}' })
  made[0]!.onmessage({ data: '40/visitor,{"sid":"b"}' })
  await vi.advanceTimersByTimeAsync(20_000)
  made[0]!.onmessage({ data: '2' })
  expect(socket.isConnected()).toBe(true)
  const lost = socket.ask('message:send', {}, 60_000).then(
    () => 'answered',
    () => 'lost',
  )
  await vi.advanceTimersByTimeAsync(45_000)
  expect(await lost).toBe('lost')
  expect(heard).toEqual(['connected', 'disconnected'])
  expect(made[0]!.isClosed).toBe(true)
  expect(made.length).toBeGreaterThan(1)
})
