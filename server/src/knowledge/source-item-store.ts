import type { Sql } from '../kit/db/db.ts'

type Scope = { companyId: string; projectId: string }

export type SourceItem = { id: string; title: string; url: string | null; fileName: string | null }

/** Creates items of a website or an archive, and requests a run of each. */
export async function addSourceItems(
  sql: Sql,
  { companyId, projectId }: Scope,
  sourceId: string,
  items: SourceItem[],
): Promise<void> {
  await sql`
    insert into knowledge_items (id, company_id, project_id, source_id, type, title, source_url, file_name, position, stage,
      stage_changed_at)
    select n.id, ${companyId}, ${projectId}, ${sourceId}, case when n.url is null then 'file' else 'url' end, n.title,
      n.url, n.file_name, coalesce((select max(position) from knowledge_items where project_id = ${projectId}), 0) + n.place,
      'waiting', now()
    from unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ title }) => title)}::text[],
      ${items.map(({ url }) => url)}::text[], ${items.map(({ fileName }) => fileName)}::text[])
      with ordinality as n (id, title, url, file_name, place)`
}

/** Requests a new run of each item, which supersedes one in progress, and returns the ids of those that exist. */
export async function requestRuns(sql: Sql, projectId: string, itemIds: string[]): Promise<string[]> {
  if (itemIds.length === 0) return []
  const rows = await sql<{ id: string }>`
    update knowledge_items set stage = 'waiting', stage_changed_at = now(), attempts = 0, run_id = null
    where project_id = ${projectId} and id = any(${itemIds}::uuid[]) returning id`
  return rows.map(({ id }) => id)
}

/** Notes that the content of items was confirmed to be unchanged, which settles an earlier failure. */
export async function confirmItems(sql: Sql, projectId: string, itemIds: string[]): Promise<void> {
  if (itemIds.length === 0) return
  await sql`
    update knowledge_items set fetched_at = now(), error = null, failed_at = null
    where project_id = ${projectId} and id = any(${itemIds}::uuid[]) and status = 'embedded'`
}

/** Notes why embedded items could not be read again. Their content stays in use. */
export async function failItems(
  sql: Sql,
  projectId: string,
  failures: { itemId: string; reason: string }[],
): Promise<void> {
  if (failures.length === 0) return
  await sql`
    update knowledge_items i set error = f.reason, failed_at = now()
    from unnest(${failures.map(({ itemId }) => itemId)}::uuid[], ${failures.map(({ reason }) => reason)}::text[])
      as f (item_id, reason)
    where i.project_id = ${projectId} and i.id = f.item_id and i.status = 'embedded'`
}
