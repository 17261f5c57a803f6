import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import part from 'sql-template-tag'
import { migrate, openDatabase } from '../server/src/kit/database.ts'
import { createDb, type Sql } from '../server/src/kit/db.ts'
import type { Log } from '../server/src/kit/log.ts'
import { readSettings } from '../server/src/kit/settings.ts'
import {
  changedSince,
  type ListQuery,
  listMessages,
  listSessions,
  patchState,
} from '../server/src/sessions/store.ts'
import { seedDesks } from './inbox/seed.ts'
import { ownDatabase } from './kit/database.ts'
import { root } from './kit/processes.ts'

/**
 * The inbox's own queries over a table of many unequal companies, beside the same queries over a hundredth of it: what an
 * index answers must not grow with the table. Every query is explained too, and its plan written down.
 */
const { values: options } = parseArgs({
  options: {
    sessions: { type: 'string', default: '20000' },
    messages: { type: 'string', default: '5' },
    companies: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '60' },
  },
})
const sessions = Number(options.sessions)
const rounds = Number(options.rounds)
const log = { warn() {}, error() {}, info() {} } as unknown as Log

type Measured = Record<string, number>

const small = await measure(Math.max(200, Math.round(sessions / 100)), false)
const large = await measure(sessions, true)
console.log(`\n  query, p95 in ms${' '.repeat(16)}small    large    ratio`)
for (const [name, before] of Object.entries(small)) {
  const after = large[name] ?? 0
  const ratio = after / before
  console.log(
    `  ${name.padEnd(28)} ${before.toFixed(2).padStart(8)} ${after.toFixed(2).padStart(8)} ${ratio.toFixed(2).padStart(8)}`,
  )
}

/** p95 of each query in the largest company, in milliseconds. */
async function measure(count: number, isExplained: boolean): Promise<Measured> {
  const own = await ownDatabase(process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite')
  const database = await openDatabase(
    readSettings({ ...own.env, APP_SECRET: 'a secret that lives as long as one benchmark does' }),
    log,
  )
  try {
    await migrate(database.pool, path.join(root, 'server/migrations'))
    const db = createDb(database.pool, log, own.kind === 'PostgreSQL')
    const begun = Date.now()
    const { companyId, sessionId, lastSeq } = await seedDesks(database.pool, {
      sessions: count,
      messagesEach: Number(options.messages),
      companies: Number(options.companies),
    })
    console.log(`  ${count} conversations made in ${Math.round((Date.now() - begun) / 1000)} s`)
    const page: ListQuery = { status: 'active', limit: 51, offset: 0 }
    const queries: Record<string, (sql: Sql) => Promise<unknown>> = {
      'the first page': (sql) => listSessions(sql, page),
      'a page by cursor': (sql) =>
        listSessions(sql, {
          ...page,
          after: { lastMessageAt: new Date(Date.now() - 3_600_000).toISOString(), sessionId },
        }),
      'needs a person': (sql) => listSessions(sql, { ...page, needsHuman: true }),
      'search for a word': (sql) => listSessions(sql, { ...page, search: 'waterproof' }),
      'search for two letters': (sql) => listSessions(sql, { ...page, search: 'zq' }),
      'messages, newest': (sql) => listMessages(sql, sessionId, { limit: 100 }),
      'messages, older': (sql) => listMessages(sql, sessionId, { limit: 100, before: lastSeq }),
      'what changed since': (sql) => changedSince(sql, 2_000_000_000, 200),
      'mark read': (sql) => patchState(sql, sessionId, { unread: 0 }),
    }
    const measured: Measured = {}
    for (const [name, query] of Object.entries(queries)) {
      const times: number[] = []
      for (let round = 0; round < rounds; round++) {
        const started = performance.now()
        await db.company(companyId, query)
        if (round >= rounds / 6) times.push(performance.now() - started)
        if (performance.now() - started > 2000 && round > rounds / 6) break
      }
      measured[name] = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
    }
    if (isExplained) await writePlans(database.pool, companyId, queries)
    return measured
  } finally {
    await database.close()
    await own.remove()
  }
}

type Pool = Awaited<ReturnType<typeof openDatabase>>['pool']

/** Each query once more, with what the database does for it, in the role and company that it runs in. */
async function writePlans(
  pool: Pool,
  companyId: string,
  queries: Record<string, (sql: Sql) => Promise<unknown>>,
): Promise<void> {
  const client = await pool.connect()
  const plans: string[] = []
  try {
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
        return []
      }
      await query(Object.assign(explain, { last: explain, often: explain }) as unknown as Sql)
    }
    await client.query('rollback')
  } finally {
    client.release()
  }
  const place = path.join(root, 'bench/results')
  mkdirSync(place, { recursive: true })
  writeFileSync(path.join(place, 'inbox-plans.txt'), plans.join('\n'))
  console.log('  plans in bench/results/inbox-plans.txt')
}
