import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { topicLimits } from '@aichat/contracts/company/topics'
import type pg from 'pg'
import { migrate, openDatabase } from '../server/src/kit/db/database.ts'
import { createDb, type Sql } from '../server/src/kit/db/db.ts'
import type { Log } from '../server/src/kit/observability/log.ts'
import { readSettings } from '../server/src/kit/process/settings.ts'
import { checkReports } from '../server/src/reports/check-reports.ts'
import { loadAi } from '../server/src/reports/load-ai.ts'
import { loadOverview } from '../server/src/reports/load-overview.ts'
import { loadSources } from '../server/src/reports/load-sources.ts'
import { loadTeam } from '../server/src/reports/load-team.ts'
import { refreshFacts } from '../server/src/reports/refresh-facts.ts'
import {
  type ConversationGroup,
  countConversations,
  listConversations,
} from '../server/src/reports/report-conversation-store.ts'
import type { ReportFilter } from '../server/src/reports/report-store.ts'
import { assignTopics } from '../server/src/reports/topics/assign-topics.ts'
import { listQuestions, sumByTopic } from '../server/src/reports/topics/gap-store.ts'
import { loadGaps } from '../server/src/reports/topics/load-gaps.ts'
import { createBenchDatabase } from './kit/database.ts'
import { root } from './kit/processes.ts'

/**
 * Measures reports of a company with many conversations within a year: deriving the facts of all of them, and then each query of the
 * pages, behind row-level security.
 */
const { values: options } = parseArgs({
  options: {
    conversations: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '50' },
    /** Also counts everything a second time, as `npm run doctor -- --reports` does. */
    check: { type: 'boolean', default: false },
  },
})
const count = Number(options.conversations)
const rounds = Number(options.rounds)
const log = { warn() {}, error() {}, info() {} } as unknown as Log
const companyId = randomUUID()
const today = new Date().toISOString().slice(0, 10)

const own = await createBenchDatabase(process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite')
const database = await openDatabase(
  readSettings({ ...own.env, APP_SECRET: 'a secret that lives as long as one benchmark does' }),
  log,
)
try {
  await migrate(database.pool, root)
  const seededAt = Date.now()
  await seed(database.pool)
  console.log(`  ${count} conversations made in ${seconds(seededAt)} s`)
  const db = createDb(database, log)
  const derivedAt = Date.now()
  await refreshFacts(db, companyId, new AbortController().signal)
  const derivingMs = Date.now() - derivedAt
  const copyingMs = await copyDerived(database.pool)
  console.log(
    `  facts of all conversations derived in ${(derivingMs / 1000).toFixed(1)} s, ${(derivingMs / copyingMs).toFixed(1)} × reading and copying`,
  )
  const groupedAt = Date.now()
  await assignTopics(db, companyId, new AbortController().signal)
  console.log(`  unanswered questions grouped in ${seconds(groupedAt)} s`)
  await vacuum(database.pool)

  const topicIds = await db.snapshot(companyId, (sql) => listFrequentTopics(sql))
  console.log(`\n  ${'ms'.padEnd(40)}     p50     p95`)
  for (const [name, query] of Object.entries(createQueries(topicIds))) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const startedAt = performance.now()
      await db.snapshot(companyId, query)
      times.push(performance.now() - startedAt)
    }
    times.sort((one, other) => one - other)
    const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(2).padStart(8)
    console.log(`  ${name.padEnd(40)}${at(0.5)}${at(0.95)}`)
  }
  if (options.check) {
    const checkedAt = Date.now()
    const { facts, counts } = await checkReports(db, companyId)
    const differences = facts.length + counts.length
    console.log(`\n  counted a second time in ${seconds(checkedAt)} s, ${differences} differences`)
  }
} finally {
  await database.close()
  await own.remove()
}

