import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import { SettingsError } from '../process/settings.ts'

/** The client's address of a socket, resolved as for HTTP: only trusted proxies may forward one. */
export type ClientAddress = (handshake: { address: string; headers: IncomingHttpHeaders }) => string

/** @throws SettingsError for invalid addresses, and for ranges that include every address */
export function createClientAddress(trustProxy: string[]): ClientAddress {
  const trust = compileTrust(trustProxy)
  return ({ address, headers }) =>
    proxyAddress({ socket: { remoteAddress: address }, headers } as IncomingMessage, trust)
}

/** Whether a request that arrives from this address was sent by one of the operator's own proxies. */
export function createProxyTrust(trustProxy: string[]): (address: string | undefined) => boolean {
  const trust = compileTrust(trustProxy)
  return (address) => address !== undefined && trust(address, 0)
}

function compileTrust(trustProxy: string[]) {
  try {
    return proxyAddress.compile(trustProxy)
  } catch {
    throw new SettingsError(
      `TRUST_PROXY must list addresses or CIDRs of your own proxies, like 127.0.0.1 or 10.0.0.0/8, not "${trustProxy.join(', ')}".`,
    )
  }
}
