import { raw } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import { normalizeText } from './normalize-text.ts'

/** A chunk that was found, and how. */
export type Passage = {
  itemId: string
  position: number
  title: string
  url: string | null
  heading: string
  body: string
  /** What each way of searching gave it; null where that way did not find it. */
  scores: { words: number | null; meaning: number | null; fused: number }
}

export type WeightedWord = { word: string; weight: number; chunks: number }

/** A question's vector, by the model that made it. */
export type QueryVector = { model: string; vector: number[] }

/** The languages of a project's embedded items, as the index stems them. */
export async function listLanguages(sql: Sql, projectId: string): Promise<string[]> {
  const rows = await sql<{ language: string }>`
    select distinct language::text as language from knowledge_items
    where project_id = ${projectId} and status = 'embedded' order by 1`
  return rows.map((row) => row.language)
}

/** Words of each text as the index spells them: stemmed, without the ones that every sentence has. */
export async function stemTexts(sql: Sql, languages: string[], texts: string[]): Promise<string[][]> {
  const rows = await sql<{ words: string[] }>`
    select array(
      select distinct w.word from unnest(${languages}::text[]) as l (language)
      cross join lateral unnest(tsvector_to_array(to_tsvector(l.language::regconfig, t.text))) as w (word)
    ) as words
    from unnest(${texts.map(normalizeText)}::text[]) with ordinality as t (text, place) order by t.place`
  return rows.map((row) => row.words)
}

/** `stemmedWords`, and in how many of the project's chunks each of them stands: in one go. */
export async function stemAndCountWords(
  sql: Sql,
  projectId: string,
  languages: string[],
  texts: string[],
): Promise<{ words: string[][]; counts: Map<string, number> }> {
  const [row] = await sql<{ words: string[][] | null; counts: Record<string, number> | null }>`
    with stemmed as (
      select t.place, array(
        select distinct w.word from unnest(${languages}::text[]) as l (language)
        cross join lateral unnest(tsvector_to_array(to_tsvector(l.language::regconfig, t.text))) as w (word)
      ) as words
      from unnest(${texts.map(normalizeText)}::text[]) with ordinality as t (text, place)
    )
    select (select jsonb_agg(words order by place) from stemmed) as words,
      (select jsonb_object_agg(k.word, k.chunk_count) from knowledge_word_counts k where k.project_id = ${projectId}
        and k.word = any(array(select '' union select unnest(words) from stemmed))) as counts`
  return { words: row?.words ?? [], counts: new Map(Object.entries(row?.counts ?? {})) }
}

/** In how many of the project's chunks each word stands; with the empty word, how many chunks there are. */
export async function countChunksByWord(
  sql: Sql,
  projectId: string,
  words: string[],
): Promise<Map<string, number>> {
  const rows = await sql<{ word: string; chunks: number }>`
    select word, chunk_count as chunks from knowledge_word_counts
    where project_id = ${projectId} and word = any(${['', ...words]}::text[])`
  return new Map(rows.map((row) => [row.word, row.chunks]))
}

