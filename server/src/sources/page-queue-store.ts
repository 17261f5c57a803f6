import { readFailures } from '@aichat/contracts/ai/read-failures'
import type { PageOutcome } from '@aichat/contracts/ai/sources'
import type { Sql } from '../kit/db/db.ts'
import type { ClaimedRun } from './run-store.ts'

type QueuedKind = 'page' | 'sitemap' | 'document'
export type NewQueuedPage = {
  url: string
  kind: QueuedKind
  depth: number
  language: string | null
  /** How many redirects in a row have led to this address. */
  redirectCount?: number
}

/** The stored state of a page from an earlier run. */
type KnownPage = {
  pageId: string
  contentHash: string
  etag: string | null
  lastModified: string | null
  itemId: string | null
}

export type QueuedPage = NewQueuedPage & { position: number; attempts: number; known: KnownPage | null }

/** Claims the next pages of a run, in the order in which they were found. Counts the attempt. */
export function claimPages(
  sql: Sql,
  { runId, claimId, sourceId }: ClaimedRun,
  limit: number,
): Promise<QueuedPage[]> {
  return sql<QueuedPage>`
    with claimed as (
      update source_run_pages p set claim_id = ${claimId}, attempts = p.attempts + 1
      where p.run_id = ${runId} and p.position in (
        select position from source_run_pages
        where run_id = ${runId} and outcome is null and claim_id is distinct from ${claimId}
          and (retry_at is null or retry_at <= now())
        order by position limit ${limit})
      returning p.position, p.kind, p.url, p.depth, p.language, p.redirect_count, p.attempts)
    select c.position, c.kind, c.url, c.depth, c.language, c.redirect_count as "redirectCount", c.attempts,
      case when s.id is not null then jsonb_build_object('pageId', s.id, 'contentHash', s.content_hash, 'etag', s.etag,
        'lastModified', s.last_modified, 'itemId', s.item_id) end as known
    from claimed c left join source_pages s on s.source_id = ${sourceId} and s.url = c.url
    order by c.position`
}

/** Milliseconds until the next page may be retried; null when none is left. */
export async function findNextRetry(sql: Sql, runId: string): Promise<number | null> {
  const [row] = await sql<{ waitMs: number | null }>`
    select case when count(*) > 0 then
      greatest(0, extract(epoch from min(coalesce(retry_at, now())) - now()) * 1000)::int end as "waitMs"
    from source_run_pages where run_id = ${runId} and outcome is null`
  return row?.waitMs ?? null
}

/** Makes claimed pages available again; the attempt does not count. */
export async function releasePages(sql: Sql, runId: string, positions: number[]): Promise<void> {
  await sql`
    update source_run_pages set claim_id = null, attempts = greatest(0, attempts - 1)
    where run_id = ${runId} and position = any(${positions}::int[]) and outcome is null`
}

export async function retryPages(
  sql: Sql,
  runId: string,
  retries: { position: number; delaySeconds: number }[],
): Promise<void> {
  await sql`
    update source_run_pages p set claim_id = null, retry_at = now() + make_interval(secs => r.delay)
    from unnest(${retries.map(({ position }) => position)}::int[],
      ${retries.map(({ delaySeconds }) => delaySeconds)}::int[]) as r (position, delay)
    where p.run_id = ${runId} and p.position = r.position and p.outcome is null`
}

export type StoredOutcome = {
  position: number
  outcome: PageOutcome | 'listed'
  reason: string | null
  title: string | null
}

export async function storeOutcomes(sql: Sql, runId: string, outcomes: StoredOutcome[]): Promise<void> {
  await sql`
    update source_run_pages p set outcome = o.outcome, reason = o.reason, title = o.title, finished_at = now()
    from unnest(${outcomes.map(({ position }) => position)}::int[], ${outcomes.map(({ outcome }) => outcome)}::text[],
      ${outcomes.map(({ reason }) => reason)}::text[], ${outcomes.map(({ title }) => title)}::text[])
      as o (position, outcome, reason, title)
    where p.run_id = ${runId} and p.position = o.position and p.outcome is null`
}

