import { cannot, createPublicWeb, type PublicWeb, reasonOf } from './public-web.ts'

/** A page as it came: what it finally was called, its type without parameters, and its text. */
export type Page = { url: string; type: string; text: string }
export type FetchPage = (url: string) => Promise<Page>

const most = { hops: 5, bytes: 5_000_000, headersMs: 5000, totalMs: 15_000 }

/**
 * Fetches a public web page for somebody who is not trusted; where it redirects to is checked anew.
 * @throws Refusal with a sentence that says why
 */
export function createFetchPage(allow: string[], ownHosts: string[]): FetchPage {
  const web = createPublicWeb(allow, ownHosts)
  return async (address) => {
    const deadline = AbortSignal.timeout(most.totalMs)
    let url = address
    for (let hop = 0; hop <= most.hops; hop++) {
      const target = await web.check(url)
      const response = await web.request(
        target,
        { headers: { 'user-agent': 'AIChatPlatform/1.0 (page import)', accept: 'text/html, text/plain' } },
        { headersMs: most.headersMs, mostBytes: most.bytes, deadline },
      )
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

type Response = Awaited<ReturnType<PublicWeb['request']>>

async function readText(response: Response): Promise<string> {
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
