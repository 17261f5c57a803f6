import type { Finding, FindingCounts, FindingKind } from '@aichat/contracts/ai/findings'
import part, { empty } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import type { FoundPassage, InspectedItem } from './detect/types.ts'

export type Scope = { companyId: string; projectId: string }

export type InspectedItemId = { id: string; characters: number }

/** Embedded items that answers use, and pages that could not be read, newest first. */
export function listInspectedItems(sql: Sql, projectId: string): Promise<InspectedItemId[]> {
  return sql<InspectedItemId>`
    select id, characters from knowledge_items
    where project_id = ${projectId} and is_enabled and (status = 'embedded' or (type = 'url' and error is not null))
    order by created_at desc, id`
}

type ItemRow = Omit<InspectedItem, 'sections'> & { sections: InspectedItem['sections'] | null }

export async function loadItems(sql: Sql, projectId: string, ids: string[]): Promise<InspectedItem[]> {
  const rows = await sql<ItemRow>`
    select i.id, i.title, case when i.type = 'url' then i.error end as error, (
      select min(w.created_at) from knowledge_versions v
      join knowledge_versions w on w.item_id = v.item_id and w.text = v.text
      where v.item_id = i.id and v.version = i.version
    ) as "writtenAt", (
      select jsonb_agg(jsonb_build_object('headings', c.headings, 'text', substr(c.body, c.overlap + 1)) order by c.position)
      from knowledge_chunks c where c.item_id = i.id and c.version = i.version and i.status = 'embedded'
    ) as sections
    from knowledge_items i where i.project_id = ${projectId} and i.id = any(${ids}::uuid[])
    order by i.created_at, i.id`
  return rows.map((row) => ({ ...row, sections: row.sections ?? [] }))
}

export type NewFinding = {
  id: string
  kind: FindingKind
  fingerprint: string
  itemId: string
  otherItemId: string | null
  passages: FoundPassage[]
}

/**
 * Stores what was found, and removes what was not found again. A dismissed finding stays stored; a page that failed again after it
 * was read is a new finding. Findings of items that were deleted meanwhile are left out. Returns whether anything changed.
 */
export async function replaceFindings(
  sql: Sql,
  { companyId, projectId }: Scope,
  findings: NewFinding[],
): Promise<boolean> {
  const fingerprints = findings.map(({ fingerprint }) => fingerprint)
  const removed = await sql`
    delete from findings where project_id = ${projectId} and not fingerprint = any(${fingerprints}::text[])
      and (dismissed_at is null or kind = 'failed_refresh') returning id`
  await sql`
    update findings set is_current = false
    where project_id = ${projectId} and is_current and not fingerprint = any(${fingerprints}::text[])`
  const stored = await sql`
    insert into findings as f (id, company_id, project_id, kind, fingerprint, item_id, other_item_id, passages)
    select n.id, ${companyId}, ${projectId}, n.kind, n.fingerprint, i.id, o.id, n.passages
    from jsonb_to_recordset(${JSON.stringify(findings)}::jsonb)
      as n (id uuid, kind text, fingerprint text, "itemId" uuid, "otherItemId" uuid, passages jsonb)
    join knowledge_items i on i.project_id = ${projectId} and i.id = n."itemId"
    left join knowledge_items o on o.project_id = ${projectId} and o.id = n."otherItemId"
    where n."otherItemId" is null or o.id is not null
    on conflict (project_id, fingerprint) do update set passages = excluded.passages, is_current = true
      where f.passages <> excluded.passages or not f.is_current
    returning id`
  return removed.length + stored.length > 0
}

/** An item that was disabled, or a page that was read, settles its findings before the next inspection. */
const isRelevant = part`i.is_enabled and o.is_enabled is not false and (f.kind <> 'failed_refresh' or i.error is not null)`

type Row = Omit<Finding, 'passages'> & {
  passages: FoundPassage[]
  titles: Record<string, string>
  position: string
}

export type FindingFilter = {
  kind?: FindingKind | undefined
  isDismissed?: boolean
  id?: string
  after?: string
  limit: number
}

