import type { Server } from 'socket.io'
import { terminateTransport } from '../drivers/socket-writes.ts'
import type { Metrics } from '../observability/metrics.ts'

/** The limit of data that waits behind the packet being sent to one connection. A client that reconnects syncs. */
const maxQueuedBytes = 1_000_000

/** The documented part of an Engine.IO connection that is used here. */
type Connection = {
  on(event: 'packetCreate', listener: (packet: { data?: string | Buffer }) => void): void
  on(event: 'flush', listener: () => void): void
  close(discard: boolean): void
  transport: object
}

/** Backpressure: closes connections whose client has stopped reading, before their send buffers fill the memory. */
export function disconnectSlowConsumers(
  engine: Server['engine'],
  metrics: Pick<Metrics, 'slowConsumer'>,
): void {
  engine.on('connection', (connection: Connection) => {
    let queuedBytes = 0
    connection.on('flush', () => {
      queuedBytes = 0
    })
    connection.on('packetCreate', ({ data }) => {
      // A single packet may be larger than the limit; it is exceeded by the one after it.
      if (queuedBytes > maxQueuedBytes) {
        metrics.slowConsumer()
        connection.close(true)
        terminateTransport(connection.transport)
        return
      }
      queuedBytes += data?.length ?? 0
    })
  })
}
