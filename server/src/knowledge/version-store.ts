import type { Embedder } from '../kit/ai/embedder.ts'
import type { Sql } from '../kit/db/db.ts'
import { lockAnswers } from './answers-store.ts'
import {
  insertChunks,
  type ReusableVectors,
  replaceVectors,
  toEmbeddedText,
  type Vectors,
} from './index/index-chunks.ts'
import type { Chunk } from './index/split-into-chunks.ts'
import { type ExtractedContent, withTitle } from './read/extract-content.ts'
import { detectSearchConfig } from './search/detect-search-config.ts'

type ItemScope = { companyId: string; projectId: string; itemId: string }
type Content = Pick<ExtractedContent, 'title' | 'text' | 'hash' | 'chunks'>

/**
 * Makes the content the item's current version. A version with the same content is used again, so only its missing vectors are
 * stored. The caller has locked the item's row.
 */
export async function storeVersion(
  sql: Sql,
  scope: ItemScope,
  content: Content,
  vectors: Vectors | null,
): Promise<void> {
  const added = await addVersion(sql, scope, content)
  if (vectors) await replaceVectors(sql, { ...scope, version: added.version }, vectors)
  await setCurrentVersion(sql, scope, added, vectors?.model ?? null)
}

/**
 * Stores the current content under another title. Its vectors are used until the model has created those with the new title,
 * which is left to the backfill. Does nothing for an item without content.
 */
export async function renameVersion(
  sql: Sql,
  scope: ItemScope,
  title: string,
  hasVectors: boolean,
): Promise<void> {
  const [current] = await sql<{ version: number; text: string }>`
    select v.version, v.text from knowledge_items i
    join knowledge_versions v on v.item_id = i.id and v.version = i.version where i.id = ${scope.itemId}`
  if (!current) return
  const chunks = await listChunks(sql, scope.itemId, current.version)
  const content = withTitle({ title, text: current.text, hash: '', chunks }, title)
  const added = await addVersion(sql, scope, content)
  if (added.version === current.version) return
  if (hasVectors) await copyVectors(sql, scope.itemId, current.version, added.version)
  await setCurrentVersion(sql, scope, added, null)
}

/** The content that is in use, to embed the item again; null for an item without content. */
export async function findCurrentContent(sql: Sql, itemId: string): Promise<ExtractedContent | null> {
  const [current] = await sql<Omit<ExtractedContent, 'chunks'> & { version: number }>`
    select v.version, v.title, v.text, v.content_hash as hash, i.low_read_percent as "lowReadPercent"
    from knowledge_items i join knowledge_versions v on v.item_id = i.id and v.version = i.version
    where i.id = ${itemId}`
  if (!current) return null
  const { version, ...content } = current
  return { ...content, chunks: await listChunks(sql, itemId, version) }
}

async function listChunks(sql: Sql, itemId: string, version: number): Promise<Chunk[]> {
  return sql<Chunk>`
    select heading, headings, body, start_offset as start, end_offset as "end", overlap from knowledge_chunks
    where item_id = ${itemId} and version = ${version} order by position`
}

type AddedVersion = { version: number; hash: string; language: string }

async function addVersion(sql: Sql, scope: ItemScope, content: Content): Promise<AddedVersion> {
  const language = detectSearchConfig(content.chunks.map(({ body }) => body))
  const insert = () => insertVersion(sql, scope, content, language)
  let version = await insert()
  if (version === null) {
    await lockAnswers(sql, scope.projectId)
    version = await findVersion(sql, scope.itemId, content.hash)
    if (version !== null) {
      await restoreChunks(sql, { ...scope, version })
      return { version, hash: content.hash, language }
    }
    // A publish has deleted it before the lock was taken.
    version = await insert()
  }
  if (version === null) throw new Error('The version of an item has disappeared')
  await insertChunks(sql, { ...scope, version }, content, language)
  return { version, hash: content.hash, language }
}