/** The newest first; `position` is the cursor after a finding. */
export async function listFindings(
  sql: Sql,
  projectId: string,
  { kind, isDismissed, id, after, limit }: FindingFilter,
): Promise<(Finding & { position: string })[]> {
  const ofKind = kind ? part`and f.kind = ${kind}` : empty
  const ofStatus = isDismissed === undefined ? empty : part`and (f.dismissed_at is not null) = ${isDismissed}`
  const ofId = id ? part`and f.id = ${id}` : empty
  const [time = '', lastId = ''] = (after ?? '').split('_')
  const isCursor = /^\d{1,16}$/.test(time) && /^[0-9a-f-]{36}$/.test(lastId)
  const rest = isCursor ? part`and (p.micros, f.id) < (${time}::bigint, ${lastId}::uuid)` : empty
  const rows = await sql<Row>`
    select f.id, f.kind, f.passages, f.found_at as "foundAt", f.dismissed_at as "dismissedAt",
      jsonb_strip_nulls(jsonb_build_object(f.item_id::text, i.title) || case when o.id is null then '{}'::jsonb
        else jsonb_build_object(o.id::text, o.title) end) as titles,
      p.micros || '_' || f.id as position
    from findings f
    cross join lateral (select (extract(epoch from f.found_at) * 1000000)::bigint as micros) p
    join knowledge_items i on i.id = f.item_id
    left join knowledge_items o on o.id = f.other_item_id
    where f.project_id = ${projectId} and f.is_current and ${isRelevant} ${ofKind} ${ofStatus} ${ofId} ${rest}
    order by p.micros desc, f.id desc limit ${limit}`
  return rows.map(({ titles, passages, ...row }) => ({
    ...row,
    passages: passages.map((passage) => ({ ...passage, title: titles[passage.itemId] ?? '' })),
  }))
}

export async function findFinding(sql: Sql, projectId: string, id: string): Promise<Finding | null> {
  const [found] = await listFindings(sql, projectId, { id, limit: 1 })
  if (!found) return null
  const { position: _, ...finding } = found
  return finding
}

export async function dismissFinding(
  sql: Sql,
  projectId: string,
  id: string,
  isDismissed: boolean,
): Promise<void> {
  await sql`
    update findings set dismissed_at = case when ${isDismissed}::boolean then coalesce(dismissed_at, now()) end
    where project_id = ${projectId} and id = ${id}`
}

export async function countFindings(
  sql: Sql,
  projectId: string,
): Promise<{ counts: FindingCounts; inspectedAt: string | null }> {
  const [row] = await sql<FindingCounts & { inspectedAt: string | null }>`
    select count(*) filter (where f.kind = 'contradiction' and f.dismissed_at is null)::int as contradiction,
      count(*) filter (where f.kind = 'duplicate' and f.dismissed_at is null)::int as duplicate,
      count(*) filter (where f.kind = 'past_date' and f.dismissed_at is null)::int as past_date,
      count(*) filter (where f.kind = 'failed_refresh' and f.dismissed_at is null)::int as failed_refresh,
      count(*) filter (where f.dismissed_at is not null)::int as dismissed,
      (select inspected_at from finding_schedules where project_id = ${projectId}) as "inspectedAt"
    from findings f
    join knowledge_items i on i.id = f.item_id
    left join knowledge_items o on o.id = f.other_item_id
    where f.project_id = ${projectId} and f.is_current and ${isRelevant}`
  const { inspectedAt = null, ...counts } = row ?? {
    contradiction: 0,
    duplicate: 0,
    past_date: 0,
    failed_refresh: 0,
    dismissed: 0,
  }
  return { counts, inspectedAt }
}

/** Runs in the lookup scope. */
export function listDueInspections(sql: Sql, limit: number): Promise<Scope[]> {
  return sql<Scope>`
    select company_id as "companyId", project_id as "projectId" from finding_schedules
    where due_at < now() order by due_at limit ${limit}`
}

/** Returns true to only one caller. When its process ends, the inspection is due again after ten minutes. */
export async function claimInspection(sql: Sql, projectId: string): Promise<boolean> {
  const claimed = await sql`
    update finding_schedules set due_at = now() + interval '10 minutes', changed_at = null
    where project_id = ${projectId} and due_at < now() returning project_id`
  return claimed.length > 0
}

/** The next inspection is a day later, unless the knowledge has changed during this one. */
export async function finishInspection(sql: Sql, projectId: string): Promise<void> {
  await sql`
    update finding_schedules set inspected_at = now(),
      due_at = case when changed_at is null then now() + interval '1 day' else due_at end
    where project_id = ${projectId}`
}
