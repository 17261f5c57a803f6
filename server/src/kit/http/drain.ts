import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const maxDrainMs = 6000
const checkIntervalMs = 100

/**
 * Prepares a graceful shutdown: requests in progress are answered, for 6 s at most. Connections without a request are closed
 * immediately, because a server waits for them as long as for a slow request; kept-alive ones after their response.
 * @returns a function that starts to drain, and returns one that stops when the server has closed
 */
export function createDrain(server: Server): () => () => void {
  const unused = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  for (const event of ['request', 'upgrade'] as const) {
    server.on(event, ({ socket }: { socket: Socket }) => void unused.delete(socket))
  }
  return () => {
    for (const socket of unused) socket.destroy()
    const startedAt = performance.now()
    const timer = setInterval(() => {
      if (performance.now() - startedAt > maxDrainMs) server.closeAllConnections()
      else server.closeIdleConnections()
    }, checkIntervalMs)
    return () => clearInterval(timer)
  }
}
