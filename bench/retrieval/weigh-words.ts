import type { Sql } from '../../server/src/kit/db/db.ts'
import type { WeightedWord } from '../../server/src/knowledge/search/search.ts'
import { stemAndCountWords } from '../../server/src/knowledge/search/word-store.ts'

/** The stems of a question, weighted by their rarity in the live answers, and the number of all chunks. */
export async function weighWords(sql: Sql, projectId: string, text: string) {
  const { words: stemsByText, counts } = await stemAndCountWords(
    sql,
    { projectId, isDraft: false },
    ['english'],
    [text],
  )
  const stems = [...new Set(stemsByText.flat())]
  const total = counts.get('') ?? 1
  const words = stems.map((word): WeightedWord => {
    const chunks = counts.get(word) ?? 0
    return { word, chunks, weight: Math.log(1 + total / Math.max(1, chunks)) / Math.log(1 + total) }
  })
  return { words, chunks: total }
}
