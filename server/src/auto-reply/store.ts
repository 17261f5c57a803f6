import type { ReplyTrace } from '@aichat/contracts/ai/reply-traces'
import { aiReplyKey, type Message } from '@aichat/contracts/chat/messages'
import type { Language } from '@aichat/contracts/kit/languages'
import fragment from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import { clearMessagePending, type MessageRange, markMessagesPending } from '../messages/store.ts'
import { turningOn } from '../sessions/store.ts'

/** How long the pending question has been pending, by the clock of the database. */
export async function getPendingMs(sql: Sql, sessionId: string): Promise<number> {
  const [pending] = await sql<{ ms: number }>`
    select coalesce(extract(epoch from clock_timestamp() - unanswered_at) * 1000, 0)::float8 as ms
    from session_states where session_id = ${sessionId}`
  return pending?.ms ?? 0
}

/** The first of the visitor's messages after the last one that had an outcome. */
export async function findFirstPending(
  sql: Sql,
  sessionId: string,
  reopenedSeq: number,
  unansweredSeq: number | null,
): Promise<number> {
  if (unansweredSeq === null) return reopenedSeq
  const [last] = await sql<{ seq: number }>`
    select case when m.client_id ~ ${aiReplyKey.source} and m.sender_kind in ('ai', 'system')
      then substr(m.client_id, 4)::int else m.seq end as seq
    from messages m
    where m.session_id = ${sessionId} and m.seq < ${unansweredSeq} and m.seq >= ${reopenedSeq}
      and (m.sender_kind in ('ai', 'agent') or m.meta->>'kind' in ('handover', 'acknowledged') or m.meta ? 'pending')
    order by m.seq desc limit 1`
  return last ? last.seq + 1 : Math.max(1, reopenedSeq)
}

/** Removes the mark of a message that was judged again and answered. Null when the message has none. */
export async function clearPendingMark(sql: Sql, sessionId: string, seq: number): Promise<Message | null> {
  const cleared = await clearMessagePending(sql, sessionId, seq)
  if (cleared) await sql`select increment_session_revisions(array[${sessionId}::uuid])`
  return cleared
}

export type DeclinedRange = MessageRange & { mayBeFollowed: boolean; language: Language }

/**
 * Marks the visitor's messages `fromSeq` to `toSeq` as waiting for the team, and clears the pending question. Returns the
 * marked messages; null, with nothing changed, when the question is no longer pending.
 */
export async function markPending(
  sql: Sql,
  companyId: string,
  { sessionId, fromSeq, toSeq, mayBeFollowed, language }: DeclinedRange,
  trace: ReplyTrace,
): Promise<Message[] | null> {
  const cleared = await sql`
    update session_states
    set unanswered_seq = nullif(unanswered_seq, ${toSeq}), unanswered_stretch = 'pending',
      unanswered_at = case when unanswered_seq > ${toSeq} then unanswered_at end
    where session_id = ${sessionId} and status = 'active' and auto_reply
      and (unanswered_seq = ${toSeq} or ${mayBeFollowed} and unanswered_seq > ${toSeq})
    returning session_id`
  if (cleared.length === 0) return null
  await sql`select increment_session_revisions(array[${sessionId}::uuid])`
  await sql`
    insert into reply_traces (company_id, session_id, seq, trace)
    values (${companyId}, ${sessionId}, ${toSeq}, ${JSON.stringify(trace)}::jsonb)
    on conflict (session_id, seq) do update set trace = excluded.trace`
  return markMessagesPending(sql, { sessionId, fromSeq, toSeq }, language)
}

/** Whether the AI has written at least `count` replies in a conversation since a time. */
export async function hasRepliesSince(
  sql: Sql,
  sessionId: string,
  count: number,
  since: string,
): Promise<boolean> {
  const [oldest] = await sql<{ isRecent: boolean }>`
    select created_at > ${since}::timestamptz as "isRecent" from messages
    where session_id = ${sessionId} and sender_kind = 'ai' order by seq desc offset ${count - 1}::int limit 1`
  return oldest?.isRecent ?? false
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
  if (visitor?.replies === 1) await deletePastReplyCounts(sql, projectId, day)
  const [project] = await sql<{ replies: number }>`
    select sum(replies)::int as replies from reply_counts where project_id = ${projectId} and day = ${day}::date`
  return { byVisitor: visitor?.replies ?? 1, byProject: project?.replies ?? 1 }
}

const maxDeletedCounts = 100

