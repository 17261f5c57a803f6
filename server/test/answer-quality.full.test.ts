import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { askQuestions, teach } from '../../bench/answers/ask.ts'
import { readCorpus } from '../../bench/answers/corpus.ts'
import { scoreGrades } from '../../bench/answers/grade.ts'
import { enableSearchExtensions } from '../src/enable-search.ts'
import { openDatabase } from '../src/kit/db/database.ts'
import { createDb } from '../src/kit/db/db.ts'
import type { Settings } from '../src/kit/process/settings.ts'
import { copyDatabase } from './database.ts'

const log = pino({ level: 'silent' })
/** All questions are asked by `npm run bench answers`. */
const sampleShare = 3

async function openAnswerer() {
  const copy = await copyDatabase(inject('template'))
  const { dataDir, databaseUrl } = copy
  const settings = { dataDir, databaseUrl, databasePool: 2, embeddedFsync: false } as Settings
  const database = await openDatabase(settings, log)
  onTestFinished(async () => {
    await database.close()
    await copy.remove()
  })
  return { db: createDb(database, log), search: await enableSearchExtensions(database.pool, log), log }
}

test.each([
  ['harbor', { titles: 0.9, facts: 0.5, 'facts or suggested': 0.72, wrong: 0.08 }],
  ['werkbank', { titles: 0.95, facts: 0.48, 'facts or suggested': 0.72, wrong: 0.08 }],
] as const)('the help center %s is answered at least as well as before', async (name, limits) => {
  const answerer = await openAnswerer()
  const corpus = readCorpus(name)
  const sample = corpus.questions.filter((_, index) => index % sampleShare === 0)
  const scores = scoreGrades(await askQuestions(answerer, await teach(answerer, corpus), sample))
  expect(scores.titles).toBeGreaterThanOrEqual(limits.titles)
  expect(scores.facts).toBeGreaterThanOrEqual(limits.facts)
  expect(scores['facts or suggested']).toBeGreaterThanOrEqual(limits['facts or suggested'])
  expect(scores.wrong).toBeLessThanOrEqual(limits.wrong)
  expect(scores['out of scope answered']).toBeLessThanOrEqual(0.2)
})
