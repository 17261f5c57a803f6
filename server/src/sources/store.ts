import {
  type SiteConfig,
  type Source,
  type SourceCrawlLimits,
  type SourceSchedule,
  sourceLimits,
} from '@aichat/contracts/ai/sources'
import part, { empty } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import { takeDown } from '../knowledge/answers-store.ts'
import { clearValidators } from './page-store.ts'
import { selectRuns } from './run-store.ts'

export type Scope = { companyId: string; projectId: string }

export type NewSource = {
  id: string
  kind: Source['kind']
  name: string
  config: SiteConfig | null
  limits: SourceCrawlLimits
  schedule: SourceSchedule
}

/** Returns false when the project has as many sources as it may have. Locks the project, so that the limit holds. */
export async function addSource(
  sql: Sql,
  { companyId, projectId }: Scope,
  { id, kind, name, config, limits, schedule }: NewSource,
): Promise<boolean> {
  await sql`select from projects where id = ${projectId} for no key update`
  const added = await sql`
    insert into sources (id, company_id, project_id, kind, name, config, limits, schedule, next_run_at)
    select ${id}, ${companyId}, ${projectId}, ${kind}, ${name}, ${JSON.stringify(config)}::jsonb,
      ${JSON.stringify(limits)}::jsonb, ${schedule}, ${nextRun(schedule)}
    where (select count(*) from sources where project_id = ${projectId} and deletion_requested_at is null)
      < ${sourceLimits.perProject}
    returning id`
  return added.length > 0
}

function nextRun(schedule: SourceSchedule) {
  if (schedule === 'off') return part`null::timestamptz`
  return schedule === 'daily' ? part`now() + interval '1 day'` : part`now() + interval '7 days'`
}

type Row = Omit<Source, 'lastRun'>

async function selectSources(sql: Sql, projectId: string, more = empty): Promise<Source[]> {
  const rows = await sql<Row>`
    select s.id, s.kind, s.name, nullif(s.config, 'null'::jsonb) as config, s.schedule, s.limits,
      s.asks_before_publish as "asksBeforePublish",
      s.next_run_at as "nextRunAt", s.created_at as "createdAt", n.pages
    from sources s
    cross join lateral (
      select jsonb_build_object('total', count(*), 'used', count(p.item_id),
        'pending', (select count(*) from knowledge_items i
          where i.source_id = s.id and i.status = 'pending' and i.stage is not null),
        'new', count(*) filter (where p.item_id is null and p.ignored_at is null),
        'ignored', count(*) filter (where p.item_id is null and p.ignored_at is not null)) as pages
      from source_pages p where p.source_id = s.id
    ) n
    where s.project_id = ${projectId} and s.deletion_requested_at is null ${more}
    order by s.created_at desc, s.id desc`
  const runs = await selectRuns(
    sql,
    part`r.id in (
      select distinct on (source_id) id from source_runs
      where source_id = any(${rows.map(({ id }) => id)}::uuid[]) order by source_id, started_at desc, id desc)`,
  )
  return rows.map((row) => {
    const run = runs.find(({ sourceId }) => sourceId === row.id)
    return { ...row, lastRun: run ?? null }
  })
}

export function listSources(sql: Sql, projectId: string): Promise<Source[]> {
  return selectSources(sql, projectId)
}

export async function findSource(sql: Sql, projectId: string, id: string): Promise<Source | null> {
  const [found] = await selectSources(sql, projectId, part`and s.id = ${id}`)
  return found ?? null
}

type Changes = {
  name?: string | undefined
  config?: Partial<SiteConfig> | undefined
  limits?: Partial<SourceCrawlLimits> | undefined
  schedule?: SourceSchedule | undefined
  asksBeforePublish?: boolean | undefined
}

