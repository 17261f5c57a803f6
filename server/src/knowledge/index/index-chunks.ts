import type { App } from '../../app.ts'
import type { Embedder } from '../../kit/ai/embedder.ts'
import type { Sql } from '../../kit/db/db.ts'
import { detectPassageConfig } from '../search/detect-search-config.ts'
import { normalizeText } from '../search/normalize-text.ts'
import type { Chunk } from './split-into-chunks.ts'

/** A version of an item. */
type VersionScope = { companyId: string; projectId: string; itemId: string; version: number }
/** Each value is a vector as JSON, which is also the format of the database. */
export type Vectors = { model: string; values: string[] }
/** Vectors by the text that they were created from. */
export type ReusableVectors = ReadonlyMap<string, string>
type ChunkText = Pick<Chunk, 'heading' | 'body'>

/** What the model gets for a chunk. */
export function toEmbeddedText(title: string, { heading, body }: ChunkText): string {
  return [title, heading, body].filter(Boolean).join('\n')
}

/**
 * Creates the vectors of an item's chunks, before the transaction that stores them, because it calls a model. Null when
 * the model fails or the signal aborts: the item is then found by keywords only.
 */
export async function tryEmbedChunks(
  { embedder, log }: { embedder: Embedder; log: App['log'] },
  texts: string[],
  reusable: ReusableVectors,
  signal: AbortSignal,
): Promise<Vectors | null> {
  try {
    return await embedChunks(embedder, texts, reusable, signal)
  } catch (error) {
    log.warn({ err: error, model: embedder.name }, 'failed to embed item, indexing keywords only')
    return null
  }
}

/** @throws when the model fails or the signal aborts */
export async function embedChunks(
  embedder: Embedder,
  texts: string[],
  reusable: ReusableVectors,
  signal: AbortSignal,
): Promise<Vectors> {
  const missing = [...new Set(texts.filter((text) => !reusable.has(text)))]
  const created = missing.length > 0 ? await embedder.embed(missing, signal) : []
  const vectors = new Map(reusable)
  for (const [index, text] of missing.entries()) vectors.set(text, JSON.stringify(created[index]))
  return { model: embedder.name, values: texts.map((text) => vectors.get(text) as string) }
}

/** Rows of one statement, so that the copies that drivers make of a long text stay small. */
const maxBatchSize = 100

/**
 * Stores the chunks of a new version, each with the word forms of its own language. The title and the path of headings are indexed
 * with a lower weight than the body, and with the word forms of the page as well.
 */
export async function insertChunks(
  sql: Sql,
  scope: VersionScope,
  { title, chunks }: { title: string; chunks: Chunk[] },
  language: string,
): Promise<void> {
  for (let start = 0; start < chunks.length; start += maxBatchSize) {
    await insertBatch(sql, scope, {
      title,
      language,
      start,
      chunks: chunks.slice(start, start + maxBatchSize),
    })
  }
}

type Batch = { title: string; language: string; start: number; chunks: Chunk[] }

async function insertBatch(
  sql: Sql,
  { companyId, projectId, itemId, version }: VersionScope,
  { title, language, start, chunks }: Batch,
): Promise<void> {
  await sql`
    insert into knowledge_chunks (company_id, project_id, item_id, version, position, heading, headings, body,
      start_offset, end_offset, overlap, search_vector)
    select ${companyId}, ${projectId}, ${itemId}, ${version}::int, c.position, c.heading,
      array(select jsonb_array_elements_text(c.headings::jsonb)), c.body, c.start_offset, c.end_offset, c.overlap,
      setweight(to_tsvector(${language}::regconfig, c.above), 'B') || case when c.language <> ${language}
        then setweight(to_tsvector(c.language::regconfig, c.above), 'B') else '' end
        || to_tsvector(c.language::regconfig, c.plain)
    from unnest(${chunks.map((_, index) => start + index)}::int[], ${chunks.map(({ heading }) => heading)}::text[],
      ${chunks.map(({ headings }) => JSON.stringify(headings))}::text[], ${chunks.map(({ body }) => body)}::text[],
      ${chunks.map(({ start }) => start)}::int[], ${chunks.map(({ end }) => end)}::int[],
      ${chunks.map(({ overlap }) => overlap)}::int[],
      ${chunks.map(({ headings }) => normalizeText([...new Set([title, ...headings])].join(' ')))}::text[],
      ${chunks.map(({ body }) => normalizeText(body))}::text[],
      ${chunks.map(({ body }) => detectPassageConfig(body, language))}::text[])
      as c (position, heading, headings, body, start_offset, end_offset, overlap, above, plain, language)`
}

export async function replaceVectors(
  sql: Sql,
  { companyId, projectId, itemId, version }: VersionScope,
  vectors: Vectors,
): Promise<void> {
  await sql`delete from knowledge_vectors where item_id = ${itemId} and version = ${version}`
  for (let start = 0; start < vectors.values.length; start += maxBatchSize) {
    const values = vectors.values.slice(start, start + maxBatchSize)
    await sql`
      insert into knowledge_vectors (company_id, project_id, item_id, version, position, model, dimensions, embedding)
      select ${companyId}, ${projectId}, ${itemId}, ${version}::int, v.position, ${vectors.model},
        vector_dims(v.embedding::vector), v.embedding::vector
      from unnest(${values.map((_, index) => start + index)}::int[], ${values}::text[]) as v (position, embedding)`
  }
}
