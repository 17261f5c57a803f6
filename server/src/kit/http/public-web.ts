import { lookup as resolve } from 'node:dns/promises'
import { isIP } from 'node:net'
import { readFailures } from '@aichat/contracts/ai/read-failures'
import ipaddr from 'ipaddr.js'
import { Agent, fetch, type RequestInit } from 'undici'
import { Refusal } from './refusal.ts'

/** A URL that passed the check, with the IP address that was checked and must be used for the connection. */
export type Target = { url: URL; address: string; isAllowed: boolean }

/** Why a URL may not be requested. */
export type AddressProblem =
  | 'invalid'
  | 'protocol'
  | 'credentials'
  | 'port'
  | 'own_host'
  | 'not_found'
  | 'private'

const pageSentences: Record<AddressProblem, string> = {
  invalid: readFailures.notAnAddress,
  protocol: readFailures.protocol,
  credentials: readFailures.credentials,
  port: readFailures.port,
  own_host: readFailures.ownHost,
  not_found: readFailures.siteNotFound,
  private: readFailures.notPublic,
}

type Response = Awaited<ReturnType<typeof fetch>>
type RequestOptions = Pick<RequestInit, 'method' | 'headers' | 'body'>
type RequestLimits = { headersMs: number; maxBytes: number; deadline: AbortSignal }

/** How long a website may take to answer and to send a page, redirects included. */
export type PageLimits = { headersMs: number; totalMs: number }
const defaultPageLimits: PageLimits = { headersMs: 5000, totalMs: 15_000 }

export type PublicWeb = {
  pageLimits: PageLimits
  /** @throws Refusal with a message that gives the reason why the URL may not be requested */
  check(address: string): Promise<Target>
  /** Like `check`, but returns the reason. `allowsPort` decides about other ports than the default ones. */
  inspect(address: string, allowsPort?: (port: number) => boolean): Promise<Target | AddressProblem>
  /**
   * Sends one request without following redirects. The connection closes after the response body.
   * @throws Refusal with a message when there is no response
   */
  request(target: Target, options: RequestOptions, limits: RequestLimits): Promise<Response>
}

/**
 * Requests to untrusted URLs, protected against server-side request forgery: only http and https on their default ports, and
 * only public addresses. `allow` lists host:port pairs that are permitted although they are private.
 */
export function createPublicWeb(
  allow: string[],
  ownHosts: string[],
  pageLimits: PageLimits = defaultPageLimits,
): PublicWeb {
  const inspect: PublicWeb['inspect'] = async (text, allowsPort = () => false) => {
    const url = URL.canParse(text) ? new URL(text) : null
    if (!url) return 'invalid'
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'protocol'
    if (url.username || url.password) return 'credentials'
    const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
    const isAllowed = allow.includes(`${host}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`)
    if (!isAllowed && url.port !== '' && !allowsPort(Number(url.port))) return 'port'
    if (!isAllowed && ownHosts.includes(host)) return 'own_host'
    const addresses = isIP(host) ? [host] : await resolveAddresses(host)
    const [address] = addresses
    if (!address) return 'not_found'
    return isAllowed || addresses.every(isPublic) ? { url, address, isAllowed } : 'private'
  }
  const check: PublicWeb['check'] = async (address) => {
    const found = await inspect(address)
    return typeof found === 'string' ? refusePage(pageSentences[found]) : found
  }
  return { pageLimits, check, inspect, request }
}

async function resolveAddresses(host: string): Promise<string[]> {
  const found = await resolve(host, { all: true }).catch(() => [])
  return found.map((entry) => entry.address)
}

const otherPrivateRanges = [
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2002::/16',
  '192.0.0.0/24',
]

export function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return !otherPrivateRanges.some((block) => {
    const [network, bits] = ipaddr.parseCIDR(block)
    return network.kind() === address.kind() && address.match([network, bits] as never)
  })
}

/** Connects to the checked address, so that a second DNS lookup cannot lead elsewhere (DNS rebinding). */
export function connectTo(address: string): Agent.Options['connect'] {
  const family = isIP(address)
  return {
    timeout: 5000,
    lookup: (_host, options, done) =>
      options.all ? done(null, [{ address, family }]) : done(null, address, family),
  }
}

async function request(
  { url, address }: Target,
  sending: RequestOptions,
  { headersMs, maxBytes, deadline }: RequestLimits,
): Promise<Response> {
  const agent = new Agent({
    connect: connectTo(address),
    headersTimeout: headersMs,
    bodyTimeout: headersMs,
    maxResponseSize: maxBytes,
  })
  try {
    return await fetch(url, { ...sending, dispatcher: agent, redirect: 'manual', signal: deadline })
  } catch (error) {
    return refusePage(describeFetchError(error), unreachableCode)
  } finally {
    // Closes after the response has been read or canceled.
    agent.close().catch(() => {})
  }
}

export function describeFetchError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = (cause as { code?: string }).code ?? ''
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return readFailures.pageTooLarge
  if (/TIMEOUT|Timeout|ABORT/i.test(`${code} ${(cause as Error).name}`)) return readFailures.siteTimeout
  return readFailures.siteUnreachable
}

/** The code of a failure that may be temporary: the website did not answer. */
export const unreachableCode = 'page_unreachable'

export function refusePage(sentence: string, code = 'page_not_read'): never {
  throw new Refusal(400, sentence, code)
}
