import type { Server } from 'socket.io'
import type { Metrics } from '../process/metrics.ts'

/** So much may wait behind what is being sent to one connection. What was missed is asked for by whoever comes back. */
const mostWaitingBytes = 1_000_000

/** What Engine.IO has of a connection, as far as it matters here. */
type Connection = {
  on(event: 'packetCreate', listener: (packet: { data?: string | Buffer }) => void): void
  on(event: 'flush', listener: () => void): void
  close(discard: boolean): void
  /** Only that of a WebSocket has a socket. */
  transport: { socket?: { terminate(): void } }
}

/** Cuts whoever has stopped to read, before what is sent to them fills our memory. */
export function disconnectSlowConsumers(engine: Server['engine'], metrics: Pick<Metrics, 'unread'>): void {
  engine.on('connection', (connection: Connection) => {
    let waiting = 0
    connection.on('flush', () => {
      waiting = 0
    })
    connection.on('packetCreate', ({ data }) => {
      // A single answer may be larger: only what comes behind it is too much.
      if (waiting > mostWaitingBytes) {
        metrics.unread()
        connection.close(true)
        // It would wait half a minute for a farewell that nobody reads.
        connection.transport.socket?.terminate()
        return
      }
      waiting += data?.length ?? 0
    })
  })
}
