import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

export type Direction = 'to server' | 'to client'

export type FaultProxy = {
  port: number
  /** Drops all further data of the open connections in one direction without closing them, like packet loss. */
  drop(direction: Direction): void
  /** Forwards no data until `resume` is called. No data is lost. */
  pause(): void
  resume(): void
  /** Sets the maximum number of bytes per second, for each connection and direction. */
  limitRate(bytesPerSecond: number): void
  /** Closes every open connection immediately, even in the middle of a message. */
  disconnect(): void
  /** Closes each connection after this many more bytes to the server; Infinity keeps them open. */
  disconnectAfter(bytes: number): void
  close(): Promise<void>
}

/**
 * The latency in one direction, per chunk of data. TCP retransmits a lost packet after a timeout, so a loss is a longer delay,
 * which also delays the data behind it.
 */
export function lossyLatency(oneWayMs: number, lossRate: number, random: () => number): () => number {
  const retransmitMs = 200 + 2 * oneWayMs
  return () => oneWayMs + (random() < lossRate ? retransmitMs * (random() < lossRate ? 3 : 1) : 0)
}

/** Returns a stream of the same data in the same order, each chunk after its latency. */
function delay(from: Socket, latency: () => number): PassThrough {
  const delayed = new PassThrough()
  let previous = Promise.resolve()
  const schedule = (task: () => void) => {
    const dueAt = Date.now() + latency()
    previous = previous.then(() => sleep(Math.max(0, dueAt - Date.now()))).then(task)
  }
  from.on('data', (chunk) => schedule(() => delayed.write(chunk)))
  from.on('end', () => schedule(() => delayed.end()))
  from.on('close', () => schedule(() => delayed.end()))
  return delayed
}

/** Starts a TCP proxy to a local server. The test injects faults into its connections. */
export async function createFaultProxy(toPort: number, latency?: () => number): Promise<FaultProxy> {
  type Connection = { sockets: Socket[]; dropped: Set<Direction>; remainingBytes: number }
  const connections = new Set<Connection>()
  let paused: Promise<void> | null = null
  let endPause = () => {}
  let maxBytesPerSecond = Number.POSITIVE_INFINITY
  let maxBytesToServer = Number.POSITIVE_INFINITY

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port: toPort, host: '127.0.0.1', allowHalfOpen: true })
    const connection: Connection = {
      sockets: [client, upstream],
      dropped: new Set(),
      remainingBytes: maxBytesToServer,
    }
    connections.add(connection)
    for (const socket of connection.sockets) {
      socket.on('error', () => destroy(connection))
      socket.on('close', () => {
        // Like the data, the close of a connection with packet loss does not arrive.
        if (connection.dropped.size === 0) destroy(connection)
      })
    }
    forward(connection, client, upstream, 'to server').catch(() => destroy(connection))
    forward(connection, upstream, client, 'to client').catch(() => destroy(connection))
  })

  function destroy(connection: Connection): void {
    connections.delete(connection)
    for (const socket of connection.sockets) socket.destroy()
  }

  async function forward(
    connection: Connection,
    from: Socket,
    to: Socket,
    direction: Direction,
  ): Promise<void> {
    for await (const chunk of latency ? delay(from, latency) : from) {
      if (connection.dropped.has(direction)) continue
      for (let offset = 0; offset < chunk.length; ) {
        if (paused) await paused
        const maxBytes = Math.max(1, Math.min(chunk.length, maxBytesPerSecond / 10))
        const part = chunk.subarray(offset, offset + maxBytes)
        offset += part.length
        if (maxBytesPerSecond < Number.POSITIVE_INFINITY) await sleep(100)
        if (direction === 'to server') {
          connection.remainingBytes -= part.length
          if (connection.remainingBytes < 0) return destroy(connection)
        }
        if (!to.write(part)) await Promise.race([once(to, 'drain'), once(to, 'close')])
      }
    }
    if (!connection.dropped.has(direction)) to.end()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    drop(direction) {
      for (const { dropped } of connections) dropped.add(direction)
    },
    pause() {
      paused ??= new Promise((resolve) => {
        endPause = resolve
      })
    },
    resume() {
      paused = null
      endPause()
    },
    limitRate(bytesPerSecond) {
      maxBytesPerSecond = bytesPerSecond
    },
    disconnect() {
      for (const connection of connections) destroy(connection)
    },
    disconnectAfter(bytes) {
      maxBytesToServer = bytes
      for (const connection of connections) connection.remainingBytes = bytes
    },
    async close() {
      for (const connection of connections) destroy(connection)
      server.close()
      await once(server, 'close')
    },
  }
}
