import { openDatabase } from '../../server/src/kit/db/database.ts'
import { createDb } from '../../server/src/kit/db/db.ts'
import type { Log } from '../../server/src/kit/observability/log.ts'
import { readSettings } from '../../server/src/kit/process/settings.ts'
import { searchChunks } from '../../server/src/knowledge/search/search.ts'
import type { BenchDatabase } from '../kit/database.ts'
import { productEnv } from '../kit/product.ts'
import { weighWords } from '../retrieval/weigh-words.ts'
import type { Question } from './questions.ts'
import type { Shop } from './shop.ts'

/** The limit of a search that an answer makes. */
const limit = 24

/** The milliseconds of one search for the passages of each question, after its words are weighted, without anything else. */
export async function measureSearch(
  { env }: BenchDatabase,
  { companyId, projectId, chunks: expected }: Shop,
  questions: Question[],
): Promise<number[]> {
  const log = { warn() {}, error() {} } as unknown as Log
  const database = await openDatabase(readSettings({ ...productEnv, ...env }), log)
  try {
    const db = createDb(database, log)
    const milliseconds: number[] = []
    for (const { text } of questions) {
      await db.company(companyId, async (sql) => {
        const { words, chunks } = await weighWords(sql, projectId, text)
        if (chunks !== expected) throw new Error(`${chunks} chunks are live instead of ${expected}`)
        const startedAt = performance.now()
        await searchChunks(
          sql,
          { projectId, isDraft: false },
          { words, chunks, vector: null, language: 'en' },
          limit,
        )
        milliseconds.push(performance.now() - startedAt)
      })
    }
    return milliseconds
  } finally {
    await database.close()
  }
}
