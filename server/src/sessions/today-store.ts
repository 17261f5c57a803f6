import part from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import { isInListedProject } from './list-store.ts'

export type ProjectToday = { projectId: string; conversations: number; aiOnly: number }

/** The conversations with a message on the company's current day. Projects without one have no row. */
export async function countToday(sql: Sql, now: number): Promise<ProjectToday[]> {
  const start = await getStartOfDay(sql, now)
  // All statuses are named, for the index by status and time.
  return sql<ProjectToday>`${part`
    select s.project_id as "projectId", count(*)::int as conversations,
      count(*) filter (
        where s.last_ai_at >= ${start} and not s.needs_human and (s.last_agent_at is null or s.last_agent_at < ${start})
      )::int as "aiOnly"
    from session_states s
    where s.status in ('active', 'closed', 'archived') and s.last_message_at >= ${start} and s.last_seq > 0
      and ${isInListedProject}
    group by s.project_id`}`
}

/** Read first: as a part of the query above, PostgreSQL would not use the index for it. */
async function getStartOfDay(sql: Sql, now: number): Promise<string> {
  const [company] = await sql<{ start: string }>`
    select date_trunc('day', ${new Date(now).toISOString()}::timestamptz at time zone time_zone) at time zone time_zone as start
    from companies`
  if (!company) throw new Error('A transaction has exactly one company')
  return company.start
}
