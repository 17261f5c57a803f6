import { lookup as resolve } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, fetch } from 'undici'
import { Refusal } from './errors.ts'

/** A page as it came: what it finally was called, its type without parameters, and its text. */
export type Page = { url: string; type: string; text: string }
export type FetchPage = (url: string) => Promise<Page>

const most = { hops: 5, bytes: 5_000_000, headersMs: 5000, totalMs: 15_000 }

/**
 * Fetches a public web page for somebody who is not trusted: only http and https on their usual ports, only public
 * addresses (checked on the address that is then connected to), at every redirect anew.
 * `allow` lists host:port pairs that may be reached although they are private.
 * @throws Refusal with a sentence that says why
 */
export function createFetchPage(allow: string[], ownHosts: string[]): FetchPage {
  return async (address) => {
    const deadline = AbortSignal.timeout(most.totalMs)
    let url = address
    for (let hop = 0; hop <= most.hops; hop++) {
      const target = await check(url, allow, ownHosts)
      const response = await request(target, deadline)
      const location = response.headers.get('location')
      if (response.status >= 300 && response.status < 400 && location) {
        await response.body?.cancel()
        url = new URL(location, target.url).href
        continue
      }
      if (!response.ok) {
        await response.body?.cancel()
        cannot(`The page answered with status ${response.status}.`)
      }
      const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
      if (!['text/html', 'application/xhtml+xml', 'text/plain'].includes(type)) {
        await response.body?.cancel()
        cannot('The address does not lead to a web page.')
      }
      return { url: target.url.href, type, text: await readText(response) }
    }
    return cannot('The page redirects too often.')
  }
}

type Target = { url: URL; address: string }

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
async function request({ url, address }: Target, deadline: AbortSignal) {
  const family = isIP(address)
  const agent = new Agent({
    connect: {
      timeout: 5000,
      lookup: (_host, options, done) =>
        options.all ? done(null, [{ address, family }]) : done(null, address, family),
    },
    headersTimeout: most.headersMs,
    bodyTimeout: most.headersMs,
    maxResponseSize: most.bytes,
  })
  try {
    return await fetch(url, {
      dispatcher: agent,
      redirect: 'manual',
      signal: deadline,
      headers: { 'user-agent': 'AIChatPlatform/1.0 (page import)', accept: 'text/html, text/plain' },
    })
  } catch (error) {
    return cannot(reasonOf(error))
  }
}

async function readText(response: Awaited<ReturnType<typeof fetch>>): Promise<string> {
  const decoder = new TextDecoder(charsetOf(response.headers.get('content-type')))
  let text = ''
  let bytes = 0
  try {
    for await (const part of response.body ?? []) {
      bytes += part.byteLength
      if (bytes > most.bytes) break
      text += decoder.decode(part, { stream: true })
    }
  } catch (error) {
    return cannot(reasonOf(error))
  }
  if (bytes > most.bytes) cannot('The page is too large (5 MB at most).')
  return text + decoder.decode()
}

function charsetOf(contentType: string | null): string {
  const label = /charset="?([\w-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(label).encoding
  } catch {
    return 'utf-8'
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = (cause as { code?: string }).code ?? ''
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'The page is too large (5 MB at most).'
  if (/TIMEOUT|Timeout|ABORT/i.test(`${code} ${(cause as Error).name}`))
    return 'The website took too long to answer.'
  return 'The website could not be reached.'
}

function cannot(sentence: string): never {
  throw new Refusal(400, sentence, 'page_not_read')
}