/** Budgets are counted for the current day only. */
async function deletePastReplyCounts(sql: Sql, projectId: string, day: string): Promise<void> {
  await sql`
    delete from reply_counts where ctid = any(array(
      select ctid from reply_counts where project_id = ${projectId} and day < ${day}::date - 1
      limit ${maxDeletedCounts} for update skip locked))`
}

/** `until` identifies the claim: another process may claim the reply after that time. */
export type ReplyClaim = {
  sessionId: string
  seq: number
  until: string
  /** Counts the attempts at this question from 1, also those that ended with their process. */
  attempt: number
}

/**
 * Claims the reply to a message for this process, until the claim is released or expires. Null when another process
 * has claimed it, or when the message is no longer pending.
 */
export async function claimReply(
  sql: Sql,
  sessionId: string,
  seq: number,
  seconds: number,
): Promise<ReplyClaim | null> {
  const [claimed] = await sql<Pick<ReplyClaim, 'until' | 'attempt'>>`
    update session_states
    set reply_claimed_seq = ${seq}, reply_claimed_until = now() + make_interval(secs => ${seconds}),
      reply_attempt_count = case when reply_claimed_seq = ${seq} then reply_attempt_count + 1 else 1 end
    where session_id = ${sessionId} and unanswered_seq = ${seq}
      and (reply_claimed_seq is distinct from ${seq} or reply_claimed_until < now())
    returning reply_claimed_until::text as until, reply_attempt_count as attempt`
  return claimed ? { sessionId, seq, ...claimed } : null
}

/** Extends a claim while its process is alive. Null when the claim has ended. */
export async function renewReplyClaim(
  sql: Sql,
  claim: ReplyClaim,
  seconds: number,
): Promise<ReplyClaim | null> {
  const { sessionId, seq } = claim
  const [renewed] = await sql<Pick<ReplyClaim, 'until'>>`
    update session_states set reply_claimed_until = now() + make_interval(secs => ${seconds})
    where session_id = ${sessionId} and reply_claimed_seq = ${seq} and reply_claimed_until = ${claim.until}::timestamptz
    returning reply_claimed_until::text as until`
  return renewed ? { ...claim, ...renewed } : null
}

/** For an attempt that was discarded. It does not count. */
export async function releaseReplyClaim(sql: Sql, { sessionId, seq, until }: ReplyClaim): Promise<void> {
  await sql`
    update session_states
    set reply_claimed_until = now(), reply_attempt_count = reply_attempt_count - 1
    where session_id = ${sessionId} and reply_claimed_seq = ${seq} and reply_claimed_until = ${until}::timestamptz`
}

/** For an attempt that failed: the next one may start after the delay. */
export async function postponeReply(
  sql: Sql,
  { sessionId, seq, until }: ReplyClaim,
  delaySeconds: number,
): Promise<void> {
  await sql`
    update session_states set reply_claimed_until = now() + make_interval(secs => ${delaySeconds})
    where session_id = ${sessionId} and reply_claimed_seq = ${seq} and reply_claimed_until = ${until}::timestamptz`
}

/**
 * Runs in the lookup scope: conversations of any company, in the order of their ids, with a pending question that no
 * process has claimed.
 */
export function listDueReplies(
  sql: Sql,
  afterSessionId: string | null,
  limit: number,
): Promise<{ sessionId: string; companyId: string }[]> {
  return sql`
    select session_id as "sessionId", company_id as "companyId" from session_states
    where status = 'active' and unanswered_seq is not null
      and (reply_claimed_seq is distinct from unanswered_seq or reply_claimed_until < now())
      and (${afterSessionId}::uuid is null or session_id > ${afterSessionId}::uuid)
    order by session_id limit ${limit}`
}

/** Turns auto-reply on again, unless an agent has written or changed it meanwhile. True when it was. */
export async function resumeAutoReply(sql: Sql, sessionId: string): Promise<boolean> {
  const rows = await sql`
    update session_states set ${turningOn}
    where session_id = ${sessionId} and status = 'active' and ${isResumeDue} returning session_id`
  if (rows.length > 0) await sql`select increment_session_revisions(array[${sessionId}::uuid])`
  return rows.length > 0
}

const isResumeDue = fragment`
  auto_reply_resume_minutes > 0 and last_agent_at < now() - make_interval(mins => auto_reply_resume_minutes)`

/** Runs in the lookup scope: conversations of any company whose auto-reply is due to be turned on again. */
export function listDueResumptions(
  sql: Sql,
  limit: number,
): Promise<{ sessionId: string; companyId: string }[]> {
  return sql`
    select session_id as "sessionId", company_id as "companyId" from session_states
    where status = 'active' and ${isResumeDue} order by session_id limit ${limit}`
}
