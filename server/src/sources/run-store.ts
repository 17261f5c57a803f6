import {
  type PageOutcome,
  type RunPage,
  type SiteConfig,
  type SourceCrawlLimits,
  type SourceRun,
  sourceLimits,
} from '@aichat/contracts/ai/sources'
import part, { type Sql as Statement } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'

type Scope = { companyId: string; projectId: string }

export type StoredRun = SourceRun & { sourceId: string }

/** Sitemaps are not pages. One that could not be read is shown, because pages that only it lists are not found. */
const isShown = part`(kind <> 'sitemap' or outcome = 'failed')`

export function selectRuns(sql: Sql, condition: Statement, limit = 1000): Promise<StoredRun[]> {
  return sql<StoredRun>`
    select r.id, r.source_id as "sourceId", r.reason, r.status, r.error, r.is_limited as "isLimited", r.notes,
      r.started_at as "startedAt", r.finished_at as "finishedAt", n.counts
    from source_runs r
    cross join lateral (
      select jsonb_build_object(
        'found', count(*) filter (where outcome is distinct from 'redirected'),
        'read', count(*) filter (where outcome in ('new', 'changed', 'unchanged', 'duplicate')),
        'failed', count(*) filter (where outcome = 'failed'),
        'remaining', count(*) filter (where outcome is null),
        'new', count(*) filter (where outcome = 'new'),
        'changed', count(*) filter (where outcome = 'changed'),
        'unchanged', count(*) filter (where outcome = 'unchanged'),
        'skipped', count(*) filter (where outcome in ('skipped', 'duplicate')),
        'missing', count(*) filter (where outcome = 'missing'),
        'removed', count(*) filter (where outcome = 'removed')) as counts
      from source_run_pages where run_id = r.id and ${isShown}
    ) n
    where ${condition}
    order by r.started_at desc, r.id desc limit ${limit}`
}

export async function findRun(
  sql: Sql,
  projectId: string,
  sourceId: string,
  id: string,
): Promise<StoredRun | null> {
  const [run] = await selectRuns(
    sql,
    part`r.project_id = ${projectId} and r.source_id = ${sourceId} and r.id = ${id}`,
  )
  return run ?? null
}

export function listRuns(sql: Sql, projectId: string, sourceId: string): Promise<StoredRun[]> {
  return selectRuns(
    sql,
    part`r.project_id = ${projectId} and r.source_id = ${sourceId}`,
    sourceLimits.storedRuns,
  )
}

export type NewRun = { id: string; reason: SourceRun['reason']; archiveKey: string | null }

/** Returns false when a run is active, or the source was deleted. Removes the oldest runs. */
export async function insertRun(
  sql: Sql,
  { companyId, projectId }: Scope,
  sourceId: string,
  { id, reason, archiveKey }: NewRun,
): Promise<boolean> {
  const inserted = await sql`
    insert into source_runs (id, company_id, project_id, source_id, reason, archive_key)
    select ${id}, ${companyId}, ${projectId}, s.id, ${reason}, ${archiveKey} from sources s
    where s.project_id = ${projectId} and s.id = ${sourceId} and s.deletion_requested_at is null
    on conflict (source_id) where status = 'running' do nothing returning id`
  if (inserted.length === 0) return false
  await sql`
    delete from source_runs where source_id = ${sourceId} and id not in (
      select id from source_runs where source_id = ${sourceId}
      order by started_at desc, id desc limit ${sourceLimits.storedRuns})`
  return true
}

export async function stopRun(sql: Sql, projectId: string, id: string): Promise<boolean> {
  const stopped = await sql`
    update source_runs set status = 'stopped', finished_at = now(), claim_id = null
    where project_id = ${projectId} and id = ${id} and status = 'running' returning id`
  return stopped.length > 0
}

/** Returns false unless it is the latest run of its source, and stopped. */
export async function resumeRun(sql: Sql, projectId: string, sourceId: string, id: string): Promise<boolean> {
  const resumed = await sql`
    update source_runs r set status = 'running', finished_at = null, heartbeat_at = now()
    where r.project_id = ${projectId} and r.id = ${id} and r.status = 'stopped' and r.id = (
      select id from source_runs where source_id = ${sourceId} order by started_at desc, id desc limit 1)
    returning id`
  return resumed.length > 0
}

export type ClaimedRun = Scope & {
  runId: string
  claimId: string
  sourceId: string
  kind: 'site' | 'archive'
  config: SiteConfig | null
  limits: SourceCrawlLimits
  archiveKey: string | null
  isSeeded: boolean
}

