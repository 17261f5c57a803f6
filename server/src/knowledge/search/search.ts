import type { QuestionLanguage } from '@aichat/contracts/ai/knowledge'
import part, { empty, raw } from 'sql-template-tag'
import type { Sql } from '../../kit/db/db.ts'
import { type AnswerSet, isItemOf } from './answer-set.ts'

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

/** Lower-ranked hits of one method do not change the first ones of the fused ranking. */
const minHitsPerMethod = 24
/** The constant k of reciprocal rank fusion. */
const rankConstant = 60
const maxWords = 16
/** One chunk in this many is scored, within the limits below. Scoring more takes longer and finds hardly anything. */
const candidateShare = 20
const candidateLimits = { min: 300, max: 600 }

/** `chunks` is the number of chunks in the set; `language` that of the question, null when it is not known. */
export type SearchQuery = {
  words: WeightedWord[]
  chunks: number
  vector: QueryVector | null
  language: QuestionLanguage
}

/**
 * Finds the best chunks of the set's items: by keywords, by vector similarity where there is a vector, and
 * by both through reciprocal rank fusion.
 */
export async function searchChunks(
  sql: Sql,
  answers: AnswerSet,
  query: SearchQuery,
  limit: number,
): Promise<Passage[]> {
  if (query.chunks <= maxSmallProject) return searchSmallProject(sql, answers, query, limit)
  const { words, chunks, vector, language } = query
  const options = { language, limit: Math.max(minHitsPerMethod, limit) }
  // Both queries are sent in one round trip (pipelining).
  const [byKeywords, byVector] = await Promise.all([
    findByKeywords(sql, answers, selectWords(words, chunks), options),
    vector ? findByVector(sql, answers, vector, options) : [],
  ])
  const fused = fuseRankings(byKeywords, byVector).slice(0, limit)
  return readPassages(sql, answers, fused, language)
}

/** Up to this number of chunks, comparing all of them takes less time than planning a query that uses the indexes. */
const maxSmallProject = 250

/** Compares all chunks in one prepared statement, with the same score as `search_knowledge_chunks`. */
async function searchSmallProject(
  sql: Sql,
  answers: AnswerSet,
  { words, chunks, vector, language }: SearchQuery,
  limit: number,
): Promise<Passage[]> {
  const { known, deciding } = selectWords(words, chunks)
  // Of a few chunks, all are found, because a passage may answer in other words than the question. A vector finds these anyway.
  const findsAll = chunks <= limit && !vector
  if (known.length === 0 && !vector && !findsAll) return []
  const hitsPerMethod = Math.max(minHitsPerMethod, limit)
  const terms = known.map(({ word }) => quoteTsqueryTerm(word))
  // Sent in one round trip, in this order (pipelining).
  const forcing = setPlanMode(sql, 'force_generic_plan')
  const finding = sql.prepared<PassageRow & { method: 'words' | 'meaning'; score: number }>`
    with live as materialized (
      select a.entry_id as id, a.version, a.title, a.source_url as url from answer_entries a
      where ${isItemOf(answers)} and ${isUsedFor(language)}
    ), ranked as (
      (select 'words' as method, c.item_id, c.position, (coalesce(w.score, 0) / (0.7 + length(c.search_vector) / 200.0))::real as score
      from knowledge_chunks c join live i on i.id = c.item_id and i.version = c.version
      cross join lateral (
        select sum(w.weight * ts_rank('{0.3, 0.3, 0.8, 0.8}', c.search_vector, w.query)) as score
        from unnest(${terms}::tsquery[], ${known.map(({ weight }) => weight)}::real[]) as w (query, weight)
      ) w
      where c.project_id = ${answers.projectId}
        and (${findsAll}::boolean or c.search_vector @@ ${terms.slice(0, deciding).join(' | ')}::tsquery)
      order by score desc, c.item_id, c.position limit ${hitsPerMethod})
      ${vector ? compareAllVectors(answers.projectId, vector, hitsPerMethod) : empty}
    )
    select r.method, r.score, c.item_id as "itemId", c.position, i.title, i.url, c.headings, c.body
    from ranked r join live i on i.id = r.item_id
    join knowledge_chunks c on c.item_id = i.id and c.version = i.version and c.position = r.position
    order by r.score desc, c.item_id, c.position`
  const [rows] = await Promise.all([finding, forcing, setPlanMode(sql, 'auto')])
  const byMethod = (method: string) => rows.filter((row) => row.method === method)
  return fuseRankings(byMethod('words'), byMethod('meaning')).slice(0, limit).map(toPassage)
}

