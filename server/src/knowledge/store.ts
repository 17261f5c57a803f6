import type {
  KnowledgeItem,
  KnowledgeRefresh,
  KnowledgeStage,
  KnowledgeStatus,
  QuestionLanguage,
} from '@aichat/contracts/ai/knowledge'
import part, { empty } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import { replaceVectors, toEmbeddedText, type Vectors } from './index/index-chunks.ts'
import { type ExtractedContent, withTitle } from './read/extract-content.ts'
import { storeVersion } from './version-store.ts'

export type NewItem = {
  id: string
  companyId: string
  projectId: string
  type: KnowledgeItem['type']
  title: string
  /** The title that a person has set, which stays when the content changes. */
  customTitle: string | null
  rawText: string | null
  sourceUrl: string | null
  file: { name: string; mime: string; bucket: string; key: string } | null
}

export async function addItem(sql: Sql, item: NewItem): Promise<void> {
  await sql`
    insert into knowledge_items (id, company_id, project_id, type, title, custom_title, raw_text, source_url, file_name,
      file_mime, s3_bucket, s3_key, characters, position)
    select ${item.id}, ${item.companyId}, ${item.projectId}, ${item.type}, ${item.customTitle ?? item.title},
      ${item.customTitle}, ${item.rawText},
      ${item.sourceUrl}, ${item.file?.name ?? null}, ${item.file?.mime ?? null}, ${item.file?.bucket ?? null},
      ${item.file?.key ?? null}, ${item.rawText?.length ?? 0}, coalesce(max(position), 0) + 1
    from knowledge_items where project_id = ${item.projectId}`
}

/** When the page is refreshed next; null when automatic refresh is off, and for a page that is read with its website. */
const nextFetch = part`case when source_id is not null then null
  when refresh = 'daily' then now() + interval '1 day'
  when refresh = 'weekly' then now() + interval '7 days' end`

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
    on conflict (faq_id) do update set title = coalesce(knowledge_items.custom_title, excluded.title), raw_text = excluded.raw_text,
      characters = excluded.characters, status = 'pending', error = null, stage = null, run_id = null
      where knowledge_items.raw_text is distinct from excluded.raw_text
    returning id`
  return changed.length > 0
}

/** Deletes the item that was synced from a FAQ, before the FAQ itself: the reference is cleared with it. */
/** The knowledge item that was synced from an FAQ. */
export async function findFaqItem(sql: Sql, projectId: string, faqId: string): Promise<string | null> {
  const [item] = await sql<{ id: string }>`
    select id from knowledge_items where project_id = ${projectId} and faq_id = ${faqId}`
  return item?.id ?? null
}

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
      i.source_url as "sourceUrl", i.source_id as "sourceId", i.file_name as "fileName", i.file_mime as "fileMime", i.s3_bucket as "s3Bucket",
      i.s3_key as "s3Key", i.characters, i.low_read_percent as "lowReadPercent", i.stage, i.error, i.failed_at as "failedAt",
      i.fetched_at as "fetchedAt", i.refresh, i.asks_before_publish as "asksBeforePublish", i.custom_title is not null as "hasCustomTitle",
      i.is_enabled as "isEnabled", i.question_language as "questionLanguage", i.revision, i.created_at as "createdAt", i.position as "order",
      coalesce(v.chunk_count, (
        select count(*)::int from knowledge_chunks c where c.item_id = i.id and c.version = i.version)) as chunks
    from knowledge_items i left join knowledge_versions v on v.item_id = i.id and v.version = i.version
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
    select v.text from knowledge_items i join knowledge_versions v on v.item_id = i.id and v.version = i.version
    where i.project_id = ${projectId} and i.id = ${itemId}`
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
  content: ExtractedContent,
  vectors: Vectors | null,
): Promise<boolean> {
  const { projectId, itemId, runId } = run
  const [item] = await sql<{ title: string }>`
    update knowledge_items set status = 'embedded', error = null, failed_at = null,
      title = coalesce(custom_title, ${content.title}), characters = ${content.text.length},
      low_read_percent = ${content.lowReadPercent}, fetched_at = now(), next_fetch_at = ${nextFetch}, stage = null,
      run_id = null
    where project_id = ${projectId} and id = ${itemId} and run_id = ${runId} returning title`
  if (!item) return false
  // The item was renamed during the run: vectors with the new title are left to the backfill.
  const isRenamed = item.title !== content.title
  await storeVersion(
    sql,
    run,
    isRenamed ? withTitle(content, item.title) : content,
    isRenamed ? null : vectors,
  )
  return true
}

