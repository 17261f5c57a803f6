import type { App } from '../app.ts'
import type { Embedder } from '../kit/ai/model.ts'
import type { Sql } from '../kit/db/db.ts'
import { detectLanguage } from './detect-language.ts'
import { normalizeText } from './normalize-text.ts'
import type { Chunk } from './split-into-chunks.ts'

type Scope = { companyId: string; projectId: string; itemId: string }
export type Vectors = { model: string; values: number[][] }
type ChunkText = Pick<Chunk, 'heading' | 'body'>

/**
 * Creates the vectors of an item's chunks, before the transaction that stores them, because it calls a model. Null when
 * the model fails or the signal aborts: the item is then found by keywords only.
 */
export async function tryEmbedChunks(
  { embedder, log }: Pick<App, 'embedder' | 'log'>,
  title: string,
  chunks: ChunkText[],
  signal: AbortSignal,
): Promise<Vectors | null> {
  if (!embedder) return null
  try {
    return await embedChunks(embedder, title, chunks, signal)
  } catch (error) {
    log.warn({ err: error, model: embedder.name }, 'failed to embed item, indexing keywords only')
    return null
  }
}

/** @throws when the model fails or the signal aborts */
export async function embedChunks(
  embedder: Embedder,
  title: string,
  chunks: ChunkText[],
  signal: AbortSignal,
): Promise<Vectors> {
  const texts = chunks.map(({ heading, body }) => [title, heading, body].filter(Boolean).join('\n'))
  return { model: embedder.name, values: await embedder.embed(texts, signal) }
}

/** Rows of one statement, so that the copies that drivers make of a long text stay small. */
const maxBatchSize = 100

/** Replaces an item's chunks. The title and the path of headings are indexed with a lower weight than the body. */
export async function indexChunks(
  sql: Sql,
  scope: Scope,
  title: string,
  chunks: Chunk[],
  vectors: Vectors | null,
): Promise<void> {
  const language = detectLanguage(chunks.map(({ body }) => body))
  await sql`delete from knowledge_chunks where item_id = ${scope.itemId}`
  await sql`update knowledge_items set language = ${language}::regconfig where id = ${scope.itemId}`
  for (let start = 0; start < chunks.length; start += maxBatchSize) {
    await insertChunks(sql, scope, {
      title,
      language,
      start,
      chunks: chunks.slice(start, start + maxBatchSize),
    })
  }
  if (vectors) await storeVectors(sql, scope, vectors)
}

type Batch = { title: string; language: string; start: number; chunks: Chunk[] }

async function insertChunks(
  sql: Sql,
  { companyId, projectId, itemId }: Scope,
  { title, language, start, chunks }: Batch,
): Promise<void> {
  await sql`
    insert into knowledge_chunks (company_id, project_id, item_id, position, heading, headings, body, start_offset,
      end_offset, overlap, search_vector)
    select ${companyId}, ${projectId}, ${itemId}, c.position, c.heading,
      array(select jsonb_array_elements_text(c.headings::jsonb)), c.body, c.start_offset, c.end_offset, c.overlap,
      setweight(to_tsvector(${language}::regconfig, c.above), 'B') || to_tsvector(${language}::regconfig, c.plain)
    from unnest(${chunks.map((_, index) => start + index)}::int[], ${chunks.map(({ heading }) => heading)}::text[],
      ${chunks.map(({ headings }) => JSON.stringify(headings))}::text[], ${chunks.map(({ body }) => body)}::text[],
      ${chunks.map(({ start }) => start)}::int[], ${chunks.map(({ end }) => end)}::int[],
      ${chunks.map(({ overlap }) => overlap)}::int[],
      ${chunks.map(({ headings }) => normalizeText([...new Set([title, ...headings])].join(' ')))}::text[],
      ${chunks.map(({ body }) => normalizeText(body))}::text[])
      as c (position, heading, headings, body, start_offset, end_offset, overlap, above, plain)`
}

/** Must only be called for an item without vectors. */
export async function storeVectors(
  sql: Sql,
  { companyId, projectId, itemId }: Scope,
  vectors: Vectors,
): Promise<void> {
  for (let start = 0; start < vectors.values.length; start += maxBatchSize) {
    const values = vectors.values.slice(start, start + maxBatchSize)
    await sql`
      insert into knowledge_vectors (company_id, project_id, item_id, position, model, dimensions, embedding)
      select ${companyId}, ${projectId}, ${itemId}, v.position, ${vectors.model}, vector_dims(v.embedding::vector),
        v.embedding::vector
      from unnest(${values.map((_, index) => start + index)}::int[],
        ${values.map((vector) => JSON.stringify(vector))}::text[]) as v (position, embedding)`
  }
}
