import { parseArgs } from 'node:util'
import pg from 'pg'
import { io } from 'socket.io-client'
import { startVisit } from '../server/src/ops/seed/api-client.ts'
import { findFreePort } from '../server/test/kit/ports.ts'
import { createBenchDatabase } from './kit/database.ts'
import { median } from './kit/median.ts'
import { startNode, stopProcess, waitUntilReady } from './kit/processes.ts'
import { createCompany, fetchData, productEntryPoint, productEnv } from './kit/product.ts'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const itemCount = options.quick ? 40 : 300
const testCount = 50
const editCount = options.quick ? 5 : 20
const questionCount = options.quick ? 50 : 500
const releaseCount = options.quick ? 10 : 100
const goals = { liveSeconds: 5, replaySeconds: 60, storageRatio: 2.5, slowdown: 1.1 }
/** Questions of visitors without a replay, and the pause after each answer. */
const liveQuestionCount = options.quick ? 10 : 60
const pauseMs = 200

if (!process.env.DATABASE_URL) throw new Error('DATABASE_URL must name a PostgreSQL server')
const database = await createBenchDatabase('PostgreSQL')
const port = await findFreePort()
const url = `http://127.0.0.1:${port}`
const server = startNode(productEntryPoint(), { ...productEnv, ...database.env, PORT: String(port) })
const client = new pg.Client({ connectionString: database.env.DATABASE_URL })
try {
  await waitUntilReady(server, url)
  await client.connect()
  const company = await createCompany(url, 0)
  const [project] = await fetchData(url, 'GET', '/api/projects', { token: company.accessToken })
  const at = {
    token: company.accessToken,
    path: `/api/projects/${project.id}`,
    project,
    companyId: company.id,
    publicKey: company.publicKey,
  }
  const ids = await addItems(at)
  await measureStorage(at, ids)
  await measureReplay(at)
  await measureEdits(at, ids)
} finally {
  await client.end()
  await stopProcess(server)
  await database.remove()
}
process.exit(0)

type Place = {
  token: string
  path: string
  companyId: string
  publicKey: string
  project: { id: string; widgetConfigId: string }
}

function textOf(item: number, price: number): string {
  const filler = Array.from({ length: 120 }, (_, index) => `part${(item * 31 + index * 17) % 900}`).join(' ')
  return `# Boat Marlin${item}\n\nThe boat Marlin${item} costs ${price} euros.\n\n## Equipment\n\n${filler}.`
}

async function addItems({ token, path }: Place): Promise<string[]> {
  const ids: string[] = []
  for (let item = 0; item < itemCount; item++) {
    const body = { type: 'manual', content: textOf(item, 1000 + item) }
    const { id } = await fetchData(url, 'POST', `${path}/agent/kb`, { body, token })
    await fetchData(url, 'PATCH', `${path}/agent/kb/${id}/embedded`, { token })
    ids.push(id)
  }
  return ids
}

async function edit({ token, path }: Place, id: string, content: string): Promise<void> {
  await fetchData(url, 'PATCH', `${path}/agent/kb/${id}`, { body: { content }, token })
  await waitFor(
    () => fetchData(url, 'GET', `${path}/agent/kb`, { token }),
    (all: { stage: string | null }[]) => all.every(({ stage }) => stage === null),
  )
}

/** The size of everything that knowledge and releases store, after a rewrite of the tables. */
async function readSize(): Promise<number> {
  const tables = [
    'knowledge_versions',
    'knowledge_chunks',
    'answer_entries',
    'knowledge_word_counts',
    'releases',
  ]
  for (const table of tables) await client.query(`VACUUM FULL ${table}`)
  const sizes = tables.map((table) => `pg_total_relation_size('${table}')`).join(' + ')
  return Number((await client.query(`SELECT ${sizes} AS size`)).rows[0].size)
}

async function measureStorage(at: Place, ids: string[]): Promise<void> {
  const before = await readSize()
  for (let release = 0; release < releaseCount; release++) {
    for (let change = 0; change < itemCount / 100; change++) {
      const item = (release * 7 + change * 101) % itemCount
      await edit(at, ids[item] as string, textOf(item, 2000 + release))
    }
    const brand = { chatName: `Release ${release}` }
    await fetchData(url, 'PATCH', `/api/widget/${at.project.widgetConfigId}`, {
      body: { brand },
      token: at.token,
    })
    await fetchData(url, 'POST', `${at.path}/publish`, { token: at.token })
  }
  const ratio = (await readSize()) / before
  report(
    `${releaseCount} releases with 1 % changed`,
    `${ratio.toFixed(2)} times one`,
    ratio <= goals.storageRatio,
  )
}

