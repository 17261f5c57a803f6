import part, { raw } from 'sql-template-tag'
import type { Sql } from '../../kit/db/db.ts'
import { type AnswerSet, isItemOf } from './answer-set.ts'
import { normalizeText } from './normalize-text.ts'

/** In how many chunks of the set a word `k` occurs. */
function chunkCount({ isDraft }: AnswerSet) {
  return raw(isDraft ? 'k.chunk_count' : 'k.live_chunk_count')
}

/** The text search configurations of the set's items. */
export async function listLanguages(sql: Sql, answers: AnswerSet): Promise<string[]> {
  const rows = await sql<{ language: string }>`
    select distinct a.language::text as language from answer_entries a where ${isItemOf(answers)} order by 1`
  return rows.map((row) => row.language)
}

/** The stems of each text, without stop words, as they are in the index. */
export async function stemTexts(sql: Sql, languages: string[], texts: string[]): Promise<string[][]> {
  const rows = await sql<{ words: string[] }>`${selectStems(languages, texts)} order by t.place`
  return rows.map((row) => row.words)
}

/** The place of each text `t`, from 1, and its stems. */
function selectStems(languages: string[], texts: string[]) {
  return part`
    select t.place, array(
      select distinct w.word from unnest(${languages}::text[]) as l (language)
      cross join lateral unnest(tsvector_to_array(to_tsvector(l.language::regconfig, t.text))) as w (word)
    ) as words
    from unnest(${texts.map(normalizeText)}::text[]) with ordinality as t (text, place)`
}

/** `stemTexts` and `countChunksByWord` in one query. */
export async function stemAndCountWords(
  sql: Sql,
  answers: AnswerSet,
  languages: string[],
  texts: string[],
): Promise<{ words: string[][]; counts: Map<string, number> }> {
  const [row] = await sql.prepared<{ words: string[][] | null; counts: Record<string, number> | null }>`
    with stemmed as (${selectStems(languages, texts)})
    select (select jsonb_agg(words order by place) from stemmed) as words,
      (select jsonb_object_agg(k.word, ${chunkCount(answers)}) from knowledge_word_counts k
        where k.project_id = ${answers.projectId} and ${chunkCount(answers)} > 0
          and k.word = any(array(select '' union select unnest(words) from stemmed))) as counts`
  return { words: row?.words ?? [], counts: new Map(Object.entries(row?.counts ?? {})) }
}

/** The number of the set's chunks that contain each word. The empty word has the number of all chunks. */
export async function countChunksByWord(
  sql: Sql,
  answers: AnswerSet,
  words: string[],
): Promise<Map<string, number>> {
  const rows = await sql<{ word: string; chunks: number }>`
    select k.word, ${chunkCount(answers)} as chunks from knowledge_word_counts k
    where k.project_id = ${answers.projectId} and ${chunkCount(answers)} > 0 and k.word = any(${['', ...words]}::text[])`
  return new Map(rows.map((row) => [row.word, row.chunks]))
}

/** The number of the draft's chunks, and of those with a vector of the model; 0 without a model. */
export async function countChunks(
  sql: Sql,
  projectId: string,
  model: string | null,
): Promise<{ total: number; withVectors: number }> {
  const draft = { projectId, isDraft: true }
  const total = (await countChunksByWord(sql, draft, [])).get('') ?? 0
  if (model === null) return { total, withVectors: 0 }
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from knowledge_vectors v
    join answer_entries a on a.entry_id = v.item_id and a.version = v.version and ${isItemOf(draft)}
    where v.project_id = ${projectId} and v.model = ${model}`
  return { total, withVectors: row?.count ?? 0 }
}

const maxSimilarWords = 12

/**
 * Words of the project that are similar to unknown words (trigram similarity), most similar first. The first letter is right, or exchanged with
 * the second. Row-level security keeps `%` from using the index, and comparing first letters is fast for a whole vocabulary.
 */
export async function findSimilarWords(
  sql: Sql,
  answers: AnswerSet,
  words: string[],
): Promise<{ word: string; like: string; chunks: number }[]> {
  if (words.length === 0) return []
  await sql`select set_config('pg_trgm.similarity_threshold', '0.2', true)`
  const starts = [...new Set(words)].flatMap((word) =>
    [...new Set([...word].slice(0, 2))].map((start) => ({ word, start })),
  )
  return sql<{ word: string; like: string; chunks: number }>`
    select word, "like", chunks from (
      select w.word, k.word as "like", ${chunkCount(answers)} as chunks,
        row_number() over (partition by w.word order by similarity(k.word, w.word) desc, ${chunkCount(answers)} desc) as place
      from knowledge_word_counts k
      join unnest(${starts.map(({ word }) => word)}::text[], ${starts.map(({ start }) => start)}::text[]) as w (word, start)
        on left(k.word, 1) = w.start
      where k.project_id = ${answers.projectId} and ${chunkCount(answers)} > 0
        and abs(length(k.word) - length(w.word)) <= 2 and k.word % w.word
    ) similar_words
    where place <= ${maxSimilarWords} order by word, place`
}

/** The shortest stem, and the most letters more or fewer, with which two words count as one family. */
const minFamilyStem = 5
const maxFamilyDifference = 4
const maxFamilySize = 6

/** Words of the project that begin with a stem, or with which the stem begins: most frequent first, a few for each stem. */
export async function findWordFamilies(
  sql: Sql,
  answers: AnswerSet,
  stems: string[],
): Promise<{ stem: string; like: string; chunks: number }[]> {
  const long = stems.filter((stem) => stem.length >= minFamilyStem && /^\p{L}+$/u.test(stem))
  if (long.length === 0) return []
  // The end of the range is an argument: row-level security keeps an expression that is not leakproof from using the index.
  const ends = long.map((stem) => `${stem}zzzzzz`)
  return sql<{ stem: string; like: string; chunks: number }>`
    select s.stem, k.word as like, k.chunks
    from unnest(${long}::text[], ${ends}::text[]) as s (stem, range_end)
    cross join lateral (
      (select k.word, ${chunkCount(answers)} as chunks from knowledge_word_counts k
        where k.project_id = ${answers.projectId} and ${chunkCount(answers)} > 0
          and k.word > s.stem and k.word < s.range_end
          and length(k.word) - length(s.stem) <= ${maxFamilyDifference}
        order by chunks desc limit ${maxFamilySize})
      union all
      (select k.word, ${chunkCount(answers)} from knowledge_word_counts k
        where k.project_id = ${answers.projectId} and ${chunkCount(answers)} > 0 and k.word = any(array(
          select left(s.stem, n) from generate_series(greatest(${minFamilyStem}, length(s.stem) - 3), length(s.stem) - 1) as n)))
    ) k`
}
