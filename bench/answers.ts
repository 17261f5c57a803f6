import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { io } from 'socket.io-client'
import { findFreePort } from '../server/test/ports.ts'
import { type Judged, judge, type Question, readFaqs, readQuestions, tally } from './answers/questions.ts'
import { createBenchDatabase } from './kit/database.ts'
import { root, startNode, stopProcess, waitUntilReady } from './kit/processes.ts'
import { callApi } from './kit/product.ts'

/**
 * Three companies have documents and FAQs, and visitors ask questions. Answers are counted as right, wrong or declined. Every
 * third question is held out: it is counted separately and never printed.
 */
const { values: options } = parseArgs({ options: { show: { type: 'boolean', default: false } } })
const domains = ['shop', 'manual', 'clinic']
const maxConcurrent = 6
const timeoutSeconds = 60

const database = await createBenchDatabase(process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite')
const port = await findFreePort()
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
  await waitUntilReady(server, url)
  for (const domain of domains) judged.push(...(await askQuestions(domain)))
} finally {
  await stopProcess(server)
  await database.remove()
}
report()
process.exit(0)

async function askQuestions(domain: string): Promise<Judged[]> {
  const folder = path.join(root, 'bench/answers', domain)
  const publicKey = await createTaughtCompany(domain, folder)
  const remaining = readQuestions(readFileSync(path.join(folder, 'questions.txt'), 'utf8'))
  const done: Judged[] = []
  await Promise.all(
    Array.from({ length: maxConcurrent }, async () => {
      for (let next = remaining.shift(); next; next = remaining.shift()) {
        done.push(judge(next, await ask(publicKey, next)))
      }
    }),
  )
  return done
}

async function createTaughtCompany(domain: string, folder: string): Promise<string> {
  const { tokens } = await callApi(url, 'POST', '/api/auth/signup', {
    companyName: `The ${domain}`,
    name: 'Ann Bench',
    email: `${domain}@example.com`,
    password: 'correct horse',
  })
  const as = (method: string, to: string, body?: object) => callApi(url, method, to, body, tokens.accessToken)
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

/** The answer that a new visitor gets; null when the AI hands over to a person. */
async function ask(publicKey: string, question: Question): Promise<string | null> {
  const { visitorToken } = await callApi(url, 'POST', `/api/public/${publicKey}/visitors`, {})
  const socket = io(`${url}/visitor`, {
    auth: { visitorToken },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  })
  try {
    const answered = new Promise<string | null>((resolve, reject) => {
      setTimeout(() => reject(new Error(`No answer to "${question.text}"`)), timeoutSeconds * 1000).unref()
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