async function measureReplay(at: Place): Promise<void> {
  const { visitorToken } = await startVisit(url, at.publicKey)
  const socket = io(`${url}/visitor`, { auth: { visitorToken }, transports: ['websocket'] })
  const message = { text: 'Hello', clientId: 'first' }
  const { session } = await socket.timeout(10_000).emitWithAck('message:send', message)
  socket.disconnect()
  await client.query('BEGIN')
  await client.query(
    `SELECT set_config('role', 'aichat_app', true), set_config('app.company', '${at.companyId}', true)`,
  )
  await client.query(
    `INSERT INTO reply_traces (company_id, session_id, seq, trace)
     SELECT $1, $2, n + 1000, jsonb_build_object('outcome', 'answered', 'passages', '[{}]'::jsonb,
       'question', format('What does the boat Marlin%s cost?', n % ${itemCount}) || repeat(' please', n / ${itemCount}))
     FROM generate_series(1, ${questionCount}) AS n`,
    [at.companyId, session.sessionId],
  )
  await client.query('COMMIT')
  const agent = { autoReply: true }
  await fetchData(url, 'PATCH', `/api/widget/${at.project.widgetConfigId}`, {
    body: { agent },
    token: at.token,
  })
  await fetchData(url, 'POST', `${at.path}/publish`, { token: at.token })
  const before = await askQuestions(at, (asked) => asked === liveQuestionCount)
  const startedAt = performance.now()
  await fetchData(url, 'POST', `${at.path}/replays`, { token: at.token })
  let finished: { done: number; seconds: number } | null = null
  const replaying = waitFor(
    () => fetchData(url, 'GET', `${at.path}/replays/latest`, { token: at.token }),
    (seen: { replay: { finishedAt: string | null } }) => seen.replay.finishedAt !== null,
    500,
  ).then(({ replay }) => {
    finished = { done: replay.done, seconds: (performance.now() - startedAt) / 1000 }
    return finished
  })
  const during = await askQuestions(at, () => finished !== null)
  const { done, seconds } = await replaying
  report(`${done} questions replayed`, `${seconds.toFixed(1)} s`, seconds <= goals.replaySeconds)
  const ratio = median(during) / median(before)
  const figures = `median ${median(before).toFixed(0)} ms before, ${median(during).toFixed(0)} ms during (${during.length} questions)`
  report('live answers during a replay', `${figures}, ${ratio.toFixed(2)} times`, ratio <= goals.slowdown)
}

/** The milliseconds until the AI's answer arrived, for one new visitor after another. */
async function askQuestions(at: Place, isDone: (asked: number) => boolean): Promise<number[]> {
  const all: number[] = []
  while (!isDone(all.length)) {
    all.push(await askQuestion(at, `What does the boat Marlin${all.length % itemCount} cost?`))
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return all
}

async function askQuestion(at: Place, text: string): Promise<number> {
  const { visitorToken } = await startVisit(url, at.publicKey)
  const socket = io(`${url}/visitor`, { auth: { visitorToken }, transports: ['websocket'], forceNew: true })
  await new Promise((resolve) => socket.once('connect', () => resolve(undefined)))
  const answered = new Promise<number>((resolve) => {
    socket.on('message:new', ({ message }) => {
      if (message.isAi) resolve(performance.now())
    })
  })
  const askedAt = performance.now()
  socket.emit('message:send', { text, clientId: 'question' })
  const milliseconds = (await answered) - askedAt
  socket.disconnect()
  return milliseconds
}

async function measureEdits(at: Place, ids: string[]): Promise<void> {
  for (let test = 0; test < testCount; test++) {
    const question = `What does the boat Marlin${test} cost?`
    const expectations = { question, mustContain: ['euros'], mustCite: null, mustHandOver: false }
    await fetchData(url, 'POST', `${at.path}/answer-tests`, { body: expectations, token: at.token })
  }
  const seconds: number[] = []
  for (let change = 0; change < editCount; change++) {
    const startedAt = performance.now()
    await fetchData(url, 'PATCH', `${at.path}/agent/kb/${ids[change]}`, {
      body: { content: textOf(change, 5000 + change) },
      token: at.token,
    })
    await waitFor(
      () =>
        fetchData(url, 'GET', `${at.path}/releases/1/items/${ids[change]}?revision=1000000`, {
          token: at.token,
        }),
      ({ text }: { text: string }) => text.includes(`${5000 + change} euros`),
    )
    seconds.push((performance.now() - startedAt) / 1000)
  }
  seconds.sort((a, b) => a - b)
  const p95 = seconds[Math.ceil(seconds.length * 0.95) - 1] ?? 0
  const figures = `median ${median(seconds).toFixed(2)} s, p95 ${p95.toFixed(2)} s`
  report(`from an edit to live with ${testCount} tests`, figures, p95 <= goals.liveSeconds)
}

function report(what: string, figure: string, isMet: boolean): void {
  console.log(`  ${what}: ${figure}: ${isMet ? 'pass' : 'MISS'}`)
}

// biome-ignore lint/suspicious/noExplicitAny: a benchmark reads untyped responses
type Untyped = any

async function waitFor(
  look: () => Promise<Untyped>,
  isDone: (seen: Untyped) => boolean,
  intervalMs = 50,
): Promise<Untyped> {
  for (;;) {
    const seen = await look()
    if (isDone(seen)) return seen
    await new Promise((resolve) => setTimeout(resolve, intervalMs))
  }
}