/** Queues pages again that were left out as duplicates of these addresses. */
export async function reopenDuplicates(sql: Sql, runId: string, urls: string[]): Promise<void> {
  if (urls.length === 0) return
  await sql`
    update source_run_pages set outcome = null, reason = null, title = null, finished_at = null, claim_id = null,
      attempts = 0
    where run_id = ${runId} and outcome = 'duplicate' and reason = any(${urls}::text[])`
}

/** A run may list this many times its maximum number of pages, because redirected and skipped ones do not count. */
const maxListedFactor = 5
/** Sitemaps do not count as pages, and a website could list any number of them. */
const maxSitemaps = 500

/** Adds pages that the run does not list yet, up to its limit, and notes when some were left out. */
export async function queuePages(
  sql: Sql,
  { companyId, projectId, runId, limits }: ClaimedRun,
  pages: NewQueuedPage[],
): Promise<void> {
  if (pages.length === 0) return
  const [counted] = await sql<{ pages: number; sitemaps: number; total: number; last: number }>`
    select count(*) filter (where kind <> 'sitemap' and (outcome is null
        or outcome not in ('redirected', 'skipped', 'duplicate')))::int as pages,
      count(*) filter (where kind = 'sitemap')::int as sitemaps, count(*)::int as total, coalesce(max(position), 0)::int as last
    from source_run_pages where run_id = ${runId}`
  const { pages: pageCount = 0, sitemaps: sitemapCount = 0, total = 0, last = 0 } = counted ?? {}
  const known = await sql<{ url: string }>`
    select url from source_run_pages
    where run_id = ${runId} and url = any(${pages.map(({ url }) => url)}::text[])`
  const knownUrls = new Set(known.map(({ url }) => url))
  const unknown = pages.filter(({ url }) => !knownUrls.has(url) && knownUrls.add(url))
  const sitemaps = unknown.filter(({ kind }) => kind === 'sitemap')
  const others = unknown.filter(({ kind }) => kind !== 'sitemap')
  const room = Math.max(
    0,
    Math.min(limits.maxPages - pageCount, maxListedFactor * limits.maxPages - (total - sitemapCount)),
  )
  const sitemapRoom = Math.max(0, maxSitemaps - sitemapCount)
  const added = [...sitemaps.slice(0, sitemapRoom), ...others.slice(0, room)]
  if (added.length < unknown.length) await sql`update source_runs set is_limited = true where id = ${runId}`
  if (added.length === 0) return
  await sql`
    insert into source_run_pages (run_id, position, company_id, project_id, kind, url, depth, language, redirect_count)
    select ${runId}, ${last}::int + n.place::int, ${companyId}, ${projectId}, n.kind, n.url, n.depth, n.language,
      n.redirects
    from unnest(${added.map(({ kind }) => kind)}::text[], ${added.map(({ url }) => url)}::text[],
      ${added.map(({ depth }) => depth)}::int[], ${added.map(({ language }) => language)}::text[],
      ${added.map(({ redirectCount }) => redirectCount ?? 0)}::int[])
      with ordinality as n (kind, url, depth, language, redirects, place)`
}

/** Every address that the run lists. */
export async function listQueuedUrls(sql: Sql, runId: string): Promise<string[]> {
  const rows = await sql<{ url: string }>`select url from source_run_pages where run_id = ${runId}`
  return rows.map(({ url }) => url)
}

/** Why a run without a page failed: the reason of its first failure. Null when it has read a page. */
export async function findFailure(sql: Sql, runId: string): Promise<string | null> {
  const [row] = await sql<{ readCount: number; reason: string | null }>`
    select count(*) filter (where outcome in ('new', 'changed', 'unchanged', 'duplicate', 'missing', 'removed'))::int
        as "readCount",
      (array_agg(reason order by position) filter (where outcome in ('failed', 'skipped')))[1] as reason
    from source_run_pages where run_id = ${runId}`
  if (!row || row.readCount > 0) return null
  return row.reason ?? readFailures.noPages
}
