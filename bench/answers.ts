import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { io } from 'socket.io-client'
import { freePort } from '../server/test/ports.ts'
import { type Judged, judge, type Question, readFaqs, readQuestions, tally } from './answers/questions.ts'
import { ownDatabase } from './kit/database.ts'
import { ready, root, startNode, stop } from './kit/processes.ts'
import { call } from './kit/product.ts'

/**
 * Three companies teach their documents and FAQs, and their visitors ask. What comes back is counted as right, wrong or
 * declined. Every third question is held out: it is counted apart, and never shown.
 */
const { values: options } = parseArgs({ options: { show: { type: 'boolean', default: false } } })
const domains = ['shop', 'manual', 'clinic']
const mostUnderway = 6
const mostSeconds = 60

const database = await ownDatabase(process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite')
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const server = startNode(process.env.BENCH_SERVER || 'server/dist/main.js', {
  APP_SECRET: 'a secret that lives as long as one benchmark does',
  LIMIT_SCALE: '1000000',
  LOG_LEVEL: 'error',
  ...database.env,
  PORT: String(port),
})
const judged: Judged[] = []
try {
  await ready(server, url)
  for (const domain of domains) judged.push(...(await askAll(domain)))
} finally {
  await stop(server)
  await database.remove()
}
report()
process.exit(0)

async function askAll(domain: string): Promise<Judged[]> {
  const folder = path.join(root, 'bench/answers', domain)
  const publicKey = await teach(domain, folder)
  const waiting = readQuestions(readFileSync(path.join(folder, 'questions.txt'), 'utf8'))
  const done: Judged[] = []
  await Promise.all(
    Array.from({ length: mostUnderway }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        done.push(judge(next, await ask(publicKey, next)))
      }
    }),
  )
  return done
}

async function teach(domain: string, folder: string): Promise<string> {
  const { tokens } = await call(url, 'POST', '/api/auth/signup', {
    companyName: `The ${domain}`,
    name: 'Ann Bench',
    email: `${domain}@example.com`,
    password: 'correct horse',
  })
  const as = (method: string, to: string, body?: object) => call(url, method, to, body, tokens.accessToken)
  const created = await as('POST', '/api/projects', { name: domain })
  await as('PATCH', `/api/widget/${created.widgetConfigId}`, {
    template: { key: 'minimal' },
    agent: { autoReply: true, autoReplyRateLimit: 5 },
  })
  const base = `/api/projects/${created.id}`
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.md'))) {
    const content = readFileSync(path.join(folder, file), 'utf8')
    const item = await as('POST', `${base}/agent/kb`, { type: 'manual', content })
    const embedded = await as('PATCH', `${base}/agent/kb/${item.id}/embedded`)
    if (embedded.status !== 'embedded') throw new Error(`${file} is ${embedded.status}`)
  }
  for (const faq of readFaqs(readFileSync(path.join(folder, 'faqs.txt'), 'utf8'))) {
    await as('POST', `${base}/faq`, faq)
  }
  const { project } = await as('POST', `${base}/publish`)
  return project.publicKey
}

/** What a new visitor is answered; null when a person is called instead. */
async function ask(publicKey: string, question: Question): Promise<string | null> {
  const { visitorToken } = await call(url, 'POST', `/api/public/${publicKey}/visitors`, {})
  const socket = io(`${url}/visitor`, {
    auth: { visitorToken },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  })
  try {
    const answered = new Promise<string | null>((resolve, reject) => {
      setTimeout(() => reject(new Error(`No answer to "${question.text}"`)), mostSeconds * 1000).unref()
      socket.on('message:new', ({ message }) => {
        if (message.from === 'agent') resolve(message.text)
        if (message.from === 'system') resolve(null)
      })
    })
    await socket.timeout(10_000).emitWithAck('message:send', { text: question.text, clientId: 'q' })
    return await answered
  } finally {
    socket.disconnect()
  }
}

function report(): void {
  const parts = {
    tuning: judged.filter((one) => !one.question.isHeldOut),
    'held out': judged.filter((one) => one.question.isHeldOut),
    all: judged,
  }
  if (options.show) {
    for (const { question, answer, verdict } of parts.tuning) {
      const isFine = verdict === 'right' || (verdict === 'declined' && question.expected === null)
      if (!isFine) console.log(`${verdict.padEnd(9)} ${question.text}\n            ${answer ?? ''}`)
    }
  }
  const rows = Object.entries(parts).map(([part, all]) => ({ part, ...tally(all) }))
  console.table(rows)
  mkdirSync(path.join(root, 'bench/results'), { recursive: true })
  const result = { at: new Date().toISOString(), node: process.version, rows }
  writeFileSync(path.join(root, 'bench/results/answers.json'), `${JSON.stringify(result, null, 2)}\n`)
}
