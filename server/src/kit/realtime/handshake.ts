import type { IncomingMessage } from 'node:http'
import type { Hosts } from '../http/hosts.ts'
import type { Log } from '../observability/log.ts'

const logIntervalMs = 60_000

/** Headers of HTTP responses to sockets, which are data for scripts of our own pages. */
export function createSocketHeaders(publicUrl: string): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    ...(publicUrl.startsWith('https:')
      ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
      : {}),
  }
}

/**
 * Returns why a handshake is refused, or null. Browsers name the page that connects in `Origin`: another website's is refused.
 * Other clients send none, and their token decides.
 */
export function createHandshakeCheck({ isOwnOrigin }: Pick<Hosts, 'isOwnOrigin'>, log: Log) {
  let loggedAt = Number.NEGATIVE_INFINITY

  /** A wrong PUBLIC_URL, or a proxy that replaces Host, has this effect too, and is found by the log. */
  function logRefusal({ headers: { origin, host } }: IncomingMessage): void {
    if (performance.now() - loggedAt < logIntervalMs) return
    loggedAt = performance.now()
    log.warn(
      { origin, host },
      'refused a socket: its page has neither the origin of PUBLIC_URL nor the requested host',
    )
  }

  return (request: IncomingMessage): string | null => {
    const { headers, socket, url } = request
    // A script element of any website can read JSONP.
    if (new URLSearchParams(url?.split('?')[1]).has('j')) return 'JSONP is not supported'
    if (headers.origin === undefined) return null
    if (isOwnOrigin(headers.origin, { headers, address: socket.remoteAddress })) return null
    logRefusal(request)
    return 'Origin not allowed'
  }
}