/**
 * A generic plan is planned once per connection. PostgreSQL prefers a new plan for each search, because it takes a project for one of the
 * average size, and planning takes as long as the search itself.
 */
function setPlanMode(sql: Sql, mode: 'auto' | 'force_generic_plan') {
  return sql.prepared`select set_config('plan_cache_mode', ${mode}, true)`
}

function compareAllVectors(projectId: string, { model, vector }: QueryVector, limit: number) {
  return part`
    union all
    (select 'meaning', v.item_id, v.position, (1 - (v.embedding <=> ${JSON.stringify(vector)}::vector))::real as score
    from knowledge_vectors v join live i on i.id = v.item_id and i.version = v.version
    where v.project_id = ${projectId} and v.model = ${model} and v.dimensions = ${vector.length}
    order by score desc limit ${limit})`
}

/** Whether an entry `a` is used in answers to a question in the language. */
function isUsedFor(language: QuestionLanguage) {
  return part`(${language}::text is null or a.question_language is null or a.question_language = ${language})`
}

/**
 * Selects the words of a question with the highest weights. Only the first `deciding` words choose candidate chunks, because
 * common words would add thousands of chunks with little relevance. All selected words count in the score.
 */
function selectWords(words: WeightedWord[], total: number): SelectedWords {
  const known = words
    .filter(({ chunks }) => chunks > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, maxWords)
  const maxCandidates = Math.min(candidateLimits.max, Math.max(candidateLimits.min, total / candidateShare))
  let chosen = 0
  const decides = known.map(({ chunks }, place) => {
    if (place > 0 && chosen + chunks > maxCandidates) return false
    chosen += chunks
    return true
  })
  const deciding = known.filter((_, place) => decides[place])
  return {
    known: [...deciding, ...known.filter((_, place) => !decides[place])],
    deciding: deciding.length,
  }
}

type SelectedWords = { known: WeightedWord[]; deciding: number }
type HitOptions = { language: QuestionLanguage; limit: number }
type Hit = { itemId: string; position: number; score: number }
type Fused<T extends Hit> = T & { words: number | null; meaning: number | null }
type FusedHit = Fused<Hit>

function findByKeywords(
  sql: Sql,
  answers: AnswerSet,
  { known, deciding }: SelectedWords,
  { language, limit }: HitOptions,
): Promise<Hit[]> {
  if (known.length === 0) return Promise.resolve([])
  return sql<Hit>`
    select item_id as "itemId", position, score
    from search_knowledge_chunks(${answers.projectId}, ${known.map(({ word }) => quoteTsqueryTerm(word))}::text[],
      ${known.map(({ weight }) => weight)}::real[], ${deciding}, ${limit}, ${language},
      ${answers.isDraft})`
}

/** Hits of items that are not used are dropped afterwards, so some more than needed are found. */
async function findByVector(
  sql: Sql,
  answers: AnswerSet,
  { model, vector }: QueryVector,
  { language, limit }: HitOptions,
): Promise<Hit[]> {
  const dimensions = vector.length
  const cast = raw(`vector(${dimensions})`)
  const setting = sql`
    select set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', '100', true)`
  const finding = sql<Hit>`
    select v.item_id as "itemId", v.position, 1 - v.distance as score from (
      select item_id, version, position, embedding::${cast} <=> ${JSON.stringify(vector)}::${cast} as distance
      from knowledge_vectors
      where project_id = ${answers.projectId} and dimensions = ${dimensions} and model = ${model}
      order by embedding::${cast} <=> ${JSON.stringify(vector)}::${cast} limit ${2 * limit}
    ) v
    join answer_entries a on a.entry_id = v.item_id and a.version = v.version
      and ${isItemOf(answers)} and ${isUsedFor(language)}
    order by v.distance limit ${limit}`
  const [hits] = await Promise.all([finding, setting])
  return hits
}

