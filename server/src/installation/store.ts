import {
  type CheckIn,
  type Installation,
  installationLimits,
  parseOrigin,
} from '@aichat/contracts/widget/installation'
import part from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import { isAllowed } from './allowed-origins.ts'

const columns = part`
  origin, page_url as "pageUrl", count, first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt"`

export async function getInstallation(sql: Sql, projectId: string): Promise<Installation> {
  const [project] = await sql<{ websiteUrl: string | null; origins: string[] }>`
    select website_url as "websiteUrl", allowed_origins as origins from projects where id = ${projectId}`
  const places = project ?? { websiteUrl: null, origins: [] }
  const rows = await sql<CheckIn & { isRefused: boolean }>`
    select ${columns}, is_refused as "isRefused" from installation_check_ins
    where project_id = ${projectId} order by last_seen_at desc, origin`
  const checkIns = rows.map(({ isRefused, ...checkIn }) => ({ isRefused, checkIn }))
  return {
    website: places.websiteUrl ? parseOrigin(places.websiteUrl) : null,
    origins: places.origins,
    seen: checkIns.filter((one) => !one.isRefused).map((one) => one.checkIn),
    // An origin that was allowed after its refusal is not listed as refused any more.
    refused: checkIns
      .filter((one) => one.isRefused && !isAllowed(places, one.checkIn.origin))
      .map((one) => one.checkIn),
  }
}

export async function setOrigins(sql: Sql, projectId: string, origins: string[]): Promise<void> {
  await sql`update projects set allowed_origins = ${origins}, updated_at = now() where id = ${projectId}`
}

export type CheckInBatch = {
  companyId: string
  projectId: string
  origin: string
  isRefused: boolean
  pageUrl: string | null
  count: number
  /** An ISO 8601 time. */
  lastSeenAt: string
}

/** Upserts the row of an origin, and deletes the least recently seen origins beyond the limit. */
export async function addCheckIn(sql: Sql, seen: CheckInBatch): Promise<void> {
  await sql`
    insert into installation_check_ins as s
      (company_id, project_id, origin, is_refused, page_url, count, first_seen_at, last_seen_at)
    select ${seen.companyId}, p.id, ${seen.origin}, ${seen.isRefused}, ${seen.pageUrl}, ${seen.count},
      ${seen.lastSeenAt}, ${seen.lastSeenAt}
    from projects p where p.id = ${seen.projectId}
    on conflict (project_id, is_refused, origin) do update set
      count = s.count + excluded.count,
      page_url = coalesce(excluded.page_url, s.page_url),
      last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at)`
  await sql`
    delete from installation_check_ins where project_id = ${seen.projectId} and is_refused = ${seen.isRefused}
      and origin in (
        select origin from installation_check_ins where project_id = ${seen.projectId} and is_refused = ${seen.isRefused}
        order by last_seen_at desc, origin offset ${installationLimits.checkIns})`
}
