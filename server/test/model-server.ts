import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Asked = {
  messages: { role: string; content: string }[]
  model: string
  authorization: string | undefined
}
type Script = (
  asked: Asked,
  count: number,
) => { status?: number; text?: string; afterMs?: number; raw?: string }

/** An OpenAI-compatible server that says what a test tells it to, and remembers what it was asked. */
export async function modelServer(script: Script): Promise<{ baseUrl: string; asked: Asked[] }> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const { messages, model } = JSON.parse(body)
      asked.push({ messages, model, authorization: request.headers.authorization })
      const { status = 200, text = '', afterMs = 0, raw } = script(asked.at(-1) as Asked, asked.length)
      setTimeout(() => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(
          raw ??
            JSON.stringify({
              id: 'x',
              object: 'chat.completion',
              created: 1,
              model,
              choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
              usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
            }),
        )
      }, afterMs)
    })
  })
  return { baseUrl: `${await listening(server)}/v1`, asked }
}

/** A website for page import: paths to what they answer. */
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
  return listening(server)
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
