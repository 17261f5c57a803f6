import type { IncomingHttpHeaders } from 'node:http'
import type { Settings } from '../process/settings.ts'
import { createProxyTrust } from './client-address.ts'

/** A request or a handshake as it arrived, with the address of the peer that sent it. */
export type Received = { headers: IncomingHttpHeaders; address: string | undefined }

/** The addresses under which browsers reach this installation. */
export type Hosts = {
  names: string[]
  /** Whether a page of this origin is the product's own, for a request that this page has sent. */
  isOwnOrigin(origin: string, received: Received): boolean
  /** Whether a request was sent to the host of this name. */
  isSentTo(hostname: string, received: Received): boolean
}

export function createHosts(
  settings: Pick<Settings, 'publicUrl' | 'widgetUrl' | 'devConsoleUrl' | 'trustProxy'>,
): Hosts {
  const { publicUrl, widgetUrl, devConsoleUrl } = settings
  const isTrusted = createProxyTrust(settings.trustProxy)
  const origins = [publicUrl, widgetUrl, devConsoleUrl].flatMap((url) => (url ? [new URL(url).origin] : []))

  /** The host that the browser named: a trusted proxy may have replaced the header. */
  function getHost({ headers, address }: Received): string | undefined {
    const forwarded = headers['x-forwarded-host']
    if (typeof forwarded !== 'string' || !isTrusted(address)) return headers.host
    return forwarded.split(',').at(-1)?.trim()
  }

  return {
    names: [publicUrl, widgetUrl].flatMap((url) => (url ? [new URL(url).hostname] : [])),
    isOwnOrigin(origin, received) {
      if (origins.includes(origin)) return true
      const scheme = /^https?:\/\//.exec(origin)?.[0]
      const host = getHost(received)
      // Parsed, because only one of them may name the default port.
      return Boolean(scheme && host) && parseOrigin(`${scheme}${host}`) === parseOrigin(origin)
    },
    // Either header counts, so that a script cannot leave a restricted host by sending the other one.
    isSentTo: (hostname, received) =>
      [received.headers.host, getHost(received)].some(
        (host) => parseUrl(`http://${host}`)?.hostname === hostname,
      ),
  }
}

function parseOrigin(url: string): string | undefined {
  return parseUrl(url)?.origin
}

function parseUrl(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null
}