/** From now on only this claim may store results. Null when the run is not active. */
export async function claimRun(
  sql: Sql,
  { companyId, projectId }: Scope,
  runId: string,
  claimId: string,
): Promise<ClaimedRun | null> {
  const [run] = await sql<Omit<ClaimedRun, 'companyId' | 'projectId' | 'runId' | 'claimId'>>`
    update source_runs r set claim_id = ${claimId}, heartbeat_at = now() from sources s
    where r.project_id = ${projectId} and r.id = ${runId} and r.status = 'running' and s.id = r.source_id
    returning r.source_id as "sourceId", s.kind, nullif(s.config, 'null'::jsonb) as config, s.limits,
      r.archive_key as "archiveKey", r.is_seeded as "isSeeded"`
  return run ? { ...run, companyId, projectId, runId, claimId } : null
}

/** Locks the run and renews its heartbeat. False when it was stopped, or another process has claimed it. */
export async function holdRun(sql: Sql, { runId, claimId }: ClaimedRun): Promise<boolean> {
  const held = await sql`
    update source_runs set heartbeat_at = now()
    where id = ${runId} and claim_id = ${claimId} and status = 'running' returning id`
  return held.length > 0
}

/** Whether the run before this one has read everything that it was to read. */
export async function isPreviousRunComplete(sql: Sql, { runId, sourceId }: ClaimedRun): Promise<boolean> {
  const [previous] = await sql<{ isComplete: boolean }>`
    select status = 'completed' and not is_limited as "isComplete" from source_runs
    where source_id = ${sourceId} and id <> ${runId} order by started_at desc, id desc limit 1`
  return previous?.isComplete ?? false
}

export async function markSeeded(sql: Sql, { runId }: ClaimedRun): Promise<void> {
  await sql`update source_runs set is_seeded = true where id = ${runId}`
}

/** Notes once what the run left out or did not do. */
export async function addNote(sql: Sql, runId: string, note: string): Promise<void> {
  await sql`
    update source_runs set notes = array_append(notes, ${note}::text)
    where id = ${runId} and not ${note}::text = any(notes)`
}

/** Changes the outcome of missing pages to removed. */
export async function markRemoved(sql: Sql, runId: string, positions: number[]): Promise<void> {
  await sql`
    update source_run_pages set outcome = 'removed'
    where run_id = ${runId} and position = any(${positions}::int[]) and outcome = 'missing'`
}

export async function finishRun(sql: Sql, run: ClaimedRun, error: string | null): Promise<boolean> {
  const finished = await sql`
    update source_runs set status = ${error === null ? 'completed' : 'failed'}, error = ${error}, finished_at = now(),
      claim_id = null
    where id = ${run.runId} and claim_id = ${run.claimId} and status = 'running' returning id`
  return finished.length > 0
}

export type StalledRun = { companyId: string; projectId: string; runId: string }

/** In the lookup role: active runs without a heartbeat for `silentSeconds`. */
export function listStalledRuns(sql: Sql, silentSeconds: number, limit: number): Promise<StalledRun[]> {
  return sql<StalledRun>`
    select company_id as "companyId", project_id as "projectId", id as "runId" from source_runs
    where status = 'running' and heartbeat_at < now() - make_interval(secs => ${silentSeconds}) limit ${limit}`
}

/** Renews the heartbeat, so that a restarted run is not restarted again by the next poll. */
export async function touchRun(sql: Sql, projectId: string, runId: string): Promise<void> {
  await sql`update source_runs set heartbeat_at = now() where project_id = ${projectId} and id = ${runId}`
}

/** Pages of a run after a position, and sitemaps that could not be read. */
export async function listRunPages(
  sql: Sql,
  runId: string,
  { after, limit, outcome }: { after: number; limit: number; outcome: PageOutcome | undefined },
): Promise<(RunPage & { position: number })[]> {
  const chosen = outcome ? part`and outcome = ${outcome}` : part``
  return sql<RunPage & { position: number }>`
    select position, url, title, outcome, reason, finished_at as "finishedAt" from source_run_pages
    where run_id = ${runId} and position > ${after} and ${isShown} ${chosen}
    order by position limit ${limit}`
}

/** The outcomes of those addresses that the run lists; null for one that is not read yet. */
export async function findOutcomes(
  sql: Sql,
  runId: string,
  urls: string[],
): Promise<Map<string, string | null>> {
  if (urls.length === 0) return new Map()
  const rows = await sql<{ url: string; outcome: string | null }>`
    select url, outcome from source_run_pages where run_id = ${runId} and url = any(${urls}::text[])`
  return new Map(rows.map(({ url, outcome }) => [url, outcome]))
}
