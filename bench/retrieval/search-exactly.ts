import type { Sql } from '../../server/src/kit/db/db.ts'
import type { QueryVector, WeightedWord } from '../../server/src/knowledge/search/search.ts'

const candidateCount = 24
const rankConstant = 60

/** The bare limit and the reference: all words, no vector index, both lists merged by reciprocal rank fusion. */
export async function searchExactly(
  sql: Sql,
  projectId: string,
  { words, meaning }: { words: WeightedWord[]; meaning: QueryVector | null },
  limit: number,
): Promise<{ keys: string[]; milliseconds: number }> {
  await sql`select set_config('enable_indexscan', 'off', true)`
  const known = words.filter(({ chunks }) => chunks > 0)
  const started = performance.now()
  const byWords = await sql<{ key: string }>`
    select item_id || ' ' || position as key
    from search_knowledge_chunks(${projectId}, ${known.map(({ word }) => `'${word}'`)}::text[],
      ${known.map(({ weight }) => weight)}::real[], ${known.length}, ${candidateCount})`
  const byMeaning = meaning
    ? await sql<{ key: string }>`
        select item_id || ' ' || position as key from knowledge_vectors
        where project_id = ${projectId} and model = ${meaning.model}
        order by embedding <=> ${JSON.stringify(meaning.vector)}::vector limit ${candidateCount}`
    : []
  const scores = new Map<string, number>()
  for (const list of [byWords, byMeaning]) {
    for (const [rank, { key }] of list.entries()) {
      scores.set(key, (scores.get(key) ?? 0) + 1 / (rankConstant + rank + 1))
    }
  }
  const milliseconds = performance.now() - started
  await sql`select set_config('enable_indexscan', 'on', true)`
  const best = [...scores].sort((a, b) => b[1] - a[1]).slice(0, limit)
  return { keys: best.map(([key]) => key), milliseconds }
}
