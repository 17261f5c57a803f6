import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startVisit } from '../server/src/ops/seed/api-client.ts'
import { connect } from '../server/test/kit/client.ts'
import { findFreePort } from '../server/test/kit/ports.ts'
import { createBenchDatabase } from './kit/database.ts'
import { median } from './kit/median.ts'
import { root, startNode, stopProcess, waitUntilReady } from './kit/processes.ts'
import { fetchData } from './kit/product.ts'

/**
 * How much later than the model itself the visitor reads the first checked sentence. A scripted model server writes the same
 * answer at the pace of a small model. Each round asks it directly, and then through the widget's channel: from the message that
 * is sent to the first text that arrives.
 */
const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '60' } } })
const rounds = Number(options.rounds)
const warmUpRounds = 5
const maxFactor = 1.3
const maxAddedMs = 50

const products = 'tent stove lamp rope boot jacket bottle map compass sled kayak paddle'.split(' ')

const firstTokenMs = 250
const tokenMs = 20
const firstSentence = 'Thanks for your question, here is what the pages of the shop say about it. [1]'
const tokens = `${firstSentence} The page has more on this, and the team can help with the rest. [1]`.split(
  /(?<= )/,
)

const model = createServer(answer)
const modelUrl = await listen(model)
const database = await createBenchDatabase(process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite')
const port = await findFreePort()
const url = `http://127.0.0.1:${port}`
const server = startNode(process.env.BENCH_SERVER || 'server/dist/main.js', {
  APP_SECRET: 'a secret that lives as long as one benchmark does',
  LIMIT_SCALE: '1000000',
  LOG_LEVEL: 'error',
  ...database.env,
  PORT: String(port),
  AI_BASE_URL: `${modelUrl}/v1`,
  AI_MODEL: 'scripted',
})
const direct: number[] = []
const through: number[] = []
try {
  await waitUntilReady(server, url)
  const publicKey = await createCompany()
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const text = `How long does the delivery of a ${products[round % products.length]} take?`
    const own = await timeModel(text)
    const shown = await timeVisitor(publicKey, text)
    if (round < warmUpRounds) continue
    direct.push(own)
    through.push(shown)
  }
} finally {
  await stopProcess(server)
  await database.remove()
  model.closeAllConnections()
  model.close()
}
report()

async function listen(one: Server): Promise<string> {
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(one.address() as AddressInfo).port}`
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.resume()
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (delta: object, finish: string | null) => {
    const choices = [{ index: 0, delta, finish_reason: finish }]
    response.write(
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices })}\n\n`,
    )
  }
  await pause(firstTokenMs)
  for (const content of tokens) {
    send({ content }, null)
    await pause(tokenMs)
  }
  send({}, 'stop')
  response.end('data: [DONE]\n\n')
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

async function createCompany(): Promise<string> {
  const { tokens: signedIn } = await fetchData(url, 'POST', '/api/auth/signup', {
    body: {
      companyName: 'The shop',
      name: 'Ann Bench',
      email: 'shop@example.com',
      password: 'correct horse',
    },
  })
  const as = (method: string, to: string, body?: object) =>
    fetchData(url, method, to, { body, token: signedIn.accessToken })
  const created = await as('POST', '/api/projects', { name: 'shop' })
  await as('PATCH', `/api/widget/${created.widgetConfigId}`, {
    template: { key: 'minimal' },
    agent: { autoReply: true, autoReplyRateLimit: 5 },
  })
  for (const product of products) {
    const content = `# ${product}\nThe delivery of a ${product} takes 3 to 5 working days. ${'It is packed with care and sent with a label for its return. '.repeat(8)}`
    const item = await as('POST', `/api/projects/${created.id}/agent/kb`, { type: 'manual', content })
    await as('PATCH', `/api/projects/${created.id}/agent/kb/${item.id}/embedded`)
  }
  const { project } = await as('POST', `/api/projects/${created.id}/publish`)
  return project.publicKey
}

/** The time until the model itself has written the first sentence with its citation. */
async function timeModel(question: string): Promise<number> {
  const startedAt = performance.now()
  const messages = [{ role: 'user', content: question }]
  const response = await fetch(`${modelUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'scripted', stream: true, messages }),
  })
  const decoder = new TextDecoder()
  let received = ''
  let doneAt = 0
  for await (const chunk of response.body ?? []) {
    received += decoder.decode(chunk, { stream: true })
    const text = [...received.matchAll(/"content":"([^"]*)"/g)].map((match) => match[1]).join('')
    if (doneAt === 0 && text.includes(firstSentence)) doneAt = performance.now()
  }
  return doneAt - startedAt
}

/** The time from the visitor's message to the first text of the reply. */
async function timeVisitor(publicKey: string, question: string): Promise<number> {
  const { visitorToken } = await startVisit(url, publicKey)
  const { socket } = await connect(`${url}/visitor`, { visitorToken })
  try {
    let shownAt = 0
    socket.on('message:delta', ({ text }) => {
      if (shownAt === 0 && text) shownAt = performance.now()
    })
    const posted = new Promise<void>((resolve, reject) => {
      setTimeout(() => reject(new Error(`No answer to "${question}"`)), 30_000).unref()
      socket.on('message:new', ({ message }) => {
        if (message.from !== 'visitor') resolve()
      })
    })
    const startedAt = performance.now()
    await socket.timeout(10_000).emitWithAck('message:send', { text: question, clientId: 'q' })
    await posted
    if (shownAt === 0) throw new Error(`No text was streamed for "${question}"`)
    return shownAt - startedAt
  } finally {
    socket.disconnect()
  }
}

function report(): void {
  const own = median(direct)
  const shown = median(through)
  const limit = own * maxFactor + maxAddedMs
  const round = (value: number) => Math.round(value)
  const row = { rounds, 'model ms': round(own), 'visitor ms': round(shown), 'limit ms': round(limit) }
  console.table([row])
  mkdirSync(path.join(root, 'bench/results'), { recursive: true })
  const result = { at: new Date().toISOString(), node: process.version, rows: [row] }
  writeFileSync(path.join(root, 'bench/results/answers-model.json'), `${JSON.stringify(result, null, 2)}\n`)
  if (shown > limit) {
    console.error(`The first checked sentence took ${round(shown)} ms, more than ${round(limit)} ms.`)
    process.exitCode = 1
  }
}
