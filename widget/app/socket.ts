import { openPolling, openWebSocket, type Transport } from './transport.ts'

/**
 * A client of Socket.IO 5 for one namespace and JSON alone: what the chat needs of it, in a fifth of the bytes.
 * A link that has gone silent for longer than the server's own pings is given up and made anew.
 */
export type Socket = {
  isConnected(): boolean
  /** Resolves with the acknowledgement; rejects when the connection ends or nothing comes in time. */
  ask(name: string, payload: unknown, milliseconds: number): Promise<unknown>
  /** Lost without a word while there is no connection. */
  tell(name: string, payload: unknown): void
  renew(): void
  close(): void
}

export type SocketEvents = {
  onConnected(): void
  onDisconnected(): void
  /** The server would not have us, and said this. */
  onRefused(message: string): void
  onEvent(name: string, data: unknown): void
}

const namespace = '/visitor,'
/** A proxy may swallow the WebSocket's first request without a word. */
const connectWithin = 8_000
const delays = { first: 500, most: 10_000, afterRefusal: 3_000 }

export function openSocket(origin: string, auth: () => unknown, events: SocketEvents): Socket {
  const waiting = new Map<number, (answer?: unknown) => void>()
  let transport: Transport | undefined
  let isConnected = false
  let isPollingNext = false
  let lastId = 0
  let attempt = 0
  let silence = connectWithin
  let deadline: ReturnType<typeof setTimeout> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined

  function open() {
    clearTimeout(retry)
    silence = connectWithin
    expectWord()
    const way = isPollingNext ? openPolling : openWebSocket
    transport = way(origin, { onPacket: take, onClosed: lose })
  }

  /** Whatever comes shows that the link is alive. */
  function expectWord() {
    clearTimeout(deadline)
    deadline = setTimeout(lose, silence)
  }

  function lose(delay?: number) {
    const wasConnected = isConnected
    drop()
    if (delay === undefined) {
      // One way that does not work is followed by the other at once.
      if (!wasConnected) isPollingNext = !isPollingNext
      const isOtherWay = !wasConnected && isPollingNext
      delay = isOtherWay ? 0 : Math.min(delays.first * 2 ** attempt, delays.most) * (0.5 + Math.random())
      if (!isOtherWay) attempt += 1
    }
    retry = setTimeout(open, delay)
    events.onDisconnected()
  }

  function drop() {
    clearTimeout(deadline)
    clearTimeout(retry)
    transport?.close()
    transport = undefined
    isConnected = false
    const lost = [...waiting.values()]
    waiting.clear()
    for (const settle of lost) settle()
  }

  function take(packet: string) {
    expectWord()
    if (packet[0] === '2') return transport?.send('3')
    if (packet[0] === '1') return lose()
    if (packet[0] === '0') {
      const { pingInterval, pingTimeout } = JSON.parse(packet.slice(1))
      silence = pingInterval + pingTimeout
      return transport?.send(`40${namespace}${JSON.stringify(auth())}`)
    }
    const [, kind, id, body] = /^4([0-4])\/visitor,(\d*)(.*)$/s.exec(packet) ?? []
    const data = body ? JSON.parse(body) : undefined
    if (kind === '0') {
      isConnected = true
      attempt = 0
      events.onConnected()
    } else if (kind === '1') lose(delays.afterRefusal)
    else if (kind === '2') events.onEvent(data[0], data[1])
    else if (kind === '3') waiting.get(Number(id))?.(data)
    else if (kind === '4') {
      lose(delays.afterRefusal)
      events.onRefused(String(data?.message))
    }
  }

  function emit(id: string, name: string, payload: unknown) {
    transport?.send(`42${namespace}${id}${JSON.stringify([name, payload])}`)
  }

  open()
  return {
    isConnected: () => isConnected,
    ask(name, payload, milliseconds) {
      return new Promise((resolve, reject) => {
        const id = ++lastId
        const timer = setTimeout(() => settle(), milliseconds)
        const settle = (answer?: unknown) => {
          clearTimeout(timer)
          waiting.delete(id)
          if (Array.isArray(answer)) resolve(answer[0])
          else reject(new Error('unanswered'))
        }
        waiting.set(id, settle)
        emit(String(id), name, payload)
      })
    },
    tell(name, payload) {
      if (isConnected) emit('', name, payload)
    },
    renew() {
      drop()
      open()
    },
    close: drop,
  }
}