/** Merges the given fields into the stored ones, so that concurrent changes of different fields all take effect. */
export async function updateSource(
  sql: Sql,
  projectId: string,
  id: string,
  { name, config = {}, limits = {}, schedule, asksBeforePublish }: Changes,
): Promise<void> {
  const [changed] = await sql`
    select from sources where project_id = ${projectId} and id = ${id}
      and (config || ${JSON.stringify(config)}::jsonb <> config or limits || ${JSON.stringify(limits)}::jsonb <> limits)
    for update`
  // Pages that the new settings include may be linked from pages that have not changed.
  if (changed) await clearValidators(sql, id)
  await sql`
    update sources set name = coalesce(${name ?? null}, name),
      config = case when config = 'null'::jsonb then config else config || ${JSON.stringify(config)}::jsonb end,
      limits = limits || ${JSON.stringify(limits)}::jsonb,
      asks_before_publish = coalesce(${asksBeforePublish ?? null}, asks_before_publish)
    where project_id = ${projectId} and id = ${id}`
  if (schedule) {
    await sql`
      update sources set schedule = ${schedule}, next_run_at = ${nextRun(schedule)}
      where project_id = ${projectId} and id = ${id} and schedule <> ${schedule}`
  }
}

/** The source disappears at once; a job removes it. Its active run ends. */
export async function requestSourceDeletion(sql: Sql, projectId: string, id: string): Promise<void> {
  await sql`
    update sources set deletion_requested_at = now(), next_run_at = null
    where project_id = ${projectId} and id = ${id}`
  await sql`
    update source_runs set status = 'stopped', finished_at = now()
    where project_id = ${projectId} and source_id = ${id} and status = 'running'`
}

/** Takes items of a source that is marked for deletion out of the answers. Returns whether none is left in them. */
export async function takeDownSourceBatch(sql: Sql, id: string, limit: number): Promise<boolean> {
  const [batch] = await sql<{ projectId: string; itemIds: string[] }>`
    select s.project_id as "projectId", array(
      select distinct i.id from knowledge_items i join answer_entries a on a.entry_id = i.id and a.kind = 'item'
      where i.source_id = s.id and (a.is_draft or a.is_live) limit ${limit}) as "itemIds"
    from sources s where s.id = ${id} and s.deletion_requested_at is not null`
  if (!batch || batch.itemIds.length === 0) return true
  await takeDown(sql, batch.projectId, 'item', batch.itemIds)
  return batch.itemIds.length < limit
}

/** A knowledge item has up to thousands of chunks. */
const maxItemsPerBatch = 20

/** Returns whether the source is removed. */
export async function removeSourceBatch(sql: Sql, id: string, limit: number): Promise<boolean> {
  const items = await sql`
    delete from knowledge_items where id in (
      select i.id from knowledge_items i join sources s on s.id = i.source_id
      where i.source_id = ${id} and s.deletion_requested_at is not null limit ${maxItemsPerBatch})
    returning id`
  if (items.length === maxItemsPerBatch) return false
  const found = await sql`
    delete from source_run_pages where ctid = any(array(
      select p.ctid from source_run_pages p join source_runs r on r.id = p.run_id join sources s on s.id = r.source_id
      where r.source_id = ${id} and s.deletion_requested_at is not null limit ${limit * 10})) returning run_id`
  if (found.length === limit * 10) return false
  const pages = await sql`
    delete from source_pages where id in (
      select p.id from source_pages p join sources s on s.id = p.source_id
      where p.source_id = ${id} and s.deletion_requested_at is not null limit ${limit}) returning id`
  if (pages.length === limit) return false
  await sql`delete from sources where id = ${id} and deletion_requested_at is not null`
  return true
}

/** In the lookup role: sources that are marked for deletion. */
export function listSourcesToDelete(sql: Sql): Promise<{ id: string; companyId: string }[]> {
  return sql`select id, company_id as "companyId" from sources where deletion_requested_at is not null`
}

export type DueSource = { companyId: string; projectId: string; sourceId: string }

/** In the lookup role: sources whose scheduled run is due. */
export function listDueSources(sql: Sql, limit: number): Promise<DueSource[]> {
  return sql<DueSource>`
    select company_id as "companyId", project_id as "projectId", id as "sourceId" from sources
    where next_run_at < now() and deletion_requested_at is null limit ${limit}`
}

/** Returns true to only one caller, and schedules the next run. */
export async function claimSchedule(sql: Sql, projectId: string, id: string): Promise<boolean> {
  const claimed = await sql`
    update sources set next_run_at = now() + case schedule when 'daily' then interval '1 day' else interval '7 days' end
    where project_id = ${projectId} and id = ${id} and next_run_at < now() and schedule <> 'off' returning id`
  return claimed.length > 0
}
