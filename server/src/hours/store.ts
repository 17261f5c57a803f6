import type { BusinessHours, ProjectHours } from '@aichat/contracts/company/hours'
import type { Sql } from '../kit/db/db.ts'

type Row = { schedule: BusinessHours }

/** The schedule of the company (null), or the own schedule of a project. */
export async function findHours(sql: Sql, projectId: string | null): Promise<BusinessHours | null> {
  const [row] = await sql<Row>`
    select schedule from business_hours where project_id is not distinct from ${projectId}::uuid`
  return row?.schedule ?? null
}

/** The schedule that applies to a project: its own, or else that of the company. Null is always open. */
export async function findHoursOfProject(sql: Sql, projectId: string): Promise<BusinessHours | null> {
  const [row] = await sql<Row>`
    select schedule from business_hours where project_id = ${projectId} or project_id is null
    order by project_id nulls last limit 1`
  return row?.schedule ?? null
}

/** Business hours of the company (without a project) or of a project, which apply from `validFrom` until the next version. */
export type HoursVersion = {
  projectId: string | null
  /** Unix time in milliseconds. */
  validFrom: number
  /** Null after they were deleted. */
  schedule: BusinessHours | null
}

export function listHoursVersions(sql: Sql): Promise<HoursVersion[]> {
  return sql<HoursVersion>`
    select project_id as "projectId", (extract(epoch from valid_from) * 1000)::float8 as "validFrom", schedule
    from business_hours_versions order by valid_from`
}

export function listProjectHours(sql: Sql): Promise<ProjectHours[]> {
  return sql<ProjectHours>`
    select p.id, p.name, h.schedule as hours from projects p left join business_hours h on h.project_id = p.id
    where p.deletion_requested_at is null order by lower(p.name), p.id`
}

export async function saveHours(
  sql: Sql,
  companyId: string,
  projectId: string | null,
  hours: BusinessHours,
): Promise<void> {
  await sql`
    insert into business_hours (company_id, project_id, schedule)
    values (${companyId}, ${projectId}, ${JSON.stringify(hours)}::jsonb)
    on conflict (company_id, project_id) do update set schedule = excluded.schedule`
}

export async function removeHours(sql: Sql, projectId: string | null): Promise<void> {
  await sql`delete from business_hours where project_id is not distinct from ${projectId}::uuid`
}

export type FirstReply = { askedAt: string; seconds: number }

/**
 * How long visitors waited for the first message of a person in the company's latest conversations: from their first message that
 * the AI had not answered. An index finds the latest conversations of each status.
 */
export function listFirstReplies(sql: Sql, since: string): Promise<FirstReply[]> {
  return sql<FirstReply>`
    select asked.at as "askedAt", extract(epoch from reply.created_at - asked.at)::float8 as seconds
    from unnest(array['active', 'closed', 'archived']) as kind(status)
    cross join lateral (
      select s.session_id from session_states s
      where s.status = kind.status and s.last_message_at > ${since}
      order by s.last_message_at desc limit 200
    ) latest
    cross join lateral (
      select m.seq, m.created_at from messages m
      where m.session_id = latest.session_id and m.sender_kind = 'agent' order by m.seq limit 1
    ) reply
    cross join lateral (
      select min(m.created_at) as at from messages m
      where m.session_id = latest.session_id and m.sender_kind = 'visitor' and m.seq < reply.seq
        and m.seq > coalesce((select max(a.seq) from messages a where a.session_id = latest.session_id
          and a.sender_kind = 'ai' and a.seq < reply.seq), 0)
    ) asked
    where asked.at > ${since}`
}