/** Updates the time of the last fetch, and not the text, which is unchanged. An item of a source is not fetched to embed it. */
export async function storeUnchanged(
  sql: Sql,
  { projectId, itemId, runId }: Run,
  { lowReadPercent }: ExtractedContent,
): Promise<boolean> {
  const rows = await sql`
    update knowledge_items set status = 'embedded', error = null, failed_at = null,
      fetched_at = case when source_id is null then now() else coalesce(fetched_at, now()) end,
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

/** A change of an item's own fields; undefined where a field stays. */
export type ItemChange = {
  refresh?: KnowledgeRefresh | undefined
  asksBeforePublish?: boolean | undefined
  customTitle?: string | null | undefined
  title?: string | undefined
  rawText?: string | undefined
  isEnabled?: boolean | undefined
  questionLanguage?: QuestionLanguage | undefined
}

/** Locks the item until the end of the transaction, and returns its revision; null when it has been deleted. */
export async function lockRevision(sql: Sql, projectId: string, itemId: string): Promise<number | null> {
  const [row] = await sql<{ revision: number }>`
    select revision from knowledge_items where project_id = ${projectId} and id = ${itemId} for update`
  return row?.revision ?? null
}

export async function updateItem(
  sql: Sql,
  projectId: string,
  itemId: string,
  change: ItemChange,
): Promise<void> {
  const { refresh, asksBeforePublish, customTitle, title, rawText, isEnabled, questionLanguage } = change
  await sql`
    update knowledge_items set revision = revision + 1,
      refresh = coalesce(${refresh ?? null}, refresh),
      asks_before_publish = coalesce(${asksBeforePublish ?? null}, asks_before_publish),
      custom_title = case when ${customTitle !== undefined} then ${customTitle ?? null} else custom_title end,
      title = coalesce(${title ?? null}, title),
      raw_text = coalesce(${rawText ?? null}, raw_text),
      characters = coalesce(${rawText?.length ?? null}, characters),
      is_enabled = coalesce(${isEnabled ?? null}, is_enabled),
      question_language = case when ${questionLanguage !== undefined} then ${questionLanguage ?? null}
        else question_language end
    where project_id = ${projectId} and id = ${itemId}`
  if (refresh !== undefined)
    await sql`
      update knowledge_items set next_fetch_at = case when status = 'embedded' then ${nextFetch} end
      where project_id = ${projectId} and id = ${itemId}`
}

/** Requests a run that replaces one in progress, whose result would be outdated. */
export async function restartRun(sql: Sql, projectId: string, itemId: string): Promise<void> {
  await sql`
    update knowledge_items set stage = 'waiting', stage_changed_at = now(), attempts = 0, run_id = null
    where project_id = ${projectId} and id = ${itemId}`
}

export type ChangedItem = Pick<KnowledgeItem, 'id' | 'title' | 'type' | 'status'>

/** Enables or disables items of the project; returns those that changed. */
export function setEnabled(
  sql: Sql,
  projectId: string,
  itemIds: string[],
  isEnabled: boolean,
): Promise<ChangedItem[]> {
  return sql<ChangedItem>`
    update knowledge_items set is_enabled = ${isEnabled}, revision = revision + 1
    where id = any(array(
      select id from knowledge_items where project_id = ${projectId} and id = any(${itemIds}::uuid[])
        and is_enabled <> ${isEnabled} order by id for update))
    returning id, title, type, status`
}

/** Requests runs of items without one in progress; returns these. */
export function requestRuns(sql: Sql, projectId: string, itemIds: string[]): Promise<ChangedItem[]> {
  return sql<ChangedItem>`
    update knowledge_items set stage = 'waiting', stage_changed_at = now(), attempts = 0, run_id = null
    where id = any(array(
      select id from knowledge_items where project_id = ${projectId} and id = any(${itemIds}::uuid[])
        and stage is null order by id for update))
    returning id, title, type, status`
}

/** Seconds until the company's last waiting page is due. Locks the company, so that concurrent requests queue behind each other. */
export async function findLastPageDelay(sql: Sql, companyId: string): Promise<number> {
  await sql`select company_id from companies where company_id = ${companyId} for no key update`
  const [row] = await sql<{ seconds: number }>`
    select coalesce(ceil(greatest(0, extract(epoch from max(stage_changed_at) - now()))), 0)::int as seconds
    from knowledge_items where company_id = ${companyId} and type = 'url' and stage = 'waiting'`
  return row?.seconds ?? 0
}

/** Notes when waiting runs start. They count as interrupted only some time after that. */
export async function delayRuns(sql: Sql, runs: { id: string; delaySeconds: number }[]): Promise<void> {
  await sql`
    update knowledge_items i set stage_changed_at = now() + make_interval(secs => d.seconds)
    from unnest(${runs.map(({ id }) => id)}::uuid[], ${runs.map((run) => run.delaySeconds)}::int[]) as d (id, seconds)
    where i.id = d.id`
}

export function removeItems(sql: Sql, projectId: string, itemIds: string[]): Promise<ChangedItem[]> {
  return sql<ChangedItem>`
    delete from knowledge_items where project_id = ${projectId} and id = any(${itemIds}::uuid[])
    returning id, title, type, status`
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

/** Runs in the lookup scope: embedded items without vectors of the model that their company uses, in random order so that no item starves. */
export function listWithoutVectors(
  sql: Sql,
  { defaultModel, allowsCompanyModels }: { defaultModel: string | null; allowsCompanyModels: boolean },
  limit: number,
): Promise<ItemWithoutVectors[]> {
  return sql<ItemWithoutVectors>`
    select i.id as "itemId", i.company_id as "companyId", i.project_id as "projectId"
    from knowledge_items i left join ai_models m on m.company_id = i.company_id,
      lateral (select case when ${allowsCompanyModels} and m.source = 'company' then m.embedding_model
        when ${allowsCompanyModels} and m.source = 'builtin' then null else ${defaultModel} end as model) expected
    where i.status = 'embedded' and expected.model is not null and i.embedding_model is distinct from expected.model
      -- Without a default, only the items of companies with an own model are read.
      and (${defaultModel}::text is not null or m.embedding_model is not null)
    order by random() limit ${limit}`
}

type EmbeddableVersion = {
  version: number
  /** What the model gets for each chunk. */
  texts: string[]
}

/** Null when the item has been deleted, is not embedded, or has vectors of the model already. */
export async function findVersionWithoutVectors(
  sql: Sql,
  { projectId, itemId }: ItemWithoutVectors,
  model: string,
): Promise<EmbeddableVersion | null> {
  const [item] = await sql<{ title: string; version: number }>`
    select title, version from knowledge_items
    where project_id = ${projectId} and id = ${itemId} and status = 'embedded'
      and embedding_model is distinct from ${model}`
  if (!item) return null
  const chunks = await sql<{ heading: string; body: string }>`
    select heading, body from knowledge_chunks where item_id = ${itemId} and version = ${item.version}
    order by position`
  return { version: item.version, texts: chunks.map((chunk) => toEmbeddedText(item.title, chunk)) }
}

/** Stores nothing when the content has changed meanwhile: the run that changed it creates its own vectors. */
export async function addVectors(
  sql: Sql,
  scope: ItemWithoutVectors,
  { version, texts }: EmbeddableVersion,
  vectors: Vectors,
): Promise<void> {
  const current = await findVersionWithoutVectors(sql, scope, vectors.model)
  if (current?.version !== version || current.texts.join('\n') !== texts.join('\n')) return
  const [item] = await sql`
    update knowledge_items set embedding_model = ${vectors.model}
    where project_id = ${scope.projectId} and id = ${scope.itemId} and status = 'embedded'
      and version = ${version} returning id`
  if (item) await replaceVectors(sql, { ...scope, version }, vectors)
}
