import type { KnowledgeItem, KnowledgeStatus } from '@aichat/contracts/knowledge'
import part, { empty } from 'sql-template-tag'
import type { Sql } from '../kit/db.ts'
import type { Chunk } from './split.ts'

export type NewItem = {
  id: string
  companyId: string
  projectId: string
  type: 'manual' | 'url'
  title: string
  rawText: string | null
  sourceUrl: string | null
}

export async function addItem(sql: Sql, item: NewItem): Promise<void> {
  await sql`
    insert into knowledge_items (id, company_id, project_id, type, title, raw_text, source_url, characters, position)
    select ${item.id}, ${item.companyId}, ${item.projectId}, ${item.type}, ${item.title}, ${item.rawText},
      ${item.sourceUrl}, ${item.rawText?.length ?? 0}, coalesce(max(position), 0) + 1
    from knowledge_items where project_id = ${item.projectId}`
}

export type FaqItem = { id: string; faqId: string; title: string; rawText: string }

/** The item of a FAQ, made or brought up to date; what changed waits to be embedded again. False when it was as it is. */
export async function upsertFaqItem(
  sql: Sql,
  { companyId, projectId }: { companyId: string; projectId: string },
  { id, faqId, title, rawText }: FaqItem,
): Promise<boolean> {
  const changed = await sql`
    insert into knowledge_items (id, company_id, project_id, faq_id, type, title, raw_text, characters, position)
    select ${id}, ${companyId}, ${projectId}, ${faqId}, 'manual', ${title}, ${rawText}, ${rawText.length},
      coalesce(max(position), 0) + 1
    from knowledge_items where project_id = ${projectId}
    on conflict (faq_id) do update set title = excluded.title, raw_text = excluded.raw_text,
      characters = excluded.characters, status = 'pending', error = null
      where knowledge_items.raw_text is distinct from excluded.raw_text
    returning id`
  return changed.length > 0
}

function selectItems(sql: Sql, projectId: string, more = empty): Promise<KnowledgeItem[]> {
  return sql<KnowledgeItem>`
    select i.id, i.type, i.status, i.title, case when i.type = 'manual' then i.raw_text end as "rawText",
      i.source_url as "sourceUrl", i.file_name as "fileName", i.file_mime as "fileMime", i.s3_bucket as "s3Bucket",
      i.s3_key as "s3Key", i.characters, i.error, i.created_at as "createdAt", i.position as "order",
      (select count(*)::int from knowledge_chunks c where c.item_id = i.id) as chunks
    from knowledge_items i
    where i.project_id = ${projectId} ${more}
    order by i.position desc, i.id desc`
}

export function listItems(sql: Sql, projectId: string): Promise<KnowledgeItem[]> {
  return selectItems(sql, projectId)
}

export async function findItem(sql: Sql, projectId: string, id: string): Promise<KnowledgeItem | null> {
  const [item] = await selectItems(sql, projectId, part`and i.id = ${id}`)
  return item ?? null
}

export async function removeItem(sql: Sql, projectId: string, id: string): Promise<void> {
  await sql`delete from knowledge_items where project_id = ${projectId} and id = ${id}`
}

export type Embedded = { title: string; characters: number; chunks: Chunk[] }

/** Replaces what the item said before; false when the item has been removed meanwhile. */
export async function storeEmbedded(
  sql: Sql,
  scope: { companyId: string; projectId: string; itemId: string },
  { title, characters, chunks }: Embedded,
): Promise<boolean> {
  const { companyId, projectId, itemId } = scope
  const [item] = await sql`
    update knowledge_items set status = 'embedded', error = null, title = ${title}, characters = ${characters}
    where project_id = ${projectId} and id = ${itemId} returning id`
  if (!item) return false
  await sql`delete from knowledge_chunks where item_id = ${itemId}`
  await sql`
    insert into knowledge_chunks (company_id, project_id, item_id, position, heading, body, words)
    select ${companyId}, ${projectId}, ${itemId}, c.position, c.heading, c.body,
      setweight(to_tsvector('english', ${title} || ' ' || c.heading), 'B') || to_tsvector('english', c.body)
    from unnest(${chunks.map((_, index) => index)}::int[], ${chunks.map((chunk) => chunk.heading)}::text[],
      ${chunks.map((chunk) => chunk.body)}::text[]) as c (position, heading, body)`
  return true
}

/** An item that was embedded before keeps its last good content; one that never was says what is wrong. */
export async function storeFailure(
  sql: Sql,
  projectId: string,
  itemId: string,
  error: string,
): Promise<KnowledgeStatus | null> {
  const [item] = await sql<{ status: KnowledgeStatus }>`
    update knowledge_items set error = ${error}, status = case when status = 'embedded' then status else 'failed' end
    where project_id = ${projectId} and id = ${itemId} returning status`
  return item?.status ?? null
}
