import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { addProfile } from '../server/src/agent-profile/store.ts'
import { createFixedModels } from '../server/src/company-models/company-models.ts'
import { enableSearchExtensions } from '../server/src/enable-search.ts'
import { migrate, openDatabase } from '../server/src/kit/db/database.ts'
import { createDb, type Sql } from '../server/src/kit/db/db.ts'
import { createIndexBuilder } from '../server/src/kit/db/index-builder.ts'
import type { Log } from '../server/src/kit/observability/log.ts'
import { systemClock } from '../server/src/kit/process/clock.ts'
import { readSettings } from '../server/src/kit/process/settings.ts'
import { systemTimers } from '../server/src/kit/process/timers.ts'
import { type Passage, searchChunks } from '../server/src/knowledge/search/search.ts'
import { indexVectors } from '../server/src/knowledge/search/search-extensions.ts'
import { storeVersion } from '../server/src/knowledge/version-store.ts'
import { answerQuestion } from '../server/src/replies/answer.ts'
import { createBenchDatabase } from './kit/database.ts'
import { percentile } from './kit/median.ts'
import { root } from './kit/processes.ts'
import { createCorpus, type Question } from './retrieval/corpus.ts'
import { measureReading } from './retrieval/read.ts'
import { searchExactly } from './retrieval/search-exactly.ts'
import { weighWords } from './retrieval/weigh-words.ts'

/**
 * Measures the time to split and index 10,000 chunks, then the search for the best 8 passages with questions of 8 words, beside an exact search that ranks every word and
 * compares every vector, and the whole answer without a model, from the question to its text. The corpus is generated from a seed; most projects are small, one has 12,000 chunks.
 */
const { values: options } = parseArgs({
  options: {
    chunks: { type: 'string', default: '30000' },
    largest: { type: 'string', default: '12000' },
    questions: { type: 'string', default: '200' },
    dimensions: { type: 'string', default: '384' },
    'chunks-per-item': { type: 'string', default: '40' },
    only: { type: 'string' },
  },
})
const limit = 8
const dimensions = Number(options.dimensions)
const model = 'bench'

