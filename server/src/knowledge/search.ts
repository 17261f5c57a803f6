import type { Sql } from '../kit/db.ts'

/** A chunk that shares words with a question. */
export type Passage = {
  itemId: string
  title: string
  url: string | null
  heading: string
  body: string
  rank: number
}

/** The question's words as the index spells them, each with how many of the project's chunks hold it. */
export type Term = { word: string; chunks: number }

/** Words of a text as the index spells them: stemmed, without the ones that every sentence has. */
export async function stemmedWords(sql: Sql, texts: string[]): Promise<string[][]> {
  const rows = await sql<{ words: string[] }>`
    select tsvector_to_array(to_tsvector('english', t.text)) as words
    from unnest(${texts}::text[]) with ordinality as t (text, place) order by t.place`
  return rows.map((row) => row.words)
}

export async function termsOf(sql: Sql, projectId: string, words: string[]): Promise<Term[]> {
  if (words.length === 0) return []
  return sql<Term>`
    select w.word, (
      select count(*)::int from knowledge_chunks c
      join knowledge_items i on i.id = c.item_id and i.status = 'embedded'
      where c.project_id = ${projectId} and c.words @@ w.query::tsquery
    ) as chunks
    from unnest(${words}::text[], ${words.map(quoted)}::text[]) as w (word, query)`
}

/** The chunks of the project's embedded items that hold any of the words, best first. */
export async function search(
  sql: Sql,
  projectId: string,
  words: string[],
  limit: number,
): Promise<Passage[]> {
  if (words.length === 0) return []
  const anyOf = words.map(quoted).join(' | ')
  return sql<Passage>`
    select c.item_id as "itemId", i.title, i.source_url as url, c.heading, c.body,
      ts_rank_cd(c.words, ${anyOf}::tsquery, 1) as rank
    from knowledge_chunks c
    join knowledge_items i on i.id = c.item_id and i.status = 'embedded'
    where c.project_id = ${projectId} and c.words @@ ${anyOf}::tsquery
    order by rank desc, c.item_id, c.position
    limit ${limit}`
}

/** A word as a tsquery takes it, whatever characters it has. */
function quoted(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
