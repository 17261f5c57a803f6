import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { enableSearchExtensions } from '../server/src/enable-search.ts'
import { migrate, openDatabase } from '../server/src/kit/db/database.ts'
import { createDb } from '../server/src/kit/db/db.ts'
import type { Log } from '../server/src/kit/observability/log.ts'
import { readSettings } from '../server/src/kit/process/settings.ts'
import { askQuestions, teach } from './answers/ask.ts'
import { readQuestionSets } from './answers/corpus.ts'
import { type Graded, scoreGrades } from './answers/grade.ts'
import { type Prompted, recordPrompts, summarizePrompts } from './answers/prompts.ts'
import { createBenchDatabase } from './kit/database.ts'
import { root } from './kit/processes.ts'

/**
 * The quality of answers without a model: help centers are read and embedded, and their visitors' questions are answered in
 * this process. Of held-out sets, only the figures are printed. `--only harbor,small` asks these sets. `--prompts` counts how often the
 * prompt of a model contains the fact instead.
 */
const { values: options } = parseArgs({
  options: {
    show: { type: 'boolean', default: false },
    prompts: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})

const benchDatabase = await createBenchDatabase(process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite')
const log = { warn() {}, error() {} } as unknown as Log
const settings = readSettings({
  ...benchDatabase.env,
  APP_SECRET: 'a secret that lives as long as one benchmark does',
})
const database = await openDatabase(settings, log)
const rows: Record<string, string | number>[] = []
try {
  await migrate(database.pool, root)
  const search = await enableSearchExtensions(database.pool, log)
  const answerer = { db: createDb(database, log), search, log }
  for (const { name, corpora, isHeldOut } of readQuestionSets()) {
    if (options.only && !options.only.split(',').includes(name)) continue
    if (options.prompts) {
      const recorded: Prompted[] = []
      for (const corpus of corpora)
        recorded.push(...(await recordPrompts(answerer, await teach(answerer, corpus), corpus.questions)))
      rows.push(summarizePrompts(name, recorded))
      if (options.show && !isHeldOut) showMissing(recorded)
      continue
    }
    const graded: Graded[] = []
    for (const corpus of corpora)
      graded.push(...(await askQuestions(answerer, await teach(answerer, corpus), corpus.questions)))
    rows.push(summarize(name, graded))
    if (options.show && !isHeldOut) show(graded)
  }
} finally {
  await database.close()
  await benchDatabase.remove()
}
console.table(rows)
mkdirSync(path.join(root, 'bench/results'), { recursive: true })
const result = { at: new Date().toISOString(), node: process.version, rows }
const file = options.prompts ? 'answers-prompts.json' : 'answers.json'
writeFileSync(path.join(root, 'bench/results', file), `${JSON.stringify(result, null, 2)}\n`)
process.exit(0)

function summarize(corpus: string, graded: Graded[]): Record<string, string | number> {
  const shares = Object.entries(scoreGrades(graded)).map(([name, share]) => [
    name,
    `${Math.round(share * 100)} %`,
  ])
  const times = graded.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  const p95 = times[Math.floor(times.length * 0.95)] ?? 0
  return { corpus, questions: graded.length, ...Object.fromEntries(shares), 'p95 ms': Math.round(p95) }
}

function showMissing(recorded: Prompted[]): void {
  for (const { question, hasFact } of recorded)
    if (!hasFact)
      console.log(
        `${question.kind.padEnd(16)} ${question.turns.join(' | ')}  [${question.facts?.join(', ')}]`,
      )
}

function show(graded: Graded[]): void {
  for (const { question, reply, grade, isImprecise } of graded) {
    if ((grade === 'right' && !isImprecise) || (question.isOutOfScope && grade === 'handed over')) continue
    console.log(
      `${(isImprecise ? 'imprecise' : grade).padEnd(16)} ${question.turns.join(' | ')}\n                 ${reply.text.slice(0, 300)}`,
    )
  }
}
