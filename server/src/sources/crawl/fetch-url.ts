import { readFailures } from '@aichat/contracts/ai/read-failures'
import type { App } from '../../app.ts'
import { readBytes, readText } from '../../kit/http/fetch-page.ts'
import { describeFetchError, refusePage } from '../../kit/http/public-web.ts'
import { robotName } from './robot-name.ts'

const userAgent = `${robotName}/1.0 (website import)`
const maxBytes = 10_000_000
/** What follows in a robots.txt is ignored, as RFC 9309 permits. */
const maxRobotsBytes = 500_000
const pageTypes = ['text/html', 'application/xhtml+xml', 'text/plain']

/** What a conditional request depends on. */
export type Validators = { etag: string | null; lastModified: string | null }

export type FetchedContent = Validators & {
  kind: 'content'
  type: string
  text: string
  /** Of content that is not text: a PDF or a compressed sitemap. */
  bytes?: Uint8Array
  robotsTag: string
}
export type Fetched =
  | FetchedContent
  | { kind: 'not-modified' }
  /** The target is null when the website names an address that is not valid. */
  | { kind: 'redirect'; target: string | null; isPermanent: boolean }
  | { kind: 'status'; status: number; retryAfterSeconds: number | null }
  | { kind: 'other-type' }

/** A sitemap and robots.txt are of any media type. */
type Kind = 'page' | 'sitemap' | 'robots'

/**
 * Requests one address of an untrusted website, without following redirects: the caller decides on each.
 * @throws Refusal with a message that gives the reason
 */
export async function fetchUrl(
  { publicWeb }: Pick<App, 'publicWeb'>,
  address: string,
  kind: Kind,
  { etag, lastModified }: Validators = { etag: null, lastModified: null },
): Promise<Fetched> {
  const target = await publicWeb.check(address)
  const response = await publicWeb.request(
    target,
    {
      headers: {
        'user-agent': userAgent,
        accept:
          kind === 'page'
            ? 'text/html, text/plain, application/pdf'
            : 'application/xml, text/xml, text/plain',
        ...(etag ? { 'if-none-match': etag } : {}),
        ...(lastModified ? { 'if-modified-since': lastModified } : {}),
      },
    },
    {
      headersMs: publicWeb.pageLimits.headersMs,
      maxBytes,
      deadline: AbortSignal.timeout(publicWeb.pageLimits.totalMs),
    },
  )
  const { status, headers } = response
  const location = headers.get('location')
  if (response.ok) return readContent(response, kind)
  await response.body?.cancel()
  if (status === 304) return { kind: 'not-modified' }
  if (status >= 300 && status < 400 && location) {
    const redirect = URL.canParse(location, target.url) ? new URL(location, target.url).href : null
    return { kind: 'redirect', target: redirect, isPermanent: status === 301 || status === 308 }
  }
  return { kind: 'status', status, retryAfterSeconds: parseRetryAfter(headers.get('retry-after')) }
}

type Response = Awaited<ReturnType<App['publicWeb']['request']>>

async function readContent(response: Response, kind: Kind): Promise<Fetched> {
  const { headers } = response
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const content = {
    kind: 'content' as const,
    type,
    etag: limitLength(headers.get('etag')),
    lastModified: limitLength(headers.get('last-modified')),
    robotsTag: headers.get('x-robots-tag') ?? '',
  }
  if (kind === 'robots') return { ...content, text: '', bytes: await readStart(response, maxRobotsBytes) }
  if (kind === 'sitemap') {
    const bytes = await readBytes(response, maxBytes, readFailures.fileTooLarge)
    return { ...content, text: '', bytes }
  }
  if (type === 'application/pdf') {
    const bytes = await readBytes(response, maxBytes, readFailures.pdfTooLarge)
    return { ...content, text: '', bytes }
  }
  if (pageTypes.includes(type)) return { ...content, text: await readText(response) }
  await response.body?.cancel()
  return { kind: 'other-type' }
}

/** Reads the first bytes of a response, and cancels the rest. */
async function readStart(response: Response, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const part of response.body ?? []) {
      parts.push(part)
      bytes += part.byteLength
      if (bytes >= maxBytes) break
    }
  } catch (error) {
    return refusePage(describeFetchError(error))
  }
  return new Uint8Array(Buffer.concat(parts)).subarray(0, maxBytes)
}

function limitLength(value: string | null): string | null {
  return value && value.length <= 500 ? value : null
}

/** Seconds, or a date in the future; null when it is missing or invalid. */
export function parseRetryAfter(value: string | null, now = Date.now()): number | null {
  if (!value) return null
  if (/^\d{1,6}$/.test(value.trim())) return Number(value)
  const time = Date.parse(value)
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - now) / 1000))
}