function fuseRankings<T extends Hit>(byKeywords: T[], byVector: T[]): Fused<T>[] {
  const all = new Map<string, Fused<T>>()
  for (const [method, hits] of Object.entries({ words: byKeywords, meaning: byVector })) {
    for (const [rank, hit] of hits.entries()) {
      const key = `${hit.itemId} ${hit.position}`
      const known = all.get(key) ?? { ...hit, score: 0, words: null, meaning: null }
      all.set(key, { ...known, [method]: hit.score, score: known.score + 1 / (rankConstant + rank + 1) })
    }
  }
  return [...all.values()].sort((a, b) => b.score - a.score)
}

type PassageRow = Omit<Passage, 'scores' | 'heading'> & { headings: string[] }

async function readPassages(
  sql: Sql,
  answers: AnswerSet,
  hits: FusedHit[],
  language: QuestionLanguage,
): Promise<Passage[]> {
  const rows = await sql.prepared<PassageRow & { place: number }>`
    select h.place::int, c.item_id as "itemId", c.position, a.title, a.source_url as url, c.headings, c.body
    from unnest(${hits.map((hit) => hit.itemId)}::uuid[], ${hits.map((hit) => hit.position)}::int[])
      with ordinality as h (item_id, position, place)
    join answer_entries a on a.entry_id = h.item_id and ${isItemOf(answers)} and ${isUsedFor(language)}
    join knowledge_chunks c on c.item_id = a.entry_id and c.version = a.version and c.position = h.position
    order by h.place`
  return rows.map(({ place, ...row }) => toPassage({ ...(hits[place - 1] as FusedHit), ...row }))
}

function toPassage({
  itemId,
  position,
  title,
  url,
  headings,
  body,
  words,
  meaning,
  score,
}: PassageRow & FusedHit) {
  const path = headings.filter((heading, index) => index > 0 || heading !== title)
  const heading = path.join(' › ')
  return { itemId, position, title, url, heading, body, scores: { words, meaning, fused: score } }
}

/** The first chunks of the items whose title is the text. Common words of a title may not bring its page among the hits. */
export async function findByTitle(
  sql: Sql,
  answers: AnswerSet,
  text: string,
  language: QuestionLanguage,
): Promise<Passage[]> {
  const title = text.trim().toLowerCase()
  const found = await sql<Hit>`
    select a.entry_id as "itemId", 0 as position, 0 as score from answer_entries a
    where ${isItemOf(answers)} and ${isUsedFor(language)} and lower(a.title) = ${title}
    order by a.entry_id limit ${maxTitled}`
  const hits = found.map((hit) => ({ ...hit, words: null, meaning: null }))
  return hits.length > 0 ? readPassages(sql, answers, hits, language) : []
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
  answers: AnswerSet,
  places: { itemId: string; position: number }[],
): Promise<SectionChunk[]> {
  if (places.length === 0) return []
  return sql<SectionChunk>`
    select distinct c.item_id as "itemId", c.position, c.headings, c.body, c.overlap
    from unnest(${places.map(({ itemId }) => itemId)}::uuid[], ${places.map(({ position }) => position)}::int[])
      as h (item_id, position)
    join answer_entries a on a.entry_id = h.item_id and ${isItemOf(answers)}
    join knowledge_chunks c on c.item_id = a.entry_id and c.version = a.version
      and c.position between h.position - ${sectionReach.before} and h.position + ${sectionReach.after}
    order by c.item_id, c.position`
}

/** Quotes a word for a tsquery. */
function quoteTsqueryTerm(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
