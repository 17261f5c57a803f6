import type {
  KnowledgeItem,
  KnowledgeRefresh,
  KnowledgeStage,
  KnowledgeStatus,
} from '@aichat/contracts/knowledge'
import part, { empty } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import type { ExtractedContent } from './extract-content.ts'
import { indexChunks, storeVectors, type Vectors } from './index-chunks.ts'

export type NewItem = {
  id: string
  companyId: string
  projectId: string
  type: KnowledgeItem['type']
  title: string
  rawText: string | null
  sourceUrl: string | null
  file: { name: string; mime: string; bucket: string; key: string } | null
}

export async function addItem(sql: Sql, item: NewItem): Promise<void> {
  await sql`
    insert into knowledge_items (id, company_id, project_id, type, title, raw_text, source_url, file_name, file_mime,
      s3_bucket, s3_key, characters, position)
    select ${item.id}, ${item.companyId}, ${item.projectId}, ${item.type}, ${item.title}, ${item.rawText},
      ${item.sourceUrl}, ${item.file?.name ?? null}, ${item.file?.mime ?? null}, ${item.file?.bucket ?? null},
      ${item.file?.key ?? null}, ${item.rawText?.length ?? 0}, coalesce(max(position), 0) + 1
    from knowledge_items where project_id = ${item.projectId}`
}

/** When the page is refreshed next; null when automatic refresh is off. */
const nextFetch = part`case refresh when 'daily' then now() + interval '1 day'
  when 'weekly' then now() + interval '7 days' end`

export type FaqItem = { id: string; faqId: string; title: string; rawText: string }

/** Creates or updates the item of a FAQ. A changed item becomes pending. False when nothing changed. */
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
      characters = excluded.characters, status = 'pending', error = null, stage = null, run_id = null
      where knowledge_items.raw_text is distinct from excluded.raw_text
    returning id`
  return changed.length > 0
}

/** Deletes the item that was synced from a FAQ, before the FAQ itself: the reference is cleared with it. */
export async function removeFaqItem(
  sql: Sql,
  projectId: string,
  faqId: string,
): Promise<{ id: string; title: string } | null> {
  const [removed] = await sql<{ id: string; title: string }>`
    delete from knowledge_items where project_id = ${projectId} and faq_id = ${faqId} returning id, title`
  return removed ?? null
}

function selectItems(sql: Sql, projectId: string, more = empty): Promise<KnowledgeItem[]> {
  return sql<KnowledgeItem>`
    select i.id, i.type, i.status, i.title, case when i.type = 'manual' then i.raw_text end as "rawText",
      i.source_url as "sourceUrl", i.file_name as "fileName", i.file_mime as "fileMime", i.s3_bucket as "s3Bucket",
      i.s3_key as "s3Key", i.characters, i.low_read_percent as "lowReadPercent", i.stage, i.error, i.failed_at as "failedAt",
      i.fetched_at as "fetchedAt", i.refresh, i.created_at as "createdAt", i.position as "order",
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

/** The text that was read; empty when the item has never been embedded. */
export async function findText(sql: Sql, projectId: string, itemId: string): Promise<string> {
  const [row] = await sql<{ text: string }>`
    select text from knowledge_texts where project_id = ${projectId} and item_id = ${itemId}`
  return row?.text ?? ''
}

export async function removeItem(sql: Sql, projectId: string, id: string): Promise<void> {
  await sql`delete from knowledge_items where project_id = ${projectId} and id = ${id}`
}

/** Requests a run of the item. False when one is in progress already. */
export async function requestRun(sql: Sql, projectId: string, itemId: string): Promise<boolean> {
  const rows = await sql`
    update knowledge_items set stage = 'waiting', stage_changed_at = now(), attempts = 0, run_id = null
    where project_id = ${projectId} and id = ${itemId} and stage is null returning id`
  return rows.length > 0
}

/** An item claimed by a run. `embeddedHash` is the hash of the content that is embedded now. */
export type ClaimedItem = KnowledgeItem & { attempts: number; embeddedHash: string | null }

/** Claims a waiting item: from now on only this run may store a result. Null when no run is requested. */
export async function claimRun(sql: Sql, itemId: string, runId: string): Promise<ClaimedItem | null> {
  const [claimed] = await sql<{ projectId: string; attempts: number; embeddedHash: string | null }>`
    update knowledge_items set run_id = ${runId}, attempts = attempts + 1, stage_changed_at = now()
    where id = ${itemId} and stage is not null
    returning project_id as "projectId", attempts,
      case when status = 'embedded' then content_hash end as "embeddedHash"`
  if (!claimed) return null
  const item = await findItem(sql, claimed.projectId, itemId)
  return item && { ...item, attempts: claimed.attempts, embeddedHash: claimed.embeddedHash }
}

/** False when a newer run has claimed the item, or the item has been deleted. */
export async function enterStage(
  sql: Sql,
  run: { itemId: string; runId: string },
  stage: KnowledgeStage,
): Promise<boolean> {
  const rows = await sql`
    update knowledge_items set stage = ${stage}, stage_changed_at = now()
    where id = ${run.itemId} and run_id = ${run.runId} and stage is not null returning id`
  return rows.length > 0
}

export type Run = { companyId: string; projectId: string; itemId: string; runId: string }

