import { createPendingRequests } from './pending-requests.ts'
import { openReliableLink } from './reliable-link.ts'

/** A minimal client of Socket.IO 5 for one namespace and JSON, a fifth of the size of the official one. */
export type Socket = {
  isConnected(): boolean
  /** Resolves with the acknowledgement. Rejects when the connection is lost or the time is up. */
  request(name: string, payload: unknown, timeoutMs: number): Promise<unknown>
  /** Does nothing while there is no connection. */
  emit(name: string, payload: unknown): void
  reconnect(): void
  /** Drops a connection that is lost, although the browser still holds it open, and opens another one. */
  drop(): void
  close(): void
}

export type SocketEvents = {
  onConnected(): void
  onDisconnected(): void
  /** The server refused the connection with this message. */
  onRefused(message: string): void
  onEvent(name: string, data: unknown): void
}

const namespace = '/visitor,'
const refusedRetryDelayMs = 3_000

export function openSocket(origin: string, auth: () => unknown, events: SocketEvents): Socket {
  const requests = createPendingRequests()
  const link = openReliableLink(origin, {
    onPacket: handlePacket,
    onLost() {
      requests.rejectAll()
      events.onDisconnected()
    },
  })

  /** The first digit is Engine.IO's packet type: 0 open, 1 close, 2 ping, 3 pong, 4 message. */
  function handlePacket(packet: string) {
    if (packet[0] === '2') link.send('3')
    else if (packet[0] === '1') link.retry()
    else if (packet[0] === '0') {
      const { pingInterval, pingTimeout } = JSON.parse(packet.slice(1))
      link.setHeartbeatTimeout(pingInterval + pingTimeout)
      link.send(`40${namespace}${JSON.stringify(auth())}`)
    } else handleMessage(packet)
  }

  /** The second digit is Socket.IO's: 0 connect, 1 disconnect, 2 event, 3 acknowledgement, 4 connect error. */
  function handleMessage(packet: string) {
    const [, type, id, body] = /^4([0-4])\/visitor,(\d*)(.*)$/s.exec(packet) ?? []
    const data = body ? JSON.parse(body) : undefined
    if (type === '0') {
      link.confirm()
      events.onConnected()
    } else if (type === '1') link.retry(refusedRetryDelayMs)
    else if (type === '2') events.onEvent(data[0], data[1])
    else if (type === '3') requests.resolve(Number(id), data)
    else if (type === '4') {
      link.retry(refusedRetryDelayMs)
      events.onRefused(String(data?.message))
    }
  }

  function send(id: number | '', name: string, payload: unknown) {
    link.send(`42${namespace}${id}${JSON.stringify([name, payload])}`)
  }

  return {
    isConnected: link.isConfirmed,
    request: (name, payload, timeoutMs) => requests.add(timeoutMs, (id) => send(id, name, payload)),
    emit(name, payload) {
      if (link.isConfirmed()) send('', name, payload)
    },
    reconnect() {
      requests.rejectAll()
      link.reconnect()
    },
    drop: () => link.retry(),
    close() {
      requests.rejectAll()
      link.close()
    },
  }
}
