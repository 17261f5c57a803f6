import type { ProjectRetention } from '@aichat/contracts/erasure'
import type { Sql } from '../kit/db/db.ts'

/** Sorted by project name. */
export function listRetention(sql: Sql): Promise<ProjectRetention[]> {
  return sql<ProjectRetention>`
    select id, name, retention_days as "retentionDays" from projects order by lower(name), id`
}

export async function getRetention(sql: Sql, projectId: string): Promise<number | null> {
  const [row] = await sql<{ days: number | null }>`
    select retention_days as days from projects where id = ${projectId}`
  return row?.days ?? null
}

export async function setRetention(sql: Sql, projectId: string, days: number | null): Promise<void> {
  await sql`update projects set retention_days = ${days} where id = ${projectId}`
}

/** In the lookup role: projects of all companies that have a retention period. */
export function listProjectsWithRetention(sql: Sql): Promise<{ projectId: string; companyId: string }[]> {
  return sql`select id as "projectId", company_id as "companyId" from projects where retention_days is not null`
}

/**
 * Locks closed, archived and empty conversations whose retention period has ended. Skips those that another process has
 * locked.
 */
export function lockExpiredSessions(
  sql: Sql,
  projectId: string,
  limit: number,
): Promise<{ id: string; visitorId: string }[]> {
  return sql`
    select s.session_id as id, s.visitor_id as "visitorId" from session_states s join projects p on p.id = s.project_id
    where s.project_id = ${projectId} and (s.status <> 'active' or s.last_seq = 0)
      and s.last_message_at < now() - make_interval(days => p.retention_days)
    order by s.last_message_at limit ${limit} for update of s skip locked`
}

/** Deletes visitors without a conversation who have not been seen during the retention period. */
export async function removeExpiredVisitors(sql: Sql, projectId: string, limit: number): Promise<number> {
  const visitors = await sql<{ id: string }>`
    select v.id from visitors v join projects p on p.id = v.project_id
    where v.project_id = ${projectId} and v.last_seen_at < now() - make_interval(days => p.retention_days)
      and not exists (select from sessions d where d.visitor_id = v.id)
    limit ${limit} for update of v skip locked`
  const ids = visitors.map(({ id }) => id)
  await removeVisitors(sql, ids)
  return ids.length
}

/** Deletes conversations with all that refers to them, and marks their files for deletion by the file sweep. */
export async function removeSessions(sql: Sql, sessionIds: string[]): Promise<void> {
  await sql`update files set deletion_requested_at = now() where session_id = any(${sessionIds}::uuid[])`
  await sql`delete from sessions where id = any(${sessionIds}::uuid[])`
}

/** Visitors with this email address, in their profile or in one of their conversations. */
export async function findVisitorsByEmail(sql: Sql, email: string): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select id from visitors where lower(email) = lower(${email})
    union select visitor_id from sessions where lower(visitor_email) = lower(${email})`
  return rows.map(({ id }) => id)
}

/** Locks visitors and their conversations against new conversations and messages; returns the session ids. */
export async function lockVisitorSessions(sql: Sql, visitorIds: string[]): Promise<string[]> {
  await sql`select from visitors where id = any(${visitorIds}::uuid[]) order by id for update`
  const rows = await sql<{ id: string }>`
    select session_id as id from session_states where visitor_id = any(${visitorIds}::uuid[])
    order by session_id for update`
  return rows.map(({ id }) => id)
}

/** Deletes visitors. Their daily AI reply counts are kept without a reference to the visitor. */
export async function removeVisitors(sql: Sql, visitorIds: string[]): Promise<void> {
  await sql`update files set deletion_requested_at = now() where visitor_id = any(${visitorIds}::uuid[])`
  await sql`
    update reply_counts set visitor_id = gen_random_uuid() where visitor_id = any(${visitorIds}::uuid[])`
  await sql`delete from visitors where id = any(${visitorIds}::uuid[])`
}
