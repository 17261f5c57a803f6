import type { SourcePage } from '@aichat/contracts/ai/sources'
import part, { empty } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import type { TransferredContent } from '../knowledge/read/extract-child.ts'
import type { ClaimedRun } from './run-store.ts'

export type ReadPage = {
  id: string
  url: string
  depth: number
  language: string | null
  etag: string | null
  lastModified: string | null
  excerpt: string
  content: TransferredContent
}

/** Stores what was read from new and changed pages, and returns the items of the changed ones. */
export async function storePages(
  sql: Sql,
  { companyId, projectId, sourceId }: ClaimedRun,
  pages: ReadPage[],
): Promise<string[]> {
  if (pages.length === 0) return []
  const rows = pages.map(({ content, ...page }) => ({
    ...page,
    title: content.title,
    characters: content.text.length,
    hash: content.hash,
  }))
  const stored = await sql<{ itemId: string | null }>`
    insert into source_pages as p (id, company_id, project_id, source_id, url, title, characters, language, excerpt, depth,
      content_hash, etag, last_modified)
    select id, ${companyId}, ${projectId}, ${sourceId}, url, title, characters, language, excerpt, depth, hash, etag,
      "lastModified"
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as i (id uuid, url text, title text, characters int, language text,
      excerpt text, depth int, hash text, etag text, "lastModified" text)
    on conflict (source_id, url) do update set title = excluded.title, characters = excluded.characters,
      language = excluded.language, excerpt = excluded.excerpt, content_hash = excluded.content_hash,
      etag = excluded.etag, last_modified = excluded.last_modified, missing_count = 0, read_at = now()
    returning p.item_id as "itemId"`
  await sql`
    insert into source_contents (page_id, company_id, project_id, content)
    select p.id, ${companyId}, ${projectId}, i.content
    from jsonb_to_recordset(${toJson(pages.map(({ url, content }) => ({ url, content })))}::jsonb)
      as i (url text, content jsonb)
    join source_pages p on p.source_id = ${sourceId} and p.url = i.url
    on conflict (page_id) do update set content = excluded.content`
  return stored.flatMap(({ itemId }) => itemId ?? [])
}

/** jsonb can store neither U+0000 nor half of a surrogate pair. The length of a text stays, for the offsets of its chunks. */
function toJson(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === 'string' ? toStorableText(one) : one))
}

export function toStorableText(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').replace(/\p{Surrogate}/gu, '\ufffd')
}

/** Confirms pages whose text is the same, and returns their items. */
export async function confirmPages(
  sql: Sql,
  pages: { id: string; etag: string | null; lastModified: string | null }[],
): Promise<string[]> {
  if (pages.length === 0) return []
  const rows = await sql<{ itemId: string | null }>`
    update source_pages p set missing_count = 0, read_at = now(), etag = coalesce(c.etag, p.etag),
      last_modified = coalesce(c.last_modified, p.last_modified)
    from unnest(${pages.map(({ id }) => id)}::uuid[], ${pages.map(({ etag }) => etag)}::text[],
      ${pages.map(({ lastModified }) => lastModified)}::text[]) as c (id, etag, last_modified)
    where p.id = c.id returning p.item_id as "itemId"`
  return rows.flatMap(({ itemId }) => itemId ?? [])
}

export async function countMissing(sql: Sql, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update source_pages set missing_count = missing_count + 1 where id = any(${ids}::uuid[])`
}

export type GonePage = { id: string; position: number; reason: string | null }

/** Pages that the run did not find, and that were missing this often in a row. */
export function listGonePages(
  sql: Sql,
  { runId, sourceId }: ClaimedRun,
  minMissing: number,
): Promise<GonePage[]> {
  return sql<GonePage>`
    select p.id, r.position, r.reason from source_run_pages r
    join source_pages p on p.source_id = ${sourceId} and p.url = r.url
    where r.run_id = ${runId} and r.outcome = 'missing' and p.missing_count >= ${minMissing}
    order by r.position`
}

/** How many pages earlier runs had found. */
export async function countKnownPages(sql: Sql, { runId, sourceId }: ClaimedRun): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from source_pages p join source_runs r on r.id = ${runId}
    where p.source_id = ${sourceId} and p.found_at < r.started_at`
  return row?.count ?? 0
}

