import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findFreePort } from '../server/test/kit/ports.ts'
import { type Asked, askQuestion } from './first-answer/ask-question.ts'
import { chunksPerPage, createPages } from './first-answer/pages.ts'
import { createQuestions } from './first-answer/questions.ts'
import { measureSearch } from './first-answer/search.ts'
import { createShop } from './first-answer/shop.ts'
import { createBenchDatabase } from './kit/database.ts'
import { percentile } from './kit/median.ts'
import { root, startNode, stopProcess, waitUntilReady } from './kit/processes.ts'
import { productEntryPoint, productEnv } from './kit/product.ts'

/**
 * Measures the time from a visitor's first message until the visitor receives the answer of the built-in answerer, in a project
 * whose live answers have 12,000 chunks. Each question is that of a new visitor, and is sent after the one before has its answer.
 */
const { values: options } = parseArgs({
  options: {
    questions: { type: 'string', default: '300' },
    chunks: { type: 'string', default: '12000' },
    /** Also prints the slowest questions. */
    show: { type: 'boolean', default: false },
  },
})
const warmUpCount = 30
const maxP95Ms = 150

const pages = createPages(Math.ceil(Number(options.chunks) / chunksPerPage))
const questions = createQuestions(pages, warmUpCount + Number(options.questions))

const database = await createBenchDatabase(process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite')
const port = await findFreePort()
const url = `http://127.0.0.1:${port}`
const server = startNode(productEntryPoint(), { ...productEnv, ...database.env, PORT: String(port) })
let isMet = false
try {
  await waitUntilReady(server, url)
  const shop = await createShop(url, pages)
  console.log(`  ${database.kind}, ${shop.chunks} chunks in ${pages.length} items`)
  if (shop.chunks < Number(options.chunks)) throw new Error('The pages have too few chunks')
  await database.updateStatistics()
  const loadBefore = loadavg()[0] ?? 0
  const asked: Asked[] = []
  for (const question of questions) asked.push(await askQuestion(url, shop.publicKey, question))
  const load = { before: loadBefore, after: loadavg()[0] ?? 0 }
  await stopProcess(server)
  const searches = await measureSearch(database, shop, questions)
  isMet = report(shop.chunks, asked.slice(warmUpCount), searches.slice(warmUpCount), load)
} finally {
  await stopProcess(server)
  await database.remove()
}
process.exit(isMet ? 0 : 1)

function report(chunks: number, asked: Asked[], searches: number[], load: object): boolean {
  const rows = [
    { time: 'answer', ...summarize(asked.map(({ answerMs }) => answerMs)) },
    ...groupBy(asked, ({ question }) => `answer, kind: ${question.kind}`),
    ...groupBy(asked, ({ outcome }) => `answer, outcome: ${outcome}`),
    { time: 'acknowledgment of the same message', ...summarize(asked.map(({ ackMs }) => ackMs)) },
    { time: 'search for the passages alone', ...summarize(searches) },
  ]
  console.table(rows)
  console.log('  outcomes by kind of question:', JSON.stringify(countOutcomes(asked)))
  console.log('  load average:', JSON.stringify(load))
  if (options.show) showSlowest(asked)
  const p95 = percentile(
    asked.map(({ answerMs }) => answerMs),
    0.95,
  )
  const isWithinGoal = p95 <= maxP95Ms
  console.log(
    `  p95 of the first answer: ${p95.toFixed(0)} ms (at most ${maxP95Ms} ms): ${isWithinGoal ? 'pass' : 'MISS'}`,
  )
  mkdirSync(path.join(root, 'bench/results'), { recursive: true })
  const result = {
    at: new Date().toISOString(),
    node: process.version,
    database: database.kind,
    options,
    chunks,
    load,
    outcomes: countOutcomes(asked),
    rows,
    goal: { p95Ms: p95, maxP95Ms, passes: isWithinGoal },
  }
  writeFileSync(path.join(root, 'bench/results/first-answer.json'), `${JSON.stringify(result, null, 2)}\n`)
  return isWithinGoal
}

function groupBy(asked: Asked[], key: (one: Asked) => string) {
  return [...new Set(asked.map(key))].sort().map((time) => ({
    time,
    ...summarize(asked.filter((one) => key(one) === time).map(({ answerMs }) => answerMs)),
  }))
}

function summarize(milliseconds: number[]) {
  const round = (value: number) => Math.round(value * 10) / 10
  return {
    count: milliseconds.length,
    'p50 ms': round(percentile(milliseconds, 0.5)),
    'p95 ms': round(percentile(milliseconds, 0.95)),
    'max ms': round(percentile(milliseconds, 1)),
  }
}

function countOutcomes(asked: Asked[]): Record<string, Record<string, number>> {
  const counts: Record<string, Record<string, number>> = {}
  for (const { question, outcome } of asked) {
    for (const kind of ['all', question.kind]) {
      counts[kind] ??= {}
      counts[kind][outcome] = (counts[kind][outcome] ?? 0) + 1
    }
  }
  return counts
}

function showSlowest(asked: Asked[]): void {
  for (const { answerMs, outcome, question } of asked
    .toSorted((a, b) => b.answerMs - a.answerMs)
    .slice(0, 20))
    console.log(`  ${answerMs.toFixed(0)} ms, ${question.kind}, ${outcome}: ${question.text}`)
}
