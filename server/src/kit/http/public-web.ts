import { lookup as resolve } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, fetch, type RequestInit } from 'undici'
import { Refusal } from './refusal.ts'

/** An address that may be reached: what it was found to be is what is connected to. */
type Target = { url: URL; address: string }

type Response = Awaited<ReturnType<typeof fetch>>
type Sending = Pick<RequestInit, 'method' | 'headers' | 'body'>
type Patience = { headersMs: number; mostBytes: number; deadline: AbortSignal }

export type PublicWeb = {
  /** @throws Refusal with a sentence that says why the address is not to be reached */
  check(address: string): Promise<Target>
  /**
   * One request, no redirect followed; the connection ends with the answer's body.
   * @throws Refusal with a sentence where nothing was answered
   */
  request(target: Target, sending: Sending, patience: Patience): Promise<Response>
}

/**
 * The web as far as somebody who is not trusted may name its addresses: only http and https on their usual ports, only
 * public addresses. `allow` lists host:port pairs that may be reached although they are private.
 */
export function createPublicWeb(allow: string[], ownHosts: string[]): PublicWeb {
  return { check: (address) => check(address, allow, ownHosts), request }
}

async function check(text: string, allow: string[], ownHosts: string[]): Promise<Target> {
  const url = parse(text)
  if (url.username || url.password) cannot('The address must not contain a name or password.')
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isAllowed = allow.includes(`${host}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`)
  if (!isAllowed && url.port !== '') cannot('Only the usual web ports can be read.')
  if (!isAllowed && ownHosts.includes(host)) cannot('This installation does not read its own pages.')
  const addresses = isIP(host) ? [host] : await addressesOf(host)
  if (!isAllowed && !addresses.every(isPublic)) cannot('The address is not on the public web.')
  return { url, address: addresses[0] as string }
}

function parse(text: string): URL {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return cannot('That is not a web address.')
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    cannot('Only http and https addresses can be read.')
  return url
}

async function addressesOf(host: string): Promise<string[]> {
  const found = await resolve(host, { all: true }).catch(() => [])
  if (found.length === 0) cannot('The website could not be found.')
  return found.map((entry) => entry.address)
}

const alsoPrivate = [
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
  return !alsoPrivate.some((block) => {
    const [network, bits] = ipaddr.parseCIDR(block)
    return network.kind() === address.kind() && address.match([network, bits] as never)
  })
}

/** Connects to the address that was checked, whatever the name would resolve to a moment later. */
async function request(
  { url, address }: Target,
  sending: Sending,
  { headersMs, mostBytes, deadline }: Patience,
): Promise<Response> {
  const family = isIP(address)
  const agent = new Agent({
    connect: {
      timeout: 5000,
      lookup: (_host, options, done) =>
        options.all ? done(null, [{ address, family }]) : done(null, address, family),
    },
    headersTimeout: headersMs,
    bodyTimeout: headersMs,
    maxResponseSize: mostBytes,
  })
  try {
    return await fetch(url, { ...sending, dispatcher: agent, redirect: 'manual', signal: deadline })
  } catch (error) {
    return cannot(reasonOf(error))
  } finally {
    // Closes once the answer has been read or given up.
    agent.close().catch(() => {})
  }
}

export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = (cause as { code?: string }).code ?? ''
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'The page is too large (5 MB at most).'
  if (/TIMEOUT|Timeout|ABORT/i.test(`${code} ${(cause as Error).name}`))
    return 'The website took too long to answer.'
  return 'The website could not be reached.'
}

export function cannot(sentence: string): never {
  throw new Refusal(400, sentence, 'page_not_read')
}