/** The new version, without chunks; null when the item has one with this content. */
async function insertVersion(
  sql: Sql,
  { companyId, projectId, itemId }: ItemScope,
  content: Content,
  language: string,
): Promise<number | null> {
  const [added] = await sql<{ version: number }>`
    insert into knowledge_versions (company_id, project_id, item_id, version, content_hash, title, text, raw_text,
      language, chunk_count)
    select ${companyId}, ${projectId}, ${itemId}, (
        select coalesce(max(version), 1) + 1 from (
          select version from knowledge_versions where item_id = ${itemId}
          union all select version from answer_entries where entry_id = ${itemId}
        ) v
      ), ${content.hash}, ${content.title}, ${content.text},
      nullif(case when i.type = 'manual' then i.raw_text end, ${content.text}), ${language}::regconfig,
      ${content.chunks.length}
    from knowledge_items i where i.id = ${itemId}
    on conflict (item_id, content_hash) do nothing returning version`
  return added?.version ?? null
}

async function setCurrentVersion(
  sql: Sql,
  { itemId }: ItemScope,
  { version, hash, language }: AddedVersion,
  model: string | null,
): Promise<void> {
  await sql`
    update knowledge_items set version = ${version}, content_hash = ${hash}, language = ${language}::regconfig,
      embedding_model = coalesce(${model}, case when version = ${version} then embedding_model end)
    where id = ${itemId}`
  await sql`select archive_unused_versions(${itemId})`
}

/** Indexes a version again that only the history of releases had. The answers are locked. */
export async function restoreChunks(sql: Sql, scope: ItemScope & { version: number }): Promise<void> {
  const { itemId, version } = scope
  const [archived] = await sql<{ title: string; language: string; chunks: Chunk[] }>`
    update knowledge_versions v set archived_chunks = null
    from knowledge_versions old
    where v.item_id = ${itemId} and v.version = ${version} and old.item_id = v.item_id and old.version = v.version
      and old.archived_chunks is not null
    returning v.title, v.language::text as language, old.archived_chunks as chunks`
  if (archived) await insertChunks(sql, scope, archived, archived.language)
}

async function copyVectors(sql: Sql, itemId: string, from: number, to: number): Promise<void> {
  await sql`
    insert into knowledge_vectors (company_id, project_id, item_id, version, position, model, dimensions, embedding)
    select company_id, project_id, item_id, ${to}::int, position, model, dimensions, embedding
    from knowledge_vectors where item_id = ${itemId} and version = ${from}`
}

async function findVersion(sql: Sql, itemId: string, hash: string): Promise<number | null> {
  const [row] = await sql<{ version: number }>`
    select version from knowledge_versions where item_id = ${itemId} and content_hash = ${hash}`
  return row?.version ?? null
}

/** The vectors of the item's current version, so that the model is not asked again about chunks that have not changed. */
export async function findReusableVectors(
  sql: Sql,
  { projectId, itemId }: Pick<ItemScope, 'projectId' | 'itemId'>,
  model: Embedder['name'],
): Promise<ReusableVectors> {
  const [item] = await sql<{ title: string }>`
    select v.title from knowledge_items i join knowledge_versions v on v.item_id = i.id and v.version = i.version
    where i.project_id = ${projectId} and i.id = ${itemId} and i.embedding_model = ${model}`
  if (!item) return new Map()
  const rows = await sql<{ heading: string; body: string; embedding: string }>`
    select c.heading, c.body, e.embedding::text as embedding
    from knowledge_items i
    join knowledge_chunks c on c.item_id = i.id and c.version = i.version
    join knowledge_vectors e on e.item_id = c.item_id and e.version = c.version and e.position = c.position
    where i.id = ${itemId} and e.model = ${model}`
  return new Map(rows.map(({ embedding, ...chunk }) => [toEmbeddedText(item.title, chunk), embedding]))
}