function createQueries(topicIds: string[]): Record<string, (sql: Sql) => Promise<unknown>> {
  const deletedProjectIds: string[] = []
  const current = { to: today, isCurrent: true, deletedProjectIds }
  const month = { from: daysAgo(27), ...current }
  const year = { from: daysAgo(364), ...current }
  const quarter = { from: daysAgo(89), ...current }
  const frequentAgent = toId('a', 0)
  const gaps = { status: 'open', sort: 'questions', limit: topicLimits.topics } as const
  return {
    'overview of 28 days': (sql) => loadOverview(sql, month, 28),
    'overview of 90 days': (sql) => loadOverview(sql, quarter, 90),
    'overview of 365 days': (sql) => loadOverview(sql, year, 365),
    'AI, 365 days': (sql) => loadAi(sql, year, 365),
    'overview of a frequent label, 365 days': (sql) =>
      loadOverview(sql, { ...year, labelId: toId('b', 0) }, 365),
    'team of a language, 365 days': (sql) =>
      loadTeam(sql, { ...year, language: 'en' }, { days: 365, agentId: null }),
    'team, 28 days': (sql) => loadTeam(sql, month, { days: 28, agentId: null }),
    'team, 365 days': (sql) => loadTeam(sql, year, { days: 365, agentId: null }),
    'sources, 28 days': (sql) => loadSources(sql, month, { days: 28, sort: 'used' }),
    'sources, 365 days': (sql) => loadSources(sql, year, { days: 365, sort: 'unhelpful' }),
    'sources of a language, 365 days': (sql) =>
      loadSources(sql, { ...year, language: 'en' }, { days: 365, sort: 'used' }),
    'sources of a frequent label, 365 days': (sql) =>
      loadSources(sql, { ...year, labelId: toId('b', 0) }, { days: 365, sort: 'used' }),
    'gaps, 28 days': (sql) => loadGaps(sql, month, { ...gaps, days: 28 }),
    'gaps, 365 days': (sql) => loadGaps(sql, year, { ...gaps, days: 365 }),
    'gaps of a language, 365 days': (sql) =>
      loadGaps(sql, { ...year, language: 'de' }, { ...gaps, days: 365 }),
    'gaps of a rare label, 365 days': (sql) =>
      loadGaps(sql, { ...year, labelId: toId('b', 6) }, { ...gaps, days: 365 }),
    'topics by conversations handed over, 365 days': (sql) =>
      loadGaps(sql, year, { ...gaps, status: undefined, sort: 'handedOver', days: 365 }),
    'questions of a rare label, 365 days': (sql) =>
      listQuestions(sql, { ...year, labelId: toId('b', 9) }, null, { limit: 51 }),
    'questions without a topic, 365 days': (sql) => listQuestions(sql, year, null, { limit: 51 }),
    'list behind a frequent number, 28 days': (sql) => listBehind(sql, month, { measure: 'answeredByAi' }),
    'list behind a rare number, 365 days': (sql) => listBehind(sql, year, { measure: 'cameBack' }),
    'list of a rare label, 365 days': (sql) =>
      listBehind(sql, { ...year, labelId: toId('b', 9) }, { measure: 'conversations' }),
    'list of an agent, 365 days': (sql) =>
      listBehind(sql, year, { agentId: frequentAgent, agentMeasure: 'replied' }),
    'list of the most frequent topic, 365 days': (sql) =>
      listBehind(sql, year, { topicIds: topicIds.slice(0, 1) }),
    'list of the 50th topic, 365 days': (sql) => listBehind(sql, year, { topicIds: topicIds.slice(49, 50) }),
    'list of a source, 365 days': (sql) =>
      listBehind(sql, year, { sourceId: toId('0', 7), sourceMeasure: 'cited' }),
  }
}

async function listBehind(sql: Sql, filter: ReportFilter, group: ConversationGroup) {
  await countConversations(sql, filter, group)
  return listConversations(sql, filter, group, { limit: 51 })
}

/** Topics because of which the most conversations were handed over in a year. */
async function listFrequentTopics(sql: Sql): Promise<string[]> {
  const year = { from: daysAgo(364), to: today, deletedProjectIds: [] }
  const sums = await sumByTopic(sql, year, year)
  return sums
    .filter(({ status }) => status !== null)
    .toSorted((one, other) => other.handedOver - one.handedOver)
    .map(({ id }) => id)
}

/** The id of an agent ('a'), a label ('b') or a knowledge item ('0') by its number, as seed() makes it. */
function toId(fill: string, number: number): string {
  const digits = number.toString(16).padStart(32, fill)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function daysAgo(days: number): string {
  return new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)
}

function seconds(since: number): string {
  return ((Date.now() - since) / 1000).toFixed(1)
}

