import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import part from 'sql-template-tag'
import { enableSearchExtensions } from '../server/src/enable-search.ts'
import { migrate, openDatabase } from '../server/src/kit/db/database.ts'
import { createDb, type Sql } from '../server/src/kit/db/db.ts'
import type { Log } from '../server/src/kit/observability/log.ts'
import { readSettings } from '../server/src/kit/process/settings.ts'
import { listMessages } from '../server/src/messages/store.ts'
import { type ListQuery, listSessions } from '../server/src/sessions/list-store.ts'
import { listSessionsChangedSince, patchState } from '../server/src/sessions/store.ts'
import { measureWrites } from './inbox/measure-writes.ts'
import { type SeededInbox, seedInboxes } from './inbox/seed.ts'
import { createBenchDatabase } from './kit/database.ts'
import { root } from './kit/processes.ts'

/**
 * Measures the inbox's queries in the largest of many companies of different sizes, at two table sizes: the time of an indexed
 * query must not grow with the table. Plans are written to files. On PostgreSQL, message writes are measured with all
 * indexes and with a minimum of indexes.
 */
const { values: options } = parseArgs({
  options: {
    sessions: { type: 'string', default: '100000' },
    small: { type: 'string', default: '10000' },
    messages: { type: 'string', default: '5' },
    companies: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '8' },
  },
})
const rounds = Number(options.rounds)
const log = { warn() {}, error() {}, info() {} } as unknown as Log

/** Milliseconds. */
type Times = { p50: number; p95: number }

const [small, large] = [Number(options.small), Number(options.sessions)]
const smallTimes = await measure(small)
const largeTimes = await measure(large)
console.log(`\n  ${'ms in the largest company'.padEnd(30)}${header(small)}${header(large)}   ratio of p95`)
for (const [name, times] of Object.entries(largeTimes)) {
  const first = smallTimes[name] ?? times
  const ratio = (times.p95 / first.p95).toFixed(2)
  console.log(`  ${name.padEnd(30)}${columns(first)}${columns(times)} ${ratio.padStart(10)}`)
}

function header(count: number): string {
  return `${count.toLocaleString('en').padStart(10)} p50     p95`
}

function columns({ p50, p95 }: Times): string {
  return [p50, p95].map((time, index) => time.toFixed(2).padStart(index ? 8 : 14)).join('')
}

async function measure(count: number): Promise<Record<string, Times>> {
  const own = await createBenchDatabase(process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite')
  const database = await openDatabase(
    readSettings({ ...own.env, APP_SECRET: 'a secret that lives as long as one benchmark does' }),
    log,
  )
  try {
    await migrate(database.pool, root)
    const db = createDb(database, log)
    const startedAt = Date.now()
    const inbox = await seedInboxes(database.pool, {
      sessions: count,
      messagesEach: Number(options.messages),
      companies: Number(options.companies),
    })
    await enableSearchExtensions(database.pool, log)
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    console.log(
      `  ${count} conversations made in ${seconds} s, ${inbox.chats} active ones in the largest company`,
    )
    const queries = createQueries(inbox)
    const measured: Record<string, Times> = {}
    for (const [name, query] of Object.entries(queries))
      measured[name] = await time(() => db.company(inbox.companyId, query))
    console.log(`  load average ${loadavg()[0]?.toFixed(1)}`)
    await writePlans(database.pool, inbox.companyId, count, queries)
    if (own.env.DATABASE_URL) {
      const { all, bare } = await measureWrites(database.pool, own.env.DATABASE_URL, Number(options.seconds))
      console.log(
        `  messages a second: ${all.toFixed(0)} with all indexes, ${bare.toFixed(0)} with key and list alone: ${(all / bare).toFixed(2)}`,
      )
    }
    return measured
  } finally {
    await database.close()
    await own.remove()
  }
}

function createQueries({ sessionId, lastMessageAt, lastSeq, chats }: SeededInbox) {
  const page: ListQuery = { status: 'active', limit: 51, offset: 0 }
  const search = (term: string) => (sql: Sql) => listSessions(sql, { ...page, search: term })
  return {
    'first page and unread': (sql) => listSessions(sql, page),
    'page by cursor': (sql) => listSessions(sql, { ...page, after: { lastMessageAt, sessionId } }),
    'needs a person': (sql) => listSessions(sql, { ...page, needsHuman: true }),
    'messages, newest': (sql) => listMessages(sql, sessionId, { limit: 100 }),
    'messages, older': (sql) => listMessages(sql, sessionId, { limit: 100, before: lastSeq }),
    'what changed since': (sql) => listSessionsChangedSince(sql, 2_000_000_000, 200),
    'mark read': (sql) => patchState(sql, sessionId, { isRead: true }),
    'search: in every message': search('how long'),
    'search: in 1 of 3': search('bansun'.slice(0, 3)),
    'search: in 1 of 40': search('suntir'),
    'search: in 1 of 1,000': search('waterproof'),
    'search: an email': search(`visitor-${Math.round(chats / 2)}@example`),
    'search: nowhere': search('quokkaqueue'),
    'search: two letters': search('su'),
    'search: two letters, nowhere': search('zq'),
    'search: one letter': search('x'),
  } satisfies Record<string, (sql: Sql) => Promise<unknown>> as Record<string, (sql: Sql) => Promise<unknown>>
}

async function time(query: () => Promise<unknown>): Promise<Times> {
  const times: number[] = []
  for (let round = -rounds / 5; round < rounds; round++) {
    const started = performance.now()
    await query()
    const taken = performance.now() - started
    if (round >= 0) times.push(taken)
    if (taken > 2000 && round > 2) break
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}

type Pool = Awaited<ReturnType<typeof openDatabase>>['pool']

/** Explains each query in its database role and company. */
async function writePlans(
  pool: Pool,
  companyId: string,
  count: number,
  queries: Record<string, (sql: Sql) => Promise<unknown>>,
): Promise<void> {
  const client = await pool.connect()
  const plans: string[] = []
  const collectPlan = ({ message }: { message?: string }) => plans.push(message ?? '')
  client.on('notice', collectPlan)
  try {
    // auto_explain reports the plans inside functions; it is not available on every server.
    await client.query("load 'auto_explain'").catch(() => {})
    await client.query(`
      set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set auto_explain.log_analyze = on;
      set auto_explain.log_level = notice; set auto_explain.log_buffers = on`)
    await client.query(
      `begin; select set_config('role', 'aichat_app', true), set_config('app.company', '${companyId}', true)`,
    )
    for (const [name, query] of Object.entries(queries)) {
      const explain = async (text: TemplateStringsArray, ...values: unknown[]) => {
        const statement = part(text, ...(values as never[]))
        const { rows } = await client.query({
          text: `explain (analyze, buffers, costs off) ${statement.text}`,
          values: statement.values as unknown[],
        })
        plans.push(`## ${name}`, ...rows.map((row) => Object.values(row)[0] as string), '')
        return [{ ids: [] }]
      }
      await query(Object.assign(explain, { andCommit: explain, prepared: explain }) as unknown as Sql)
    }
    await client.query('rollback')
  } finally {
    client.release(true)
  }
  const place = path.join(root, 'bench/results')
  mkdirSync(place, { recursive: true })
  writeFileSync(path.join(place, `inbox-plans-${count}.txt`), plans.join('\n'))
  console.log(`  plans in bench/results/inbox-plans-${count}.txt`)
}
