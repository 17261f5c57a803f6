import type { ProjectRetention } from '@aichat/contracts/company/erasure'
import part, { type Sql as Statement } from 'sql-template-tag'
import { incrementRemovedRevision } from '../companies/store.ts'
import type { Sql } from '../kit/db/db.ts'

/** Sorted by project name. */
export function listRetention(sql: Sql): Promise<ProjectRetention[]> {
  return sql<ProjectRetention>`
    select id, name, retention_days as "retentionDays" from projects
    where deletion_requested_at is null order by lower(name), id`
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

/** Deleting a conversation takes time for each of its messages. */
const maxMessagesPerBatch = 10_000

/** The first of the conversations, in their order, up to a number of messages, and at least one. */
function limitMessages(sessions: Statement): Statement {
  return part`
    select session_id from (
      select session_id, sum(last_seq) over (rows unbounded preceding) - last_seq as preceding from (${sessions}) c
    ) counted where preceding < ${maxMessagesPerBatch}`
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
    where s.session_id in (${limitMessages(part`
      select e.session_id, e.last_seq from session_states e join projects q on q.id = e.project_id
      where e.project_id = ${projectId} and (e.status <> 'active' or e.last_seq = 0)
        and e.last_message_at < now() - make_interval(days => q.retention_days)
      order by e.last_message_at limit ${limit}`)})
      and (s.status <> 'active' or s.last_seq = 0)
      and s.last_message_at < now() - make_interval(days => p.retention_days)
    order by s.session_id for update of s skip locked`
}

/** Deletes visitors without a conversation who have not been seen during the retention period, and returns their ids. */
export async function removeExpiredVisitors(sql: Sql, projectId: string, limit: number): Promise<string[]> {
  const visitors = await sql<{ id: string }>`
    select v.id from visitors v join projects p on p.id = v.project_id
    where v.project_id = ${projectId} and v.last_seen_at < now() - make_interval(days => p.retention_days)
      and not exists (select from sessions d where d.visitor_id = v.id)
    limit ${limit} for update of v skip locked`
  const ids = visitors.map(({ id }) => id)
  await removeVisitors(sql, ids)
  return ids
}

/**
 * Deletes conversations with all that refers to them, and the replays of their projects, which repeat visitors' questions. Marks
 * their files for deletion by the file sweep. The session states must be locked.
 */
export async function removeSessions(sql: Sql, sessionIds: string[]): Promise<void> {
  if (sessionIds.length === 0) return
  await incrementRemovedRevision(sql)
  await sql`update files set deletion_requested_at = now() where session_id = any(${sessionIds}::uuid[])`
  await sql`
    delete from replays where project_id in (select project_id from sessions where id = any(${sessionIds}::uuid[]))`
  await sql`delete from sessions where id = any(${sessionIds}::uuid[])`
}

/** Some of the visitors with this email address, in their profile or in one of their conversations. */
export async function findVisitorsByEmail(sql: Sql, email: string, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select id from visitors where lower(email) = lower(${email})
    union select visitor_id from sessions where lower(visitor_email) = lower(${email}) limit ${limit}`
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

/** Conversations of a project, locked in the order of their ids. */
export function lockProjectSessions(
  sql: Sql,
  projectId: string,
  limit: number,
): Promise<{ id: string; visitorId: string }[]> {
  return sql`
    select s.session_id as id, s.visitor_id as "visitorId" from session_states s
    where s.session_id in (${limitMessages(part`
      select e.session_id, e.last_seq from sessions d join session_states e on e.session_id = d.id
      where d.project_id = ${projectId} order by e.session_id limit ${limit}`)})
    order by s.session_id for update of s`
}

export async function lockProjectVisitors(sql: Sql, projectId: string, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select id from visitors where id in (select id from visitors where project_id = ${projectId} limit ${limit})
    order by id for update`
  return rows.map(({ id }) => id)
}

/** A knowledge item has up to thousands of chunks. */
const maxItemsPerBatch = 10

/**
 * Removes some of the rows of a project other than conversations and visitors, and the project when few of them are left.
 * Returns whether the project is removed.
 */
export async function removeProjectRows(sql: Sql, projectId: string, limit: number): Promise<boolean> {
  const files = await sql`
    update files set project_id = null
    where ctid = any(array(select ctid from files where project_id = ${projectId} limit ${limit})) returning id`
  const counts = await sql`
    delete from reply_counts
    where ctid = any(array(select ctid from reply_counts where project_id = ${projectId} limit ${limit})) returning day`
  const results = await sql`
    delete from answer_test_results
    where ctid = any(array(select ctid from answer_test_results where project_id = ${projectId} limit ${limit}))
    returning run_id`
  const listed = await sql`
    delete from source_run_pages
    where ctid = any(array(select ctid from source_run_pages where project_id = ${projectId} limit ${limit}))
    returning run_id`
  const pages = await sql`
    delete from source_pages
    where ctid = any(array(select ctid from source_pages where project_id = ${projectId} limit ${limit})) returning id`
  const entries = await sql`
    delete from answer_entries
    where id = any(array(select id from answer_entries where project_id = ${projectId} limit ${limit})) returning id`
  const versions = await sql`
    delete from knowledge_versions
    where ctid = any(array(
      select ctid from knowledge_versions where project_id = ${projectId} limit ${maxItemsPerBatch})) returning item_id`
  const items = await sql`
    delete from knowledge_items
    where id = any(array(select id from knowledge_items where project_id = ${projectId} limit ${maxItemsPerBatch}))
    returning id`
  const isMore = [files, counts, results, listed, pages, entries].some(({ length }) => length === limit)
  if (isMore || [versions, items].some(({ length }) => length === maxItemsPerBatch)) return false
  await sql`delete from projects where id = ${projectId}`
  return true
}

/** Deletes visitors. Their daily AI reply counts are kept without a reference to the visitor. */
export async function removeVisitors(sql: Sql, visitorIds: string[]): Promise<void> {
  await sql`update files set deletion_requested_at = now() where visitor_id = any(${visitorIds}::uuid[])`
  await sql`
    update reply_counts set visitor_id = gen_random_uuid() where visitor_id = any(${visitorIds}::uuid[])`
  await sql`delete from visitors where id = any(${visitorIds}::uuid[])`
}
