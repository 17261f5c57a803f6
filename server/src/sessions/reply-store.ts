import type { ReplyTrace } from '@aichat/contracts/reply-traces'
import type { Sql } from '../kit/db/db.ts'

/** Clears the pending question, unless a newer message has replaced it. */
export async function clearPendingQuestion(sql: Sql, sessionId: string, seq: number): Promise<void> {
  await sql`
    update session_states set unanswered_seq = null where session_id = ${sessionId} and unanswered_seq = ${seq}`
}

/** Inserted before the messages, in the same transaction. */
export async function insertReplyTraces(
  sql: Sql,
  companyId: string,
  traces: { sessionId: string; seq: number; trace: ReplyTrace }[],
): Promise<void> {
  await sql`
    insert into reply_traces (company_id, session_id, seq, trace)
    select ${companyId}, t.session_id, t.seq, t.trace
    from unnest(${traces.map((one) => one.sessionId)}::uuid[], ${traces.map((one) => one.seq)}::int[],
      ${traces.map((one) => JSON.stringify(one.trace))}::jsonb[]) as t (session_id, seq, trace)`
}

export async function findReplyTrace(
  sql: Sql,
  sessionId: string,
  messageId: string,
): Promise<ReplyTrace | null> {
  const [found] = await sql<{ trace: ReplyTrace }>`
    select t.trace from messages m join reply_traces t on t.session_id = m.session_id and t.seq = m.seq
    where m.session_id = ${sessionId} and m.id = ${messageId}`
  return found?.trace ?? null
}

export type ReplyCounts = { byVisitor: number; byProject: number }

/** Counts a reply before it is written. Returns the counts of that day (UTC), this reply included. */
export async function incrementReplyCounts(
  sql: Sql,
  { companyId, projectId, visitorId }: { companyId: string; projectId: string; visitorId: string },
  day: string,
): Promise<ReplyCounts> {
  const [visitor] = await sql<{ replies: number }>`
    insert into reply_counts as c (company_id, project_id, day, visitor_id, replies)
    values (${companyId}, ${projectId}, ${day}::date, ${visitorId}, 1)
    on conflict (project_id, day, visitor_id) do update set replies = c.replies + 1
    returning replies`
  const [project] = await sql<{ replies: number }>`
    select sum(replies)::int as replies from reply_counts where project_id = ${projectId} and day = ${day}::date`
  return { byVisitor: visitor?.replies ?? 1, byProject: project?.replies ?? 1 }
}

/**
 * Claims the reply to a message for this process, until the claim is released or expires. False when another process
 * has claimed it, or when the message is no longer pending.
 */
export async function claimReply(
  sql: Sql,
  sessionId: string,
  seq: number,
  seconds: number,
): Promise<boolean> {
  const rows = await sql`
    update session_states
    set reply_claimed_seq = ${seq}, reply_claimed_until = now() + make_interval(secs => ${seconds})
    where session_id = ${sessionId} and unanswered_seq = ${seq}
      and (reply_claimed_seq is distinct from ${seq} or reply_claimed_until < now())
    returning session_id`
  return rows.length > 0
}

export async function releaseReplyClaim(sql: Sql, sessionId: string, seq: number): Promise<void> {
  await sql`
    update session_states set reply_claimed_seq = null
    where session_id = ${sessionId} and reply_claimed_seq = ${seq}`
}

/** Runs in the lookup scope: conversations of any company with a pending question for the AI. */
export function listPendingReplies(
  sql: Sql,
  limit: number,
): Promise<{ sessionId: string; companyId: string }[]> {
  return sql`
    select session_id as "sessionId", company_id as "companyId" from session_states
    where status = 'active' and unanswered_seq is not null limit ${limit}`
}