/** Removes pages with their knowledge items. The setting is read by the trigger of answer_sets.sql: no person removes them. */
export async function removePages(sql: Sql, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select set_config('aichat.refreshing', 'on', true)`
  await sql`
    delete from knowledge_items where id in (select item_id from source_pages where id = any(${ids}::uuid[]))`
  await sql`select set_config('aichat.refreshing', '', true)`
  await sql`delete from source_pages where id = any(${ids}::uuid[])`
}

/** The next run of a website reads all pages in full, because a page that has not been modified has no links to follow. */
export async function clearValidators(sql: Sql, sourceId: string): Promise<void> {
  await sql`
    update source_pages p set etag = null, last_modified = null from sources s
    where p.source_id = ${sourceId} and s.id = p.source_id and s.kind = 'site'`
}

/** Pages of the source with one of these texts, by the hash of the text. */
export async function findPagesByHash(
  sql: Sql,
  sourceId: string,
  hashes: string[],
): Promise<Map<string, string>> {
  const rows = await sql<{ hash: string; url: string }>`
    select distinct on (content_hash) content_hash as hash, url from source_pages
    where source_id = ${sourceId} and content_hash = any(${hashes}::text[]) and missing_count = 0
    order by content_hash, found_at, id`
  return new Map(rows.map(({ hash, url }) => [hash, url]))
}

/** The pages of earlier runs. */
export function listKnownPages(
  sql: Sql,
  sourceId: string,
): Promise<{ url: string; depth: number; language: string | null }[]> {
  return sql`select url, depth, language from source_pages where source_id = ${sourceId} order by depth, url`
}

/** Documents of the archive before that the run does not list. */
export function listPagesNotInRun(
  sql: Sql,
  { sourceId, runId }: ClaimedRun,
): Promise<{ id: string; url: string; title: string; missingCount: number }[]> {
  return sql`
    select s.id, s.url, s.title, s.missing_count as "missingCount" from source_pages s
    where s.source_id = ${sourceId}
      and not exists (select from source_run_pages p where p.run_id = ${runId} and p.url = s.url)
    order by s.url`
}

export function listPages(
  sql: Sql,
  sourceId: string,
  { after, limit, use }: { after: string; limit: number; use: 'new' | 'used' | 'ignored' | undefined },
): Promise<SourcePage[]> {
  const chosen = {
    new: part`and p.item_id is null and p.ignored_at is null`,
    used: part`and p.item_id is not null`,
    ignored: part`and p.item_id is null and p.ignored_at is not null`,
    any: empty,
  }[use ?? 'any']
  return sql<SourcePage>`
    select p.id, p.url, p.title, p.characters, p.language, p.excerpt, p.item_id as "itemId", i.status as "itemStatus",
      i.error as "itemError", p.item_id is null and p.ignored_at is not null as "isIgnored", p.missing_count as "missingCount", p.found_at as "foundAt", p.read_at as "readAt"
    from source_pages p left join knowledge_items i on i.id = p.item_id
    where p.source_id = ${sourceId} and p.url collate "C" > ${after} ${chosen}
    order by p.url collate "C" limit ${limit}`
}

export type UnusedPage = { id: string; url: string; title: string }

/** Locks pages without a knowledge item, so that two requests do not use the same one. */
export function lockUnusedPages(sql: Sql, sourceId: string, ids: string[]): Promise<UnusedPage[]> {
  return sql<UnusedPage>`
    select id, url, title from source_pages
    where source_id = ${sourceId} and id = any(${ids}::uuid[]) and item_id is null
    order by url collate "C" for update`
}

export async function assignItems(sql: Sql, items: { pageId: string; itemId: string }[]): Promise<void> {
  await sql`
    update source_pages p set item_id = u.item_id, ignored_at = null
    from unnest(${items.map(({ pageId }) => pageId)}::uuid[], ${items.map(({ itemId }) => itemId)}::uuid[])
      as u (page_id, item_id)
    where p.id = u.page_id`
}

/** Ignores or restores pages without a knowledge item, and returns how many have changed. */
export async function setIgnored(
  sql: Sql,
  sourceId: string,
  ids: string[],
  isIgnored: boolean,
): Promise<number> {
  const changed = await sql`
    update source_pages set ignored_at = case when ${isIgnored} then now() end
    where id = any(array(
      select id from source_pages
      where source_id = ${sourceId} and id = any(${ids}::uuid[]) and item_id is null
        and (ignored_at is null) = ${isIgnored}
      order by url collate "C" for update))
    returning id`
  return changed.length
}

/** What was read for an item and is not embedded yet; null when it must be fetched. */
export async function findContent(sql: Sql, itemId: string): Promise<TransferredContent | null> {
  const [row] = await sql<{ content: TransferredContent }>`
    select c.content from source_contents c join source_pages p on p.id = c.page_id where p.item_id = ${itemId}`
  return row?.content ?? null
}

export async function findPageTitle(sql: Sql, itemId: string): Promise<string | null> {
  const [row] = await sql<{ title: string }>`select title from source_pages where item_id = ${itemId}`
  return row?.title ?? null
}

/** Removes the content of an embedded page. Documents keep theirs, because they cannot be fetched again. */
export async function removeContent(sql: Sql, itemId: string, hash: string): Promise<void> {
  await sql`
    delete from source_contents c using source_pages p join sources s on s.id = p.source_id
    where c.page_id = p.id and p.item_id = ${itemId} and s.kind = 'site' and c.content ->> 'hash' = ${hash}`
}
