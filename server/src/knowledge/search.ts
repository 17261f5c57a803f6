import { raw } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import { normalizeText } from './normalize-text.ts'

/** A chunk that a search has found. */
export type Passage = {
  itemId: string
  position: number
  title: string
  url: string | null
  heading: string
  body: string
  /** The score of each search method; null when that method did not find the chunk. */
  scores: { words: number | null; meaning: number | null; fused: number }
}

export type WeightedWord = { word: string; weight: number; chunks: number }

/** The vector of a question and the model that created it. */
export type QueryVector = { model: string; vector: number[] }

/** The text search configurations of a project's embedded items. */
export async function listLanguages(sql: Sql, projectId: string): Promise<string[]> {
  const rows = await sql<{ language: string }>`
    select distinct language::text as language from knowledge_items
    where project_id = ${projectId} and status = 'embedded' order by 1`
  return rows.map((row) => row.language)
}

/** The stems of each text, without stop words, as they are in the index. */
export async function stemTexts(sql: Sql, languages: string[], texts: string[]): Promise<string[][]> {
  const rows = await sql<{ words: string[] }>`
    select array(
      select distinct w.word from unnest(${languages}::text[]) as l (language)
      cross join lateral unnest(tsvector_to_array(to_tsvector(l.language::regconfig, t.text))) as w (word)
    ) as words
    from unnest(${texts.map(normalizeText)}::text[]) with ordinality as t (text, place) order by t.place`
  return rows.map((row) => row.words)
}

/** `stemTexts` and `countChunksByWord` in one query. */
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

/** The number of the project's chunks that contain each word. The empty word has the number of all chunks. */
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

