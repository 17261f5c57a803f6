import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ScriptedAnswer = { status?: number; headers?: Record<string, string>; body?: string | Buffer }
/** A response, or a function that may write one later or never. */
type Script = ScriptedAnswer | ((request: IncomingMessage, response: ServerResponse) => void)

/** A website with a response for each path, set by the test. Other paths return 404. */
export type ScriptedSite = {
  origin: string
  host: string
  /** Every request in the order of arrival: its host name, its path, and whether it was conditional. */
  requests: { host: string; path: string; isConditional: boolean }[]
  set(path: string, script: Script): void
  remove(path: string): void
  close(): void
}

export async function createScriptedSite(scripts: Record<string, Script> = {}): Promise<ScriptedSite> {
  const answers = new Map(Object.entries(scripts))
  const requests: ScriptedSite['requests'] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const [host = ''] = (request.headers.host ?? '').split(':')
    requests.push({ host, path, isConditional: request.headers['if-none-match'] !== undefined })
    const script = answers.get(path) ?? { status: 404 }
    if (typeof script === 'function') script(request, response)
    else sendAnswer(request, response, script)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin: `http://${host}`,
    host,
    requests,
    set: (path, script) => void answers.set(path, script),
    remove: (path) => void answers.delete(path),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Sends an answer with an entity tag, or 304 to a conditional request with the same tag. Returns the status. */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status = 200, headers = {}, body = '' }: ScriptedAnswer,
): number {
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`
  const isUnchanged = status === 200 && request.headers['if-none-match'] === etag
  response.writeHead(isUnchanged ? 304 : status, {
    'content-type': 'text/html; charset=utf-8',
    ...(status === 200 ? { etag } : {}),
    ...headers,
  })
  response.end(isUnchanged ? undefined : body)
  return isUnchanged ? 304 : status
}

/** A page with this text and links. */
export function scriptedPage(text: string, links: string[] = [], head = ''): ScriptedAnswer {
  const list = links.map((href) => `<li><a href="${href}">Read more</a></li>`).join('')
  return {
    body: `<!doctype html><html lang="en"><head><title>${text}</title>${head}</head><body><main><h1>${text}</h1><p>This page is about ${text}.</p><ul>${list}</ul></main></body></html>`,
  }
}
