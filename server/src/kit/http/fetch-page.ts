import { readFailures } from '@aichat/contracts/ai/read-failures'
import { findDeclaredCharset } from './html-charset.ts'
import { describeFetchError, type PublicWeb, refusePage } from './public-web.ts'

/** A fetched page: its URL after redirects, its media type without parameters, and its text. A PDF has bytes instead of text. */
export type Page = { url: string; type: string; text: string; bytes?: Uint8Array }
export type FetchPage = (url: string) => Promise<Page>

const limits = {
  maxRedirects: 5,
  maxBytes: 5_000_000,
  maxPdfBytes: 10_000_000,
}

/**
 * Fetches a public web page from an untrusted URL. The target of each redirect is checked again.
 * @throws Refusal with a message that gives the reason
 */
export function createFetchPage(web: PublicWeb): FetchPage {
  const { headersMs, totalMs } = web.pageLimits
  return async (address) => {
    const deadline = AbortSignal.timeout(totalMs)
    let url = address
    for (let redirects = 0; redirects <= limits.maxRedirects; redirects++) {
      const target = await web.check(url)
      const response = await web.request(
        target,
        {
          headers: {
            'user-agent': 'AIChatPlatform/1.0 (page import)',
            accept: 'text/html, text/plain, application/pdf',
          },
        },
        { headersMs, maxBytes: limits.maxPdfBytes, deadline },
      )
      const location = response.headers.get('location')
      if (response.status >= 300 && response.status < 400 && location) {
        await response.body?.cancel()
        url = resolveRedirect(location, target.url)
        continue
      }
      if (!response.ok) {
        await response.body?.cancel()
        refusePage(readFailures.status(response.status))
      }
      const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
      if (type === 'application/pdf') {
        const bytes = await readBytes(response, limits.maxPdfBytes, readFailures.pdfTooLarge)
        return { url: target.url.href, type, text: '', bytes }
      }
      if (!['text/html', 'application/xhtml+xml', 'text/plain'].includes(type)) {
        await response.body?.cancel()
        refusePage(readFailures.notAPage)
      }
      return { url: target.url.href, type, text: await readText(response) }
    }
    return refusePage(readFailures.tooManyRedirects)
  }
}

/** @throws Refusal for a location that is no address, such as `http://[` */
function resolveRedirect(location: string, base: URL): string {
  if (!URL.canParse(location, base)) refusePage(readFailures.invalidRedirect)
  return new URL(location, base).href
}

type Response = Awaited<ReturnType<PublicWeb['request']>>

export async function readText(response: Response): Promise<string> {
  const bytes = await readBytes(response, limits.maxBytes, readFailures.pageTooLarge)
  const charset = getCharset(response.headers.get('content-type')) ?? findDeclaredCharset(bytes) ?? 'utf-8'
  return new TextDecoder(charset).decode(bytes)
}

export async function readBytes(response: Response, maxBytes: number, tooLarge: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const part of response.body ?? []) {
      bytes += part.byteLength
      if (bytes > maxBytes) break
      parts.push(part)
    }
  } catch (error) {
    return refusePage(describeFetchError(error))
  }
  if (bytes > maxBytes) refusePage(tooLarge)
  return new Uint8Array(Buffer.concat(parts))
}

function getCharset(contentType: string | null): string | null {
  const label = /charset="?([\w-]+)/i.exec(contentType ?? '')?.[1]
  if (!label) return null
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}
