import type { Namespace, Socket } from 'socket.io'
import type { Log } from '../observability/log.ts'

/**
 * Authenticates the sockets of a namespace. A refused client does not reconnect. When `authenticate` fails, the connection is
 * closed instead, so that the client tries again.
 */
export function authenticateSockets<Identity>(
  namespace: Namespace,
  authenticate: (socket: Socket) => Promise<Identity | null>,
  accept: (socket: Socket, identity: Identity) => void,
  { refusal, log }: { refusal: string; log: Log },
): void {
  namespace.use(async (socket, next) => {
    try {
      const identity = await authenticate(socket)
      if (!identity) return next(new Error(refusal))
      accept(socket, identity)
      next()
    } catch (error) {
      log.warn({ err: error }, 'failed to authenticate a socket')
      socket.conn.close()
      next(error as Error)
    }
  })
}
