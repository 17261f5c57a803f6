import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import { SettingsError } from '../process/settings.ts'

/** The real address of a socket's peer, by the rule that HTTP goes by: only our own proxies are believed. */
export type ClientAddress = (handshake: { address: string; headers: IncomingHttpHeaders }) => string

/** @throws SettingsError for what names no proxy, everybody among it */
export function createClientAddress(trustProxy: string[]): ClientAddress {
  const trust = trusted(trustProxy)
  return ({ address, headers }) =>
    proxyAddress({ socket: { remoteAddress: address }, headers } as IncomingMessage, trust)
}

function trusted(trustProxy: string[]) {
  try {
    return proxyAddress.compile(trustProxy)
  } catch {
    throw new SettingsError(
      `TRUST_PROXY must list addresses or CIDRs of your own proxies, like 127.0.0.1 or 10.0.0.0/8, not "${trustProxy.join(', ')}".`,
    )
  }
}
