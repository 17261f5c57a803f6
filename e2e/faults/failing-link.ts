import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

/** Which way: from who connected to the server, or back. */
export type Way = 'there' | 'back'

export type FailingLink = {
  port: number
  /** Drops all further data in one direction without closing the connections, like packet loss. */
  lose(way: Way): void
  /** Nothing moves until it is let go on; nothing is lost. */
  hold(): void
  goOn(): void
  /** The maximum number of bytes per second, for each connection and direction. */
  slowTo(bytesPerSecond: number): void
  /** Closes every open connection immediately, in the middle of its data. */
  cut(): void
  /** Closes each connection after this many more bytes to the server; Infinity keeps them open. */
  cutAfter(bytes: number): void
  close(): Promise<void>
}

/**
 * The latency in one direction, per piece of data. TCP repeats a lost packet after its timeout, so a loss is a longer delay,
 * which also holds up what follows.
 */
export function lossyLatency(oneWayMs: number, lossRate: number, random: () => number): () => number {
  const resendAfterMs = 200 + 2 * oneWayMs
  return () => oneWayMs + (random() < lossRate ? resendAfterMs * (random() < lossRate ? 3 : 1) : 0)
}

/** Passes on the data in order, each piece after its latency. */
function delayed(from: Socket, latency: () => number): PassThrough {
  const through = new PassThrough()
  let previous = Promise.resolve()
  const later = (work: () => void) => {
    const dueAt = Date.now() + latency()
    previous = previous.then(() => pause(Math.max(0, dueAt - Date.now()))).then(work)
  }
  from.on('data', (chunk) => later(() => through.write(chunk)))
  from.on('end', () => later(() => through.end()))
  from.on('close', () => later(() => through.end()))
  return through
}

/** A TCP proxy to a local server whose failures a test controls. */
export async function failingLink(toPort: number, latency?: () => number): Promise<FailingLink> {
  type Connection = { ends: Socket[]; lost: Set<Way>; left: number }
  const standing = new Set<Connection>()
  let held: Promise<void> | null = null
  let release = () => {}
  let rate = Number.POSITIVE_INFINITY
  let maxBytesToServer = Number.POSITIVE_INFINITY

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: toPort, host: '127.0.0.1', allowHalfOpen: true })
    const connection: Connection = { ends: [near, far], lost: new Set(), left: maxBytesToServer }
    standing.add(connection)
    for (const end of connection.ends) {
      end.on('error', () => destroy(connection))
      end.on('close', () => {
        // The close is only forwarded while data still passes.
        if (connection.lost.size === 0) destroy(connection)
      })
    }
    carry(connection, near, far, 'there').catch(() => destroy(connection))
    carry(connection, far, near, 'back').catch(() => destroy(connection))
  })

  function destroy(connection: Connection): void {
    standing.delete(connection)
    for (const end of connection.ends) end.destroy()
  }

  async function carry(connection: Connection, from: Socket, to: Socket, way: Way): Promise<void> {
    for await (const chunk of latency ? delayed(from, latency) : from) {
      if (connection.lost.has(way)) continue
      for (let begun = 0; begun < chunk.length; ) {
        if (held) await held
        const most = Math.max(1, Math.min(chunk.length, rate / 10))
        const piece = chunk.subarray(begun, begun + most)
        begun += piece.length
        if (rate < Number.POSITIVE_INFINITY) await pause(100)
        if (way === 'there') {
          connection.left -= piece.length
          if (connection.left < 0) return destroy(connection)
        }
        if (!to.write(piece)) await Promise.race([once(to, 'drain'), once(to, 'close')])
      }
    }
    if (!connection.lost.has(way)) to.end()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    lose(way) {
      for (const { lost } of standing) lost.add(way)
    },
    hold() {
      held ??= new Promise((resolve) => {
        release = resolve
      })
    },
    goOn() {
      held = null
      release()
    },
    slowTo(bytesPerSecond) {
      rate = bytesPerSecond
    },
    cut() {
      for (const connection of standing) destroy(connection)
    },
    cutAfter(bytes) {
      maxBytesToServer = bytes
      for (const connection of standing) connection.left = bytes
    },
    async close() {
      for (const connection of standing) destroy(connection)
      server.close()
      await once(server, 'close')
    },
  }
}