const benchDatabase = await createBenchDatabase(process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite')
const log = { warn() {}, error() {} } as unknown as Log
const settings = readSettings({
  ...benchDatabase.env,
  APP_SECRET: 'a secret that lives as long as one benchmark does',
})
const database = await openDatabase(settings, log)
try {
  await migrate(database.pool, root)
  const extensions = await enableSearchExtensions(database.pool, log)
  const db = createDb(database, log)
  const companyId = randomUUID()
  const corpus = createCorpus({
    chunks: Number(options.chunks),
    largest: Number(options.largest),
    chunksPerItem: Number(options['chunks-per-item']),
    dimensions: extensions.vectors ? dimensions : 0,
  })
  await createProjects()
  await reportReading()
  if (options.only !== 'reading') await prepareSearch()

  const rows = []
  const ordered = corpus.projects.toSorted((a, b) => b.chunks - a.chunks)
  const cases =
    options.only === 'reading' ? {} : { largest: ordered[0], median: ordered[Math.floor(ordered.length / 2)] }
  for (const [name, project] of Object.entries(cases)) {
    if (!project) continue
    const questions = corpus.questions(project.index, Number(options.questions))
    const recalls: number[] = []
    const times: number[] = []
    const exactTimes: number[] = []
    const answerTimes: number[] = []
    for (const question of questions) {
      const measured = await db.company(companyId, (sql) => measure(sql, project.id, question))
      recalls.push(measured.recall)
      times.push(measured.milliseconds)
      exactTimes.push(measured.bare)
      answerTimes.push(await measureAnswer(project.id, question.text))
    }
    rows.push({
      project: name,
      chunks: project.chunks,
      'p50 ms': round(percentile(times, 0.5)),
      'p95 ms': round(percentile(times, 0.95)),
      'exact p95 ms': round(percentile(exactTimes, 0.95)),
      'ratio of p95': round(percentile(times, 0.95) / percentile(exactTimes, 0.95)),
      'answer p50 ms': round(percentile(answerTimes, 0.5)),
      'answer p95 ms': round(percentile(answerTimes, 0.95)),
      'recall@8': round(recalls.reduce((sum, one) => sum + one, 0) / recalls.length),
    })
  }
  console.table(rows)
  mkdirSync(path.join(root, 'bench/results'), { recursive: true })
  const result = {
    at: new Date().toISOString(),
    node: process.version,
    options,
    vectors: extensions.vectors,
    rows,
  }
  writeFileSync(path.join(root, 'bench/results/retrieval.json'), `${JSON.stringify(result, null, 2)}\n`)

  async function measureAnswer(projectId: string, text: string): Promise<number> {
    const services = { clock: systemClock, timers: systemTimers }
    const answerer = { db, log, ...services, models: createFixedModels({}), search: extensions }
    const history = [{ from: 'visitor' as const, text: `How do I ${text}?` }]
    const started = performance.now()
    await answerQuestion(answerer, { companyId, projectId, history, signal: new AbortController().signal })
    return performance.now() - started
  }

  async function reportReading(): Promise<void> {
    const projectId = corpus.projects[0]?.id ?? ''
    const { chunks, splitSeconds, indexSeconds } = await measureReading(db, { companyId, projectId }, 3)
    console.log(
      `  ${chunks} chunks: ${round(splitSeconds)} s to split, ${round(indexSeconds)} s to index (medians of 3)`,
    )
  }

  async function prepareSearch(): Promise<void> {
    const startedAt = Date.now()
    await load()
    console.log(
      `  ${options.chunks} chunks in ${corpus.projects.length} projects, ${secondsSince(startedAt)} s to index`,
    )
    if (extensions.vectors) {
      const building = Date.now()
      await indexVectors(createIndexBuilder(database.pool, settings.databaseUrl), dimensions)
      console.log(`  the index of ${dimensions}-dimensional vectors took ${secondsSince(building)} s`)
    }
    const maintenanceClient = await database.pool.connect()
    await maintenanceClient.query('SET statement_timeout = 0')
    await maintenanceClient.query('VACUUM ANALYZE')
    maintenanceClient.release(true)
  }

  async function createProjects(): Promise<void> {
    await db.company(companyId, async (sql) => {
      await sql`insert into companies (company_id, name, public_key) values (${companyId}, 'Bench', ${companyId})`
      for (const { id } of corpus.projects) {
        await sql`insert into projects (id, company_id, name, public_key) values (${id}, ${companyId}, 'Bench', ${id})`
        await addProfile(sql, { companyId, projectId: id, companyName: 'Bench' })
      }
    })
  }

  async function load(): Promise<void> {
    for (const project of corpus.projects) {
      for (const item of corpus.itemsOf(project.index)) {
        const scope = { companyId, projectId: project.id, itemId: item.id }
        await db.company(companyId, async (sql) => {
          await sql`
            insert into knowledge_items (id, company_id, project_id, type, status, title, position)
            values (${item.id}, ${companyId}, ${project.id}, 'manual', 'embedded', ${item.title}, 1)`
          const values = item.vectors.map((vector) => JSON.stringify(vector))
          const chunks = item.chunks.map(({ heading, body }) => {
            return { heading, headings: [heading], body, start: 0, end: body.length, overlap: 0 }
          })
          const content = { title: item.title, text: '', hash: item.id, chunks }
          await storeVersion(sql, scope, content, values.length > 0 ? { model, values } : null)
        })
      }
    }
  }
} finally {
  await database.close()
  await benchDatabase.remove()
}
process.exit(0)

async function measure(sql: Sql, projectId: string, { text, vector }: Question) {
  const started = performance.now()
  const { words, chunks } = await weighWords(sql, projectId, text)
  const queryVector = vector ? { model, vector } : null
  const passages = await searchChunks(
    sql,
    { projectId, isDraft: false },
    { words, chunks, vector: queryVector, language: null },
    limit,
  )
  const milliseconds = performance.now() - started
  const exact = await searchExactly(sql, projectId, { words, meaning: queryVector }, limit)
  const expected = new Set(exact.keys)
  const recall =
    expected.size === 0 ? 1 : passages.filter((one) => expected.has(keyOf(one))).length / expected.size
  return { milliseconds, bare: exact.milliseconds, recall }
}

function keyOf({ itemId, position }: Passage): string {
  return `${itemId} ${position}`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function secondsSince(since: number): number {
  return Math.round((Date.now() - since) / 1000)
}
