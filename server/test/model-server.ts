import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, onTestFinished } from 'vitest'

export type Asked = {
  messages: { role: string; content: string }[]
  model: string
  authorization: string | undefined
  /** The whole request body. */
  body: Record<string, unknown>
}
export type Answer = {
  status?: number
  headers?: Record<string, string>
  /** Streamed if the request asks for a stream. */
  text?: string
  pieces?: string[]
  /** Sent before the pieces, in `reasoning_content`. */
  reasoning?: string[]
  /** The finish reason; `stop` by default. */
  finish?: string
  /** Time between two pieces. */
  pieceIntervalMs?: number
  /** Time before the response starts. */
  afterMs?: number
  /** The response body, independent of the request. */
  raw?: string
  /** Closes the connection after this many bytes of a stream. */
  cutAfter?: number
  /** Ends the stream after its pieces without a finish reason. */
  isUnfinished?: boolean
  /** Sends the pieces and never ends the response. */
  hangs?: boolean
}
export type Script = (asked: Asked, count: number) => Answer | Promise<Answer>
/** Registers a cleanup function for the end of the test or of the file. */
type OnClose = (close: () => void) => void
type Embed = (text: string) => number[] | Promise<number[]>

/**
 * Starts an OpenAI-compatible server that returns scripted responses and records the requests. `abortedCount` returns the number
 * of requests that the client aborted before the end of the response.
 */
export async function modelServer(
  script: Script,
  embed?: Embed,
  onClose: OnClose = onTestFinished,
): Promise<{ baseUrl: string; asked: Asked[]; embedded: string[]; abortedCount: () => number }> {
  const asked: Asked[] = []
  const embedded: string[] = []
  let abortedCount = 0
  const server = createServer((request, response) => {
    let body = ''
    response.on('close', () => {
      if (!response.writableFinished) abortedCount++
    })
    request.on('data', (part) => {
      body += part
    })
    request.on('end', async () => {
      if (request.method === 'HEAD') return void response.end()
      const parsed = JSON.parse(body)
      const { messages, model, stream, input } = parsed
      if (request.url?.endsWith('/embeddings')) {
        embedded.push(...input)
        const vectors = await Promise.all((input as string[]).map((text) => embed?.(text) ?? [1, 0]))
        const data = vectors.map((embedding, index) => ({ index, embedding }))
        response.writeHead(embed ? 200 : 404, { 'content-type': 'application/json' })
        response.end(
          JSON.stringify({ object: 'list', model, data, usage: { prompt_tokens: 1, total_tokens: 1 } }),
        )
        return
      }
      asked.push({ messages, model, authorization: request.headers.authorization, body: parsed })
      const answer = await script(asked.at(-1) as Asked, asked.length)
      const isStream = stream === true && answer.raw === undefined && (answer.status ?? 200) === 200
      setTimeout(
        () => (isStream ? respondWithStream(response, model, answer) : respond(response, model, answer)),
        answer.afterMs ?? 0,
      )
    })
  })
  return { baseUrl: `${await listen(server, onClose)}/v1`, asked, embedded, abortedCount: () => abortedCount }
}

/** Starts one model server for all tests of a file. `use` replaces the script and returns the list of the requests that follow. */
export async function sharedModelServer(embed?: Embed) {
  let script: Script = () => ({})
  const model = await modelServer((asked) => script(asked, 0), embed, afterAll)
  return {
    ...model,
    use(next: Script): Asked[] {
      const asked: Asked[] = []
      script = (request) => next(request, asked.push(request))
      return asked
    },
  }
}

function respond(
  response: ServerResponse,
  model: string,
  { status = 200, headers, raw, finish = 'stop', ...answer }: Answer,
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  const content = answer.text ?? answer.pieces?.join('') ?? ''
  response.end(
    raw ??
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model,
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
  )
}

async function respondWithStream(response: ServerResponse, model: string, answer: Answer): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', ...answer.headers })
  const frame = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
  const frames = [
    ...(answer.reasoning ?? []).map((reasoning_content) =>
      frame({ role: 'assistant', reasoning_content }, null),
    ),
    ...(answer.pieces ?? [answer.text ?? '']).map((content) => frame({ role: 'assistant', content }, null)),
  ]
  if (answer.cutAfter !== undefined) {
    response.write(Buffer.from(frames.join('')).subarray(0, answer.cutAfter), () => response.destroy())
    return
  }
  for (const one of frames) {
    response.write(one)
    if (answer.pieceIntervalMs) await new Promise((resolve) => setTimeout(resolve, answer.pieceIntervalMs))
  }
  if (answer.hangs) return
  if (!answer.isUnfinished) response.write(`${frame({}, answer.finish ?? 'stop')}data: [DONE]\n\n`)
  response.end()
}

/** Starts a website whose responses are given by path. */
export async function website(
  pages: Record<string, { status?: number; type?: string; body?: string | Buffer; location?: string }>,
): Promise<string> {
  const server = createServer((request, response) => {
    const page = pages[request.url ?? ''] ?? { status: 404, body: 'not there' }
    response.writeHead(page.status ?? 200, {
      'content-type': page.type ?? 'text/html; charset=utf-8',
      ...(page.location ? { location: page.location } : {}),
    })
    response.end(page.body ?? '')
  })
  return listen(server, onTestFinished)
}

async function listen(server: Server, onClose: OnClose): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onClose(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
