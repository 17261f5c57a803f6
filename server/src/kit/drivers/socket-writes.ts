import type { Duplex } from 'node:stream'
import type { Server } from 'socket.io'

/** The TCP stream of a WebSocket is private to engine.io and ws. These are the versions that this file was written for. */
export const writtenFor = { 'engine.io': '6.6.11', ws: '8.23.0' }

type WebSocketTransport = { socket?: { _socket?: Partial<Duplex> | null; terminate?(): void } }

/** Null for long polling, and when the libraries no longer expose the stream. */
function getTcpStream(transport: object): Duplex | null {
  const stream = (transport as WebSocketTransport).socket?._socket
  return typeof stream?.cork === 'function' && typeof stream.uncork === 'function' ? (stream as Duplex) : null
}

/**
 * Sends all frames that one turn of the event loop writes to a connection in one system call, which costs more than
 * encoding a frame. Without access to the stream each frame is written separately.
 */
export function coalesceWrites(engine: Pick<Server['engine'], 'on'>): void {
  let corked: Duplex[] = []
  const release = () => {
    const streams = corked
    corked = []
    for (const stream of streams) stream.uncork()
  }
  engine.on('flush', ({ transport }: { transport: object }) => {
    const stream = getTcpStream(transport)
    if (!stream) return
    stream.cork()
    if (corked.push(stream) === 1) process.nextTick(release)
  })
}

/**
 * Destroys the connection without the closing handshake, which takes 30 s when the client does not read. Without access
 * to the WebSocket the connection ends after that time.
 */
export function terminateTransport(transport: object): void {
  ;(transport as WebSocketTransport).socket?.terminate?.()
}