/** How many chunks there are, and how many of them have a vector of the model; without a model none is counted. */
export async function countChunks(
  sql: Sql,
  projectId: string,
  model: string | null,
): Promise<{ all: number; withMeaning: number }> {
  const all = (await countChunksByWord(sql, projectId, [])).get('') ?? 0
  if (model === null) return { all, withMeaning: 0 }
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from knowledge_vectors where project_id = ${projectId} and model = ${model}`
  return { all, withMeaning: row?.count ?? 0 }
}

/** Words of the project that look like one that stands nowhere, the likest first. */
export async function findSimilarWords(
  sql: Sql,
  projectId: string,
  words: string[],
): Promise<{ word: string; like: string }[]> {
  if (words.length === 0) return []
  await sql`select set_config('pg_trgm.similarity_threshold', '0.2', true)`
  return sql<{ word: string; like: string }>`
    select w.word, k.word as like from unnest(${words}::text[]) as w (word)
    cross join lateral (
      select k.word from knowledge_word_counts k
      where k.project_id = ${projectId} and k.word % w.word and abs(length(k.word) - length(w.word)) <= 2
      order by similarity(k.word, w.word) desc, k.chunk_count desc limit 12
    ) k`
}

/** Beyond so many places in the list, one more chunk changes nothing. */
const maxHitsPerMethod = 24
/** How soon a lower rank counts for less, in reciprocal rank fusion. */
const rankConstant = 60
const maxWords = 12
/** One chunk in so many is looked at, within these limits: more of them cost time, and find next to nothing more. */
const candidateShare = 20
const candidateLimits = { fewest: 150, most: 600 }

/** What is searched for; `chunks`: how many the project has. */
export type SearchQuery = { words: WeightedWord[]; chunks: number; meaning: QueryVector | null }

/**
 * The chunks of the project's embedded items that fit best: by their words always, by their meaning where there is a
 * vector, and by both together through their ranks.
 */
export async function searchChunks(
  sql: Sql,
  projectId: string,
  { words, chunks, meaning }: SearchQuery,
  limit: number,
): Promise<Passage[]> {
  // Sent in one go: neither waits for the way of the other.
  const [byWords, byMeaning] = await Promise.all([
    findByKeywords(sql, projectId, words, chunks),
    meaning ? findByVector(sql, projectId, meaning) : [],
  ])
  const fused = fuseRankings(byWords, byMeaning).slice(0, limit)
  return readPassages(sql, projectId, fused)
}

/**
 * The rarest words of a long question, and how many of them choose the chunks that are looked at: the common ones would
 * bring thousands, and tell little. All of them count in what was chosen.
 */
function selectRarestWords(
  words: WeightedWord[],
  total: number,
): { known: WeightedWord[]; deciding: number } {
  const known = words
    .filter(({ chunks }) => chunks > 0)
    .sort((a, b) => a.chunks - b.chunks)
    .slice(0, maxWords)
  const most = Math.min(candidateLimits.most, Math.max(candidateLimits.fewest, total / candidateShare))
  let chosen = 0
  const tooMany = known.findIndex(({ chunks }, place) => {
    chosen += chunks
    return place > 0 && chosen > most
  })
  return { known, deciding: tooMany < 0 ? known.length : tooMany }
}

type Hit = { itemId: string; position: number; score: number }
type FusedHit = Hit & { words: number | null; meaning: number | null }

function findByKeywords(sql: Sql, projectId: string, words: WeightedWord[], total: number): Promise<Hit[]> {
  const { known, deciding } = selectRarestWords(words, total)
  if (known.length === 0) return Promise.resolve([])
  return sql<Hit>`
    select item_id as "itemId", position, score
    from search_knowledge_chunks(${projectId}, ${known.map(({ word }) => quoteTsqueryTerm(word))}::text[],
      ${known.map(({ weight }) => weight)}::real[], ${deciding}, ${maxHitsPerMethod})`
}

async function findByVector(sql: Sql, projectId: string, { model, vector }: QueryVector): Promise<Hit[]> {
  const dimensions = vector.length
  const cast = raw(`vector(${dimensions})`)
  const setting = sql`
    select set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', '100', true)`
  const finding = sql<Hit>`
    select v.item_id as "itemId", v.position, 1 - v.distance as score from (
      select item_id, position, embedding::${cast} <=> ${JSON.stringify(vector)}::${cast} as distance
      from knowledge_vectors
      where project_id = ${projectId} and dimensions = ${dimensions} and model = ${model}
      order by embedding::${cast} <=> ${JSON.stringify(vector)}::${cast} limit ${maxHitsPerMethod}
    ) v order by v.distance`
  const [hits] = await Promise.all([finding, setting])
  return hits
}

function fuseRankings(byWords: Hit[], byMeaning: Hit[]): FusedHit[] {
  const all = new Map<string, FusedHit>()
  for (const [way, hits] of Object.entries({ words: byWords, meaning: byMeaning })) {
    for (const [rank, hit] of hits.entries()) {
      const key = `${hit.itemId} ${hit.position}`
      const known = all.get(key) ?? { ...hit, score: 0, words: null, meaning: null }
      all.set(key, { ...known, [way]: hit.score, score: known.score + 1 / (rankConstant + rank + 1) })
    }
  }
  return [...all.values()].sort((a, b) => b.score - a.score)
}

async function readPassages(sql: Sql, projectId: string, hits: FusedHit[]): Promise<Passage[]> {
  const rows = await sql<Omit<Passage, 'scores'> & { place: number }>`
    select h.place::int, c.item_id as "itemId", c.position, i.title, i.source_url as url, c.heading, c.body
    from unnest(${hits.map((hit) => hit.itemId)}::uuid[], ${hits.map((hit) => hit.position)}::int[])
      with ordinality as h (item_id, position, place)
    join knowledge_chunks c on c.item_id = h.item_id and c.position = h.position
    join knowledge_items i on i.id = c.item_id
    where c.project_id = ${projectId} and i.status = 'embedded'
    order by h.place`
  return rows.map(({ place, ...row }) => {
    const { words, meaning, score } = hits[place - 1] as FusedHit
    return { ...row, scores: { words, meaning, fused: score } }
  })
}

/** A word as a tsquery takes it, whatever characters it has. */
function quoteTsqueryTerm(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
