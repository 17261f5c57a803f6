import { randomUUID } from 'node:crypto'
import type { createDb } from '../../server/src/kit/db/db.ts'
import { splitIntoChunks } from '../../server/src/knowledge/index/split-into-chunks.ts'
import { storeVersion } from '../../server/src/knowledge/version-store.ts'
import { median } from '../kit/median.ts'

const chunkCount = 10_000
const itemCount = 10
const sectionsPerItem = 250
const sentencesPerSection = 24

type Scope = { companyId: string; projectId: string }

/** Median seconds to split and index items with at least 10,000 chunks in all, without vectors. */
export async function measureReading(
  db: ReturnType<typeof createDb>,
  { companyId, projectId }: Scope,
  repeats: number,
): Promise<{ chunks: number; splitSeconds: number; indexSeconds: number }> {
  const splits: number[] = []
  const indexes: number[] = []
  let chunks = 0
  for (let repeat = 0; repeat < repeats; repeat++) {
    chunks = 0
    let splitMs = 0
    let indexMs = 0
    for (let item = 0; item < itemCount; item++) {
      const started = performance.now()
      const read = splitIntoChunks(createText(item))
      const split = performance.now()
      const itemId = randomUUID()
      await db.company(companyId, async (sql) => {
        await sql`
          insert into knowledge_items (id, company_id, project_id, type, status, title, position)
          values (${itemId}, ${companyId}, ${projectId}, 'manual', 'embedded', 'Manual', 1)`
        await storeVersion(
          sql,
          { companyId, projectId, itemId },
          { title: 'Manual', hash: itemId, ...read },
          null,
        )
      })
      splitMs += split - started
      indexMs += performance.now() - split
      chunks += read.chunks.length
      await db.company(companyId, (sql) => sql`delete from knowledge_items where id = ${itemId}`)
    }
    splits.push(splitMs / 1000)
    indexes.push(indexMs / 1000)
  }
  if (chunks < chunkCount) throw new Error(`The texts have ${chunks} chunks only`)
  return { chunks, splitSeconds: median(splits), indexSeconds: median(indexes) }
}

function createText(item: number) {
  let word = item * 1000
  const sections = Array.from({ length: sectionsPerItem }, (_, section) => {
    const heading = `Chapter ${section}`
    const paragraphs = Array.from({ length: sentencesPerSection }, () => {
      const words = Array.from({ length: 14 }, () => `word${(word++ * 7919) % 30_000}`)
      return `The ${words.join(' ')}.`
    })
    return { heading, headings: ['Manual', heading], paragraphs }
  })
  return { title: 'Manual', sections }
}
