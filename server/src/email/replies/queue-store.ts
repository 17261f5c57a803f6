import { emailDefaults, replyEmailLimits } from '@aichat/contracts/company/email'
import type { Sql } from '../../kit/db/db.ts'

export type QueuedReply = { companyId: string; sessionId: string }

/** Runs in the lookup scope. `now` is an ISO time, as below. */
export function listDueReplies(sql: Sql, now: string, limit: number): Promise<QueuedReply[]> {
  return sql`
    select company_id as "companyId", session_id as "sessionId" from reply_emails
    where due_at <= ${now}::timestamptz order by due_at limit ${limit}`
}

/** What decides whether and when unread messages are emailed. Times are ISO times. */
export type ReplyCandidate = {
  address: string | null
  visitorId: string
  projectId: string
  publicKey: string
  sendsReplies: boolean
  replyDelayMinutes: number
  lastSeenAt: string
  /** The messages after this one are neither read nor emailed. */
  knownSeq: number
  /** Whether the visitor has sent their last message by email. The replies of the AI to it are emailed as well. */
  asksByEmail: boolean
  /** The last of the messages to email; null when there is none. */
  unreadSeq: number | null
  unreadAt: string | null
}

/** Null for a deleted conversation or project. A visitor who has written again has read what was written before. */
export async function findReplyCandidate(sql: Sql, sessionId: string): Promise<ReplyCandidate | null> {
  const [candidate] = await sql<ReplyCandidate>`
    select d.visitor_email as address, d.visitor_id as "visitorId", d.project_id as "projectId",
      p.public_key as "publicKey", coalesce(e.sends_replies, ${emailDefaults.sendsReplies}::boolean) as "sendsReplies",
      coalesce(e.reply_delay_minutes, ${emailDefaults.replyDelayMinutes}::int) as "replyDelayMinutes", v.last_seen_at as "lastSeenAt",
      known.seq as "knownSeq", coalesce(asked.channel = 'email', false) as "asksByEmail", unread.seq as "unreadSeq", unread.created_at as "unreadAt"
    from sessions d
      join visitors v on v.id = d.visitor_id
      join projects p on p.id = d.project_id and p.deletion_requested_at is null
      left join email_settings e on e.company_id = d.company_id
      left join lateral (
        select m.seq, m.meta ->> 'channel' as channel from messages m
        where m.session_id = d.id and m.sender_kind = 'visitor' order by m.seq desc limit 1
      ) asked on true
      cross join lateral (select greatest(d.visitor_read_seq, d.emailed_seq, asked.seq) as seq) known
      left join lateral (
        select m.seq, m.created_at from messages m
        where m.session_id = d.id and m.seq > known.seq and (m.sender_kind = 'agent'
          or m.sender_kind = 'ai' and asked.channel = 'email' and coalesce(m.meta ->> 'kind', 'suggestions') = 'suggestions')
        order by m.seq desc limit 1
      ) unread on true
    where d.id = ${sessionId}`
  return candidate ?? null
}

/** Checks again at this time; null ends it until the next message. A message since then has its own time. */
export async function rescheduleReply(
  sql: Sql,
  sessionId: string,
  now: string,
  dueAt: string | null,
): Promise<void> {
  await sql`
    update reply_emails set due_at = ${dueAt}, attempts = 0, email_id = null, through_seq = null
    where session_id = ${sessionId} and due_at <= ${now}::timestamptz`
}

export type ClaimedEmail = { emailId: string; throughSeq: number; attempts: number }

/** Locks the conversation's entry. Null when it is not due anymore, or another process has it. */
export async function lockDueReply(
  sql: Sql,
  sessionId: string,
  now: string,
): Promise<{ emailId: string | null; throughSeq: number | null; attempts: number } | null> {
  const [row] = await sql<{ emailId: string | null; throughSeq: number | null; attempts: number }>`
    select email_id as "emailId", through_seq as "throughSeq", attempts from reply_emails
    where session_id = ${sessionId} and due_at <= ${now}::timestamptz for update skip locked`
  return row ?? null
}

/**
 * Counts an email to the address, with the address locked until the commit, so that concurrent conversations share its limits.
 * Returns null, or when the next email is allowed.
 */
export async function countEmail(
  sql: Sql,
  { id, companyId, addressHash }: { id: string; companyId: string; addressHash: string },
  now: string,
): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${addressHash}, 0))`
  await sql`delete from sent_emails where sent_at <= ${now}::timestamptz - interval '1 day'`
  const [row] = await sql<{ nextAt: string | null }>`
    select greatest(
      max(sent_at) + ${replyEmailLimits.minutesBetween} * interval '1 minute',
      case when count(*) >= ${replyEmailLimits.perDay} then min(sent_at) + interval '1 day' end) as "nextAt"
    from sent_emails where address_hash = ${addressHash}`
  if (row?.nextAt && Date.parse(row.nextAt) > Date.parse(now)) return row.nextAt
  await sql`
    insert into sent_emails (id, company_id, address_hash, sent_at) values (${id}, ${companyId}, ${addressHash}, ${now})`
  return null
}

/** Stores what is being sent. Unless it is completed, the next attempt follows after 2, 4, 8 … minutes. */
export async function storeAttempt(
  sql: Sql,
  sessionId: string,
  claimed: ClaimedEmail,
  now: string,
): Promise<ClaimedEmail> {
  const { emailId, throughSeq, attempts } = claimed
  await sql`
    update reply_emails set email_id = ${emailId}, through_seq = ${throughSeq}, attempts = ${attempts},
      due_at = ${now}::timestamptz + interval '1 minute' * 2 ^ ${attempts}::int
    where session_id = ${sessionId}`
  return claimed
}

/** The email has been sent. Messages that were written meanwhile are due when the address may get the next one. */
export async function completeReply(
  sql: Sql,
  sessionId: string,
  throughSeq: number,
  now: string,
): Promise<{ emailedSeq: number; revision: number } | null> {
  await sql`select increment_session_revisions(array[${sessionId}::uuid])`
  const [session] = await sql<{ emailedSeq: number; revision: number }>`
    update sessions d set emailed_seq = greatest(d.emailed_seq, ${throughSeq}::int) from session_states s
    where d.id = ${sessionId} and s.session_id = d.id returning d.emailed_seq as "emailedSeq", s.rev as revision`
  await sql`
    update reply_emails set email_id = null, through_seq = null, attempts = 0, due_at = case when exists (
        select from messages m where m.session_id = ${sessionId} and m.sender_kind in ('agent', 'ai') and m.seq > ${throughSeq}
      ) then ${now}::timestamptz + ${replyEmailLimits.minutesBetween} * interval '1 minute' end
    where session_id = ${sessionId}`
  return session ?? null
}
