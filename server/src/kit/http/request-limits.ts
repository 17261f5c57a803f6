import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { systemTimers, type Timers } from '../process/timers.ts'

export type RequestLimits = {
  /** How long the header may take, including the time before its first byte. */
  headersMs: number
  /** A body must bring at least `minBytes` in each interval until it is complete. */
  bodyIntervalMs: number
  minBytes: number
  /** How long header and body together may take. */
  totalMs: number
  /** How often Node.js looks for connections beyond `headersMs` and `totalMs`. */
  checkIntervalMs: number
}

/** 1 kB/s is below the slowest mobile networks. The largest upload fits into the total time at 6 kB/s. */
export const requestLimits: RequestLimits = {
  headersMs: 30_000,
  bodyIntervalMs: 30_000,
  minBytes: 30_000,
  totalMs: 30 * 60_000,
  checkIntervalMs: 1000,
}

/** The options with which Node.js enforces the limits of header and total time. */
export function toServerOptions({ headersMs, totalMs, checkIntervalMs }: RequestLimits) {
  return {
    requestTimeout: totalMs,
    http: {
      headersTimeout: headersMs,
      requestTimeout: totalMs,
      connectionsCheckingInterval: checkIntervalMs,
    },
  }
}

/** Closes connections whose request body does not arrive, which Node.js has no limit for. */
export function limitRequestBodies(
  server: Server,
  limits: RequestLimits = requestLimits,
  timers: Timers = systemTimers,
): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket, headers } = request
    if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return
    let bytesBefore = socket.bytesRead
    const check = () => {
      if (request.complete) return
      const bytes = socket.bytesRead - bytesBefore
      bytesBefore = socket.bytesRead
      // A request that has been answered, for example with 401, is not worth waiting for.
      if (bytes < limits.minBytes || response.writableEnded) cut()
      else cancel = timers.start(check, limits.bodyIntervalMs)
    }
    let cancel = timers.start(check, limits.bodyIntervalMs)
    const cut = () => {
      if (response.headersSent) socket.destroy()
      else server.emit('clientError', new RequestTimeoutError(), socket)
    }
    request.once('close', () => cancel())
  })
}

/** The error that Node.js reports for its own limits, and Fastify answers with 408. */
class RequestTimeoutError extends Error {
  code = 'ERR_HTTP_REQUEST_TIMEOUT'
}
