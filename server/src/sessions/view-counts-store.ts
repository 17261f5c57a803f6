import { sessionLimits } from '@aichat/contracts/chat/sessions'
import part, { raw, type Sql as Statement } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import { conditions, type ListConditions } from './list-store.ts'

export type ViewCounts = { needsYou: number; ai: number; mine: number; unassigned: number }

/** The active conversations of each view, counted up to a limit: the number of all of a large company takes long to count. */
export async function countViews(
  sql: Sql,
  userId: string,
  filter: Pick<ListConditions, 'projectId' | 'labelId'>,
): Promise<ViewCounts> {
  const active = { ...filter, status: 'active' } as const
  const [counts] = await sql<ViewCounts>`${part`
    select (${countUpToLimit({ ...active, view: 'needs_you' })}) as "needsYou",
      (${countUpToLimit({ ...active, view: 'ai' })}) as ai,
      (${countUpToLimit({ ...active, assigneeId: userId })}) as mine,
      (${countUpToLimit({ ...active, assigneeId: null })}) as unassigned`}`
  return counts ?? { needsYou: 0, ai: 0, mine: 0, unassigned: 0 }
}

/** The number of conversations in the view "Needs you", with the start of the longest wait. */
export async function findWaiting(sql: Sql): Promise<{ count: number; since: string | null }> {
  const [waiting] = await sql<{ count: number; since: string | null }>`${part`
    select count(*)::int as count, min(w.waiting_since) as since from (
      select s.waiting_since from session_states s where ${conditions({ status: 'active', view: 'needs_you' })}
      order by s.waiting_since limit ${raw(String(sessionLimits.viewCountMax))}
    ) w`}`
  return waiting ?? { count: 0, since: null }
}

function countUpToLimit(filter: ListConditions): Statement {
  return part`
    select count(*)::int from (
      select from session_states s where ${conditions(filter)} limit ${raw(String(sessionLimits.viewCountMax))}
    ) c`
}
