import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const longestMs = 6000
const lookEveryMs = 100

/**
 * Lets a server end: what was asked is answered, for 6 s at most. A connection on which nothing was asked yet would
 * hold it up as long as a slow request may, so it is cut at once; one that is kept alive after its answer, when that
 * has gone out. Answers a timer to be cleared once the server has closed.
 */
export function createDrain(server: Server): () => NodeJS.Timeout {
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  for (const asked of ['request', 'upgrade'] as const) {
    server.on(asked, ({ socket }: { socket: Socket }) => void silent.delete(socket))
  }
  return () => {
    for (const socket of silent) socket.destroy()
    const begun = performance.now()
    return setInterval(() => {
      if (performance.now() - begun > longestMs) server.closeAllConnections()
      else server.closeIdleConnections()
    }, lookEveryMs)
  }
}
