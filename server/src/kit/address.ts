import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

/** The real address of a socket's peer, by the rule that HTTP goes by: only our own proxies are believed. */
export type AddressOf = (handshake: { address: string; headers: IncomingHttpHeaders }) => string

export function createAddressOf(trustProxy: string[]): AddressOf {
  const trust = proxyAddress.compile(trustProxy)
  return ({ address, headers }) =>
    proxyAddress({ socket: { remoteAddress: address }, headers } as IncomingMessage, trust)
}