/** Replaces the item's content. False when a newer run has claimed the item, or the item has been deleted. */
export async function storeEmbedded(
  sql: Sql,
  run: Run,
  { title, text, hash, chunks, lowReadPercent }: ExtractedContent,
  vectors: Vectors | null,
): Promise<boolean> {
  const { companyId, projectId, itemId, runId } = run
  const [item] = await sql`
    update knowledge_items set status = 'embedded', error = null, failed_at = null, title = ${title},
      characters = ${text.length}, content_hash = ${hash}, low_read_percent = ${lowReadPercent},
      embedding_model = ${vectors?.model ?? null}, fetched_at = now(), next_fetch_at = ${nextFetch},
      stage = null, run_id = null
    where project_id = ${projectId} and id = ${itemId} and run_id = ${runId} returning id`
  if (!item) return false
  await sql`
    insert into knowledge_texts (item_id, company_id, project_id, text)
    values (${itemId}, ${companyId}, ${projectId}, ${text})
    on conflict (item_id) do update set text = excluded.text`
  await indexChunks(sql, run, title, chunks, vectors)
  return true
}

/** Updates the time of the last fetch, and not the text, which is unchanged. */
export async function storeUnchanged(
  sql: Sql,
  { projectId, itemId, runId }: Run,
  { lowReadPercent }: ExtractedContent,
): Promise<boolean> {
  const rows = await sql`
    update knowledge_items set status = 'embedded', error = null, failed_at = null, fetched_at = now(),
      low_read_percent = ${lowReadPercent}, next_fetch_at = ${nextFetch}, stage = null, run_id = null
    where project_id = ${projectId} and id = ${itemId} and run_id = ${runId} returning id`
  return rows.length > 0
}

/** An embedded item keeps its last good content and status. Other items get the status `failed`. */
export async function storeFailure(
  sql: Sql,
  { projectId, itemId, runId }: Run,
  error: string,
): Promise<KnowledgeStatus | null> {
  const [item] = await sql<{ status: KnowledgeStatus }>`
    update knowledge_items set error = ${error}, failed_at = now(), next_fetch_at = ${nextFetch}, stage = null,
      run_id = null, status = case when status = 'embedded' then status else 'failed' end
    where project_id = ${projectId} and id = ${itemId} and run_id = ${runId} returning status`
  return item?.status ?? null
}

export async function updateRefresh(
  sql: Sql,
  projectId: string,
  itemId: string,
  refresh: KnowledgeRefresh,
): Promise<void> {
  await sql`update knowledge_items set refresh = ${refresh} where project_id = ${projectId} and id = ${itemId}`
  await sql`
    update knowledge_items set next_fetch_at = case when status = 'embedded' then ${nextFetch} end
    where project_id = ${projectId} and id = ${itemId}`
}

export type DueItem = { id: string; companyId: string; projectId: string; isDue: boolean }

/** Runs in the lookup scope: items whose run has made no progress for this time, and pages that are due for a refresh. */
export function listDueItems(sql: Sql, staleSeconds: number, limit: number): Promise<DueItem[]> {
  return sql<DueItem>`
    select id, company_id as "companyId", project_id as "projectId", stage is null as "isDue" from knowledge_items
    where stage_changed_at < now() - make_interval(secs => ${staleSeconds}) and stage is not null
      or next_fetch_at < now() and stage is null
    limit ${limit}`
}

export type ItemWithoutVectors = { itemId: string; companyId: string; projectId: string }

/** Runs in the lookup scope: embedded items without vectors of the model, in random order so that no item starves. */
export function listWithoutVectors(sql: Sql, model: string, limit: number): Promise<ItemWithoutVectors[]> {
  return sql<ItemWithoutVectors>`
    select id as "itemId", company_id as "companyId", project_id as "projectId" from knowledge_items
    where status = 'embedded' and embedding_model is distinct from ${model}
    order by random() limit ${limit}`
}

export type EmbeddableItem = {
  title: string
  contentHash: string | null
  chunks: { heading: string; body: string }[]
}

/** Null when the item has been deleted, is not embedded, or has vectors of the model already. */
export async function findItemWithoutVectors(
  sql: Sql,
  { projectId, itemId }: ItemWithoutVectors,
  model: string,
): Promise<EmbeddableItem | null> {
  const [item] = await sql<{ title: string; contentHash: string | null }>`
    select title, content_hash as "contentHash" from knowledge_items
    where project_id = ${projectId} and id = ${itemId} and status = 'embedded'
      and embedding_model is distinct from ${model}`
  if (!item) return null
  const chunks = await sql<{ heading: string; body: string }>`
    select heading, body from knowledge_chunks where item_id = ${itemId} order by position`
  return { ...item, chunks }
}

/** Stores nothing when the content has changed meanwhile: the run that changed it creates its own vectors. */
export async function addVectors(
  sql: Sql,
  scope: ItemWithoutVectors,
  contentHash: string | null,
  vectors: Vectors,
): Promise<void> {
  const [item] = await sql`
    update knowledge_items set embedding_model = ${vectors.model}
    where project_id = ${scope.projectId} and id = ${scope.itemId} and status = 'embedded'
      and content_hash is not distinct from ${contentHash} returning id`
  if (!item) return
  await sql`delete from knowledge_vectors where project_id = ${scope.projectId} and item_id = ${scope.itemId}`
  await storeVectors(sql, scope, vectors)
}
