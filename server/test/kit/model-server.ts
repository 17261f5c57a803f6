import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, onTestFinished } from 'vitest'

export type Asked = {
  messages: { role: string; content: string }[]
  model: string
  authorization: string | undefined
  /** The key of a request to Anthropic's API. */
  anthropicKey: string | undefined
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
  /** The tokens that the server reports; a streamed answer reports none by default. */
  usage?: { input: number; output: number }
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

/** What the server lists at GET /models. */
export const listedModels = ['large', 'small']

/**
 * Starts a server with the chat APIs of OpenAI and Anthropic that returns scripted responses and records the requests. `abortedCount` returns the number
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
      if (request.method === 'GET') return void respondWithModels(request, response)
      const parsed = JSON.parse(body)
      const { model, stream, input } = parsed
      const isAnthropic = request.url?.endsWith('/messages') ?? false
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
      const { authorization, 'x-api-key': key } = request.headers
      const anthropicKey = typeof key === 'string' ? key : undefined
      const messages = isAnthropic ? readAnthropicMessages(parsed) : parsed.messages
      asked.push({ messages, model, authorization, anthropicKey, body: parsed })
      const answer = await script(asked.at(-1) as Asked, asked.length)
      const isStream = stream === true && answer.raw === undefined && (answer.status ?? 200) === 200
      const format = isAnthropic ? anthropicFormat : openaiFormat
      const send = () =>
        isStream
          ? respondWithStream(response, model, answer, format)
          : respond(response, model, answer, format)
      setTimeout(send, answer.afterMs ?? 0)
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

function respondWithModels({ url }: IncomingMessage, response: ServerResponse): void {
  const isFound = /\/v1\/models(\?|$)/.test(url ?? '')
  response.writeHead(isFound ? 200 : 404, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ object: 'list', data: listedModels.map((id) => ({ id, object: 'model' })) }))
}

type Frame = { event?: string; data: unknown }
type Format = {
  document(model: string, content: string, answer: Answer): object
  /** The frames of a stream, without its end. */
  pieces(model: string, answer: Answer): Frame[]
  end(model: string, answer: Answer): Frame[]
}

const openaiFormat: Format = {
  document: (model, content, { finish = 'stop', usage = { input: 1, output: 1 } }) => ({
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
    usage: toOpenaiUsage(usage),
  }),
  pieces: (model, { reasoning = [], pieces, text = '' }) => [
    ...reasoning.map((reasoning_content) => toChunk(model, { role: 'assistant', reasoning_content }, null)),
    ...(pieces ?? [text]).map((content) => toChunk(model, { role: 'assistant', content }, null)),
  ],
  end: (model, { finish = 'stop', usage }) => [
    toChunk(model, {}, finish),
    ...(usage ? [{ data: { id: 'x', created: 1, model, choices: [], usage: toOpenaiUsage(usage) } }] : []),
    { data: '[DONE]' },
  ],
}

function toChunk(model: string, delta: object, finish: string | null): Frame {
  const choices = [{ index: 0, delta, finish_reason: finish }]
  return { data: { id: 'x', object: 'chat.completion.chunk', created: 1, model, choices } }
}

function toOpenaiUsage({ input, output }: { input: number; output: number }) {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}

const anthropicFormat: Format = {
  document: (model, text, { finish = 'stop', usage = { input: 1, output: 1 } }) => ({
    ...toAnthropicMessage(model, usage.input),
    content: [{ type: 'text', text }],
    stop_reason: toStopReason(finish),
    usage: { input_tokens: usage.input, output_tokens: usage.output },
  }),
  pieces: (model, { pieces, text = '', usage = { input: 1, output: 1 } }) =>
    [
      { type: 'message_start', message: toAnthropicMessage(model, usage.input) },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      ...(pieces ?? [text]).map((piece) => ({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text: piece },
      })),
    ].map(toEvent),
  end: (_, { finish = 'stop', usage = { input: 1, output: 1 } }) =>
    [
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: toStopReason(finish), stop_sequence: null },
        usage: { output_tokens: usage.output },
      },
      { type: 'message_stop' },
    ].map(toEvent),
}

function toAnthropicMessage(model: string, inputTokens: number) {
  const usage = { input_tokens: inputTokens, output_tokens: 1 }
  return { id: 'x', type: 'message', role: 'assistant', model, content: [], stop_reason: null, usage }
}

function toStopReason(finish: string): string {
  return finish === 'stop' ? 'end_turn' : finish === 'length' ? 'max_tokens' : finish
}

function toEvent(data: { type: string }): Frame {
  return { event: data.type, data }
}

/** The system prompt is a message, as in OpenAI's API. */
function readAnthropicMessages(body: {
  system?: { text: string }[]
  messages: { role: string; content: { text: string }[] }[]
}): Asked['messages'] {
  const join = (parts: { text: string }[]) => parts.map(({ text }) => text).join('\n')
  return [
    { role: 'system', content: join(body.system ?? []) },
    ...body.messages.map(({ role, content }) => ({ role, content: join(content) })),
  ]
}

function respond(response: ServerResponse, model: string, answer: Answer, format: Format): void {
  const { status = 200, headers, raw } = answer
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  const content = answer.text ?? answer.pieces?.join('') ?? ''
  response.end(raw ?? JSON.stringify(format.document(model, content, answer)))
}

async function respondWithStream(
  response: ServerResponse,
  model: string,
  answer: Answer,
  format: Format,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', ...answer.headers })
  const frames = format.pieces(model, answer).map(toText)
  if (answer.cutAfter !== undefined) {
    response.write(Buffer.from(frames.join('')).subarray(0, answer.cutAfter), () => response.destroy())
    return
  }
  for (const one of frames) {
    response.write(one)
    if (answer.pieceIntervalMs) await new Promise((resolve) => setTimeout(resolve, answer.pieceIntervalMs))
  }
  if (answer.hangs) return
  if (!answer.isUnfinished) response.write(format.end(model, answer).map(toText).join(''))
  response.end()
}

function toText({ event, data }: Frame): string {
  const payload = typeof data === 'string' ? data : JSON.stringify(data)
  return `${event ? `event: ${event}\n` : ''}data: ${payload}\n\n`
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