/** The number of chunks, and of those with a vector of the model; 0 without a model. */
export async function countChunks(
  sql: Sql,
  projectId: string,
  model: string | null,
): Promise<{ total: number; withVectors: number }> {
  const total = (await countChunksByWord(sql, projectId, [])).get('') ?? 0
  if (model === null) return { total, withVectors: 0 }
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from knowledge_vectors where project_id = ${projectId} and model = ${model}`
  return { total, withVectors: row?.count ?? 0 }
}

/** Words of the project that are similar to unknown words (trigram similarity), most similar first. */
export async function findSimilarWords(
  sql: Sql,
  projectId: string,
  words: string[],
): Promise<{ word: string; like: string; chunks: number }[]> {
  if (words.length === 0) return []
  await sql`select set_config('pg_trgm.similarity_threshold', '0.2', true)`
  return sql<{ word: string; like: string; chunks: number }>`
    select w.word, k.word as like, k.chunk_count as chunks from unnest(${words}::text[]) as w (word)
    cross join lateral (
      select k.word, k.chunk_count from knowledge_word_counts k
      where k.project_id = ${projectId} and k.word % w.word and abs(length(k.word) - length(w.word)) <= 2
      order by similarity(k.word, w.word) desc, k.chunk_count desc limit 12
    ) k`
}

/** The shortest stem, and the most letters more or fewer, with which two words count as one family. */
const minFamilyStem = 5
const maxFamilyDifference = 4
const maxFamilySize = 6

/** Words of the project that begin with a stem, or with which the stem begins: most frequent first, a few for each stem. */
export async function findWordFamilies(
  sql: Sql,
  projectId: string,
  stems: string[],
): Promise<{ stem: string; like: string; chunks: number }[]> {
  const long = stems.filter((stem) => stem.length >= minFamilyStem && /^\p{L}+$/u.test(stem))
  if (long.length === 0) return []
  // The end of the range is an argument: row-level security keeps an expression that is not leakproof from using the index.
  const ends = long.map((stem) => `${stem}zzzzzz`)
  return sql<{ stem: string; like: string; chunks: number }>`
    select s.stem, k.word as like, k.chunk_count as chunks
    from unnest(${long}::text[], ${ends}::text[]) as s (stem, range_end)
    cross join lateral (
      (select k.word, k.chunk_count from knowledge_word_counts k
        where k.project_id = ${projectId} and k.word > s.stem and k.word < s.range_end
          and length(k.word) - length(s.stem) <= ${maxFamilyDifference}
        order by k.chunk_count desc limit ${maxFamilySize})
      union all
      (select k.word, k.chunk_count from knowledge_word_counts k
        where k.project_id = ${projectId} and k.word = any(array(
          select left(s.stem, n) from generate_series(greatest(${minFamilyStem}, length(s.stem) - 3), length(s.stem) - 1) as n)))
    ) k`
}

/** Lower-ranked hits do not change the fused ranking. */
const maxHitsPerMethod = 24
/** The constant k of reciprocal rank fusion. */
const rankConstant = 60
const maxWords = 12
/** One chunk in this many is scored, within the limits below. Scoring more takes longer and finds hardly anything. */
const candidateShare = 20
const candidateLimits = { min: 150, max: 600 }

/** `chunks` is the number of chunks in the project. */
export type SearchQuery = { words: WeightedWord[]; chunks: number; vector: QueryVector | null }

/**
 * Finds the best chunks of the project's embedded items: by keywords, by vector similarity where there is a vector, and
 * by both through reciprocal rank fusion.
 */
export async function searchChunks(
  sql: Sql,
  projectId: string,
  { words, chunks, vector }: SearchQuery,
  limit: number,
): Promise<Passage[]> {
  // Both queries are sent in one round trip (pipelining).
  const [byKeywords, byVector] = await Promise.all([
    findByKeywords(sql, projectId, words, chunks),
    vector ? findByVector(sql, projectId, vector) : [],
  ])
  const fused = fuseRankings(byKeywords, byVector).slice(0, limit)
  return readPassages(sql, projectId, fused)
}

/**
 * Selects the rarest words of a question. Only the first `deciding` words choose candidate chunks, because common words
 * would add thousands of chunks with little relevance. All selected words count in the score.
 */
function selectRarestWords(
  words: WeightedWord[],
  total: number,
): { known: WeightedWord[]; deciding: number } {
  const known = words
    .filter(({ chunks }) => chunks > 0)
    .sort((a, b) => a.chunks - b.chunks)
    .slice(0, maxWords)
  const maxCandidates = Math.min(candidateLimits.max, Math.max(candidateLimits.min, total / candidateShare))
  let chosen = 0
  const firstExcess = known.findIndex(({ chunks }, place) => {
    chosen += chunks
    return place > 0 && chosen > maxCandidates
  })
  return { known, deciding: firstExcess < 0 ? known.length : firstExcess }
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

function fuseRankings(byKeywords: Hit[], byVector: Hit[]): FusedHit[] {
  const all = new Map<string, FusedHit>()
  for (const [method, hits] of Object.entries({ words: byKeywords, meaning: byVector })) {
    for (const [rank, hit] of hits.entries()) {
      const key = `${hit.itemId} ${hit.position}`
      const known = all.get(key) ?? { ...hit, score: 0, words: null, meaning: null }
      all.set(key, { ...known, [method]: hit.score, score: known.score + 1 / (rankConstant + rank + 1) })
    }
  }
  return [...all.values()].sort((a, b) => b.score - a.score)
}

async function readPassages(sql: Sql, projectId: string, hits: FusedHit[]): Promise<Passage[]> {
  const rows = await sql<Omit<Passage, 'scores' | 'heading'> & { headings: string[]; place: number }>`
    select h.place::int, c.item_id as "itemId", c.position, i.title, i.source_url as url, c.headings, c.body
    from unnest(${hits.map((hit) => hit.itemId)}::uuid[], ${hits.map((hit) => hit.position)}::int[])
      with ordinality as h (item_id, position, place)
    join knowledge_chunks c on c.item_id = h.item_id and c.position = h.position
    join knowledge_items i on i.id = c.item_id
    where c.project_id = ${projectId} and i.status = 'embedded'
    order by h.place`
  return rows.map(({ place, headings, ...row }) => {
    const { words, meaning, score } = hits[place - 1] as FusedHit
    const path = headings.filter((heading, index) => index > 0 || heading !== row.title)
    return { ...row, heading: path.join(' › '), scores: { words, meaning, fused: score } }
  })
}

/** The first chunks of the items whose title is the text. Common words of a title may not bring its page among the hits. */
export async function findByTitle(sql: Sql, projectId: string, text: string): Promise<Passage[]> {
  const title = text.trim().toLowerCase()
  const found = await sql<Hit>`
    select id as "itemId", 0 as position, 0 as score from knowledge_items
    where project_id = ${projectId} and status = 'embedded' and lower(title) = ${title}
    order by position limit ${maxTitled}`
  const hits = found.map((hit) => ({ ...hit, words: null, meaning: null }))
  return hits.length > 0 ? readPassages(sql, projectId, hits) : []
}

const maxTitled = 3

/** A chunk with the headings of its section. */
export type SectionChunk = {
  itemId: string
  position: number
  headings: string[]
  body: string
  overlap: number
}

/** How many chunks before and after a passage are read. */
const sectionReach = { before: 4, after: 3 }

/** The chunks near the passages, whatever their section, ordered by item and position. */
export async function listNeighbors(
  sql: Sql,
  projectId: string,
  places: { itemId: string; position: number }[],
): Promise<SectionChunk[]> {
  if (places.length === 0) return []
  return sql<SectionChunk>`
    select distinct c.item_id as "itemId", c.position, c.headings, c.body, c.overlap
    from unnest(${places.map(({ itemId }) => itemId)}::uuid[], ${places.map(({ position }) => position)}::int[])
      as h (item_id, position)
    join knowledge_chunks c on c.item_id = h.item_id
      and c.position between h.position - ${sectionReach.before} and h.position + ${sectionReach.after}
    where c.project_id = ${projectId}
    order by c.item_id, c.position`
}

/** Quotes a word for a tsquery. */
function quoteTsqueryTerm(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
