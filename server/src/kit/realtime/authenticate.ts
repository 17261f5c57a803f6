import type { Namespace, Socket } from 'socket.io'
import type { Log } from '../process/log.ts'

/**
 * Lets in whoever `prove` knows, and refuses whom it does not: for good, as clients take it. When it fails, nobody knows:
 * the link is cut, and the client tries again by itself.
 */
export function authenticateSockets<Proven>(
  namespace: Namespace,
  prove: (socket: Socket) => Promise<Proven | null>,
  keep: (socket: Socket, proven: Proven) => void,
  { refusal, log }: { refusal: string; log: Log },
): void {
  namespace.use(async (socket, next) => {
    try {
      const proven = await prove(socket)
      if (!proven) return next(new Error(refusal))
      keep(socket, proven)
      next()
    } catch (error) {
      log.warn({ err: error }, 'nobody could tell who connects')
      socket.conn.close()
      next(error as Error)
    }
  })
}
