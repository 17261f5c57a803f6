import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { migrate, openDatabase } from '../server/src/kit/db/database.ts'
import { createDb } from '../server/src/kit/db/db.ts'
import type { Log } from '../server/src/kit/observability/log.ts'
import { readSettings } from '../server/src/kit/process/settings.ts'
import { groupQuestions } from '../server/src/reports/topics/group-questions.ts'
import { readTerms } from '../server/src/reports/topics/read-terms.ts'
import { createBenchDatabase } from './kit/database.ts'
import { root } from './kit/processes.ts'

/**
 * Measures how well unanswered questions are grouped into topics: B-cubed precision and recall against the topics that the authors of the
 * questions gave. Questions arrive one after the other. `held-out.jsonl.gz` is for evaluation only and is compressed so that it is
 * not read during development. Source of the measure: A. Bagga and B. Baldwin, ACL 1998.
 */
type Line = { business: string; lang: string; topic: string; text: string }
const sets = { development: 'questions.jsonl', 'held-out': 'held-out.jsonl.gz' }
const configs: Record<string, string> = { en: 'english', de: 'german', es: 'spanish', fr: 'french' }
const log = { warn() {}, error() {}, info() {} } as unknown as Log

const own = await createBenchDatabase('PGlite')
const database = await openDatabase(
  readSettings({ ...own.env, APP_SECRET: 'a secret that lives as long as one benchmark does' }),
  log,
)
try {
  await migrate(database.pool, root)
  const db = createDb(database, log)
  console.log(`  ${'percent'.padEnd(14)} questions  precision  recall  F1`)
  for (const [name, file] of Object.entries(sets)) {
    const scores: Score[] = []
    const lines = readLines(file)
    for (const business of new Set(lines.map((line) => line.business))) {
      const questions = lines.filter((line) => line.business === business)
      const config = configs[questions[0]?.lang ?? ''] ?? 'english'
      const { terms, listSynonyms } = await db.lookup((sql) =>
        readTerms(
          sql,
          questions.map(({ text }) => text),
          [config],
        ),
      )
      scores.push(score(questions, assign(terms, listSynonyms)))
    }
    const mean = (key: keyof Score) =>
      ((100 * scores.reduce((sum, one) => sum + one[key], 0)) / scores.length).toFixed(1)
    console.log(
      `  ${name.padEnd(14)} ${String(lines.length).padStart(9)}  ${mean('precision').padStart(9)}  ${mean('recall').padStart(6)}  ${mean('f1')}`,
    )
  }
} finally {
  await database.close()
  await own.remove()
}

function readLines(file: string): Line[] {
  const content = readFileSync(path.join(import.meta.dirname, 'topics', file))
  const text = (file.endsWith('.gz') ? gunzipSync(content) : content).toString('utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}

/** The topic of each question, in their order. Those without one have a topic of their own. */
function assign(
  terms: { terms: string[]; generalTerms: string[] }[],
  listSynonyms: (stem: string) => string[],
): string[] {
  const topics = new Map<string, string>()
  let count = 0
  const questions = terms.map((one, index) => ({ ...one, key: String(index) }))
  for (const [index, question] of questions.entries()) {
    const known = questions.slice(0, index).map((one) => ({ ...one, topicId: topics.get(one.key) ?? null }))
    const found = groupQuestions(known, [{ ...question, topicId: null }], {
      listSynonyms,
      createTopicId: () => `topic ${++count}`,
    })
    for (const [key, topicId] of found) topics.set(key, topicId)
  }
  return questions.map(({ key }) => topics.get(key) ?? key)
}

type Score = { precision: number; recall: number; f1: number }

function score(questions: Line[], found: string[]): Score {
  let precision = 0
  let recall = 0
  for (const [index, { topic }] of questions.entries()) {
    const inFound = questions.filter((_, other) => found[other] === found[index])
    const inTopic = questions.filter((other) => other.topic === topic)
    const inBoth = inFound.filter((other) => other.topic === topic)
    precision += inBoth.length / inFound.length / questions.length
    recall += inBoth.length / inTopic.length / questions.length
  }
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) }
}