/** Conversations of five projects, evenly distributed over a year: a question, an answer of the AI, of a person or neither. */
async function seed(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`
      begin; set local statement_timeout = 0; set local session_replication_role = replica;
      set local synchronous_commit = off; set local work_mem = '128MB'`)
    await client.query(
      `insert into companies (company_id, name, public_key) values ('${companyId}', 'Bench', 'bench')`,
    )
    await client.query(`insert into company_revisions (company_id, rev) values ('${companyId}', ${count})`)
    await client.query(`
      insert into projects (id, company_id, name, public_key)
      select gen_random_uuid(), '${companyId}', 'Shop ' || n, 'shop-' || n from generate_series(1, 5) n`)
    await client.query(`
      create temporary table chats on commit drop as
      select gen_random_uuid() as id, n, p.id as project_id, c.language, random() as outcome,
        now() - (${count} - n) * (interval '364 days' / ${count}) as at
      from generate_series(1, ${count}) n
      join (select id, row_number() over () as place from projects where company_id = '${companyId}') p on p.place = 1 + n % 5
      cross join lateral (select (array['en', 'en', 'de', 'fr'])[1 + (n / 5) % 4] as language) c`)
    await client.query(`
      insert into visitors (id, company_id, project_id, token_hash) select id, '${companyId}', project_id, id::text from chats`)
    await client.query(`
      insert into sessions (id, company_id, project_id, visitor_id, visitor_name)
      select id, '${companyId}', project_id, id, 'Visitor ' || n from chats`)
    await client.query(`
      insert into session_states (session_id, company_id, project_id, visitor_id, status, last_seq, auto_reply,
        auto_reply_delay_seconds, last_message_at, rev)
      select id, '${companyId}', project_id, id, 'closed', 5, true, 10, at, n from chats`)
    await client.query(`
      insert into session_closings (company_id, session_id, seq, closed_at)
      select '${companyId}', id, 5, at + interval '1 hour' * (1 + outcome * 20) from chats where n % 2 = 0`)
    await client.query(`
      insert into messages (id, company_id, session_id, seq, sender_kind, sender_id, client_id, text, meta, created_at)
      select gen_random_uuid(), '${companyId}', id, seq, kind,
        case kind when 'agent' then lpad(to_hex(n % 20), 32, 'a')::uuid else id end, 'c' || seq,
        'Do you have the subject' || floor(power(random(), 3) * 2000) || ' in color' || floor(random() * 50) || '?',
        case kind when 'ai' then jsonb_build_object('language', language, 'sources', jsonb_build_array(jsonb_build_object(
            'itemId', lpad(to_hex(n % 300), 32, '0')::uuid, 'title', 'Delivery')))
          || case when outcome between 0.3 and 0.4 then '{"kind": "suggestions"}'::jsonb else '{}' end
          when 'system' then jsonb_build_object('kind', 'handover', 'reason', 'no_answer', 'language', language)
          else '{}' end,
        at + case when seq > 2 then interval '1 second' * (40 + 4000 * outcome * outcome) else interval '1 second' * seq end
          + case when seq > 3 and outcome < 0.1 then interval '3 hours' else interval '0' end
      from chats, generate_series(1, 5) seq, lateral (
        select case when seq in (1, 4) then 'visitor' when outcome < 0.6 then 'ai' when seq = 2 then 'system' else 'agent' end as kind
      ) k`)
    await client.query(`
      insert into labels (id, company_id, name, tone)
      select lpad(to_hex(n), 32, 'b')::uuid, '${companyId}', 'Label ' || n, 'accent' from generate_series(0, 9) n`)
    // From every fourth conversation to every 6,561st.
    await client.query(`
      insert into session_labels (company_id, session_id, label_id)
      select '${companyId}', id, lpad(to_hex(l), 32, 'b')::uuid from chats, generate_series(0, 9) l
      where n % round(4 * power(2.28, l))::int = 0`)
    await client.query('commit')
  } finally {
    client.release()
  }
  await vacuum(pool)
}

/** The bare limit of deriving, in ms: all messages are read once, and the derived rows written into tables of the same shape. */
async function copyDerived(pool: pg.Pool): Promise<number> {
  const client = await pool.connect()
  const startedAt = Date.now()
  try {
    await client.query('begin; set local statement_timeout = 0')
    await client.query('select count(meta) from messages where seq > 0')
    for (const table of ['session_facts', 'report_counts', 'report_distributions', 'unanswered_questions'])
      await client.query(
        `create table copy_of_${table} (like ${table} including indexes); insert into copy_of_${table} select * from ${table}`,
      )
    await client.query('rollback')
    return Date.now() - startedAt
  } finally {
    client.release()
  }
}

async function vacuum(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('vacuum analyze')
    await client.query('reset statement_timeout')
  } finally {
    client.release()
  }
}
