import type { SessionStatus, VisitorDetails } from '@aichat/contracts/chat/sessions'
import part, { empty, join, raw } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import { createFields, createRowMapper, createSelectList } from '../kit/db/fields.ts'
import { type StoredSession, sessionFields } from './session-fields.ts'

const storedFields = { ...sessionFields, visitorId: createFields('s').readOnly<string>('visitor_id') }
const sessionColumns = createSelectList(storedFields)
const toSession: (row: SessionRow) => StoredSession = createRowMapper(storedFields)

/** The columns of a session before they are mapped. */
type SessionRow = Record<string, unknown>

/** Without conversations of a project that is being deleted. */
const sessionTables = part`
  session_states s join sessions d on d.id = s.session_id
  join projects p on p.id = s.project_id and p.deletion_requested_at is null`

/** Changes whenever one of the rows behind a session changes: the ids of the transactions that last wrote them. */
export const sessionVersion = part`s.xmin || '.' || d.xmin || '.' || p.xmin`

export async function findSession(sql: Sql, sessionId: string): Promise<StoredSession | null> {
  const [session] = await sql.prepared<SessionRow>`
    select ${sessionColumns} from ${sessionTables} where s.session_id = ${sessionId}`
  return session ? toSession(session) : null
}

/** In the order of the given ids. Sessions that have been deleted are left out. */
export async function findSessions(sql: Sql, sessionIds: string[]): Promise<VersionedSession[]> {
  const rows = await sql.prepared<SessionRow & { version: string }>`
    select ${sessionColumns}, ${sessionVersion} as version
    from unnest(${sessionIds}::uuid[]) with ordinality as requested (id, place)
    join session_states s on s.session_id = requested.id join sessions d on d.id = s.session_id
    join projects p on p.id = s.project_id and p.deletion_requested_at is null
    order by requested.place`
  return rows.map((row) => ({ session: toSession(row), version: row.version }))
}

export type VersionedSession = { session: StoredSession; version: string }

export type VisitorRow = Omit<VisitorDetails, 'identity' | 'device'> & { userAgent: string | null }

/**
 * The visitor of a conversation: contact details as of the conversation, the rest from the latest visit. The visitor was last
 * seen at their latest visit, page change or message.
 */
export async function findVisitorDetails(sql: Sql, sessionId: string): Promise<VisitorRow | null> {
  const [visitor] = await sql<VisitorRow>`
    select coalesce(d.visitor_name, v.name) as name, coalesce(d.visitor_email, v.email) as email,
      coalesce(d.visitor_phone, v.phone) as phone, v.page_url as "pageUrl", v.referrer, v.locale,
      v.previous_page_urls as "previousPageUrls", v.user_agent as "userAgent", v.created_at as "firstSeenAt",
      greatest(v.last_seen_at, latest.created_at) as "lastSeenAt"
    from sessions d join visitors v on v.id = d.visitor_id
    left join lateral (
      select max(m.created_at) as created_at from sessions o, lateral (
        select created_at from messages where session_id = o.id and sender_kind = 'visitor' order by seq desc limit 1
      ) m where o.visitor_id = v.id
    ) latest on true
    where d.id = ${sessionId}`
  return visitor ?? null
}

/** Other conversations of the same visitor, newest first. */
export async function listVisitorSessions(
  sql: Sql,
  { visitorId, sessionId }: { visitorId: string; sessionId: string },
  limit: number,
): Promise<StoredSession[]> {
  const rows = await sql<SessionRow>`
    select ${sessionColumns} from ${sessionTables}
    where d.visitor_id = ${visitorId} and s.session_id <> ${sessionId} and s.last_seq > 0
    order by s.last_message_at desc limit ${limit}`
  return rows.map(toSession)
}

/** A page of ids, newest first: an order that stays the same while conversations change. */
export async function listSessionIds(sql: Sql, before: string | null, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select id from sessions ${before ? part`where id < ${before}` : empty} order by id desc limit ${limit}`
  return rows.map(({ id }) => id)
}

export function listLabelNames(sql: Sql): Promise<{ id: string; name: string }[]> {
  return sql`select id, name from labels where deletion_requested_at is null`
}

/** The current revision, and the revision at which conversations were last removed. */
export async function getRevisions(sql: Sql): Promise<{ rev: number; removedRev: number }> {
  const [row] = await sql<{ rev: number; removedRev: number }>`
    select rev, removed_rev as "removedRev" from company_revisions`
  return row ?? { rev: 0, removedRev: 0 }
}

/**
 * Conversations that have changed after a revision, the oldest change first, with the last revision that they include. A few
 * more than `limit` when one revision changed several conversations.
 */
export async function listSessionsChangedSince(
  sql: Sql,
  rev: number,
  limit: number,
): Promise<{ sessions: StoredSession[]; lastRev: number }> {
  const rows = await sql<SessionRow>`
    select ${sessionColumns} from ${sessionTables}
    where s.rev > ${rev} and s.last_seq > 0 order by s.rev fetch first ${raw(String(limit))} rows with ties`
  return { sessions: rows.map(toSession), lastRev: (rows.at(-1)?.revision as number | undefined) ?? rev }
}

/** Changes other than messages. Omitted fields keep their value. */
export type SessionPatch = {
  status?: SessionStatus
  isRead?: boolean
  autoReply?: boolean
  assignedAgentId?: string | null
  isAssignmentNew?: boolean
  needsHuman?: boolean
  prechatRequested?: boolean
}

const noOverride = part`auto_reply_off_by = null, auto_reply_resume_minutes = 0`

const closing = part`
  unanswered_seq = null, unanswered_at = null, waiting_since = null, needs_human = false, person_requested = false, unanswered_stretch = null,
  prechat_requested = false`

/**
 * The seq of the visitor's last message, unless an answer, a hand-over or an acknowledgement follows it; otherwise null. Other
 * system messages, such as the summary of a form, answer nothing.
 */
export const openQuestionSeq = part`(
  select case when m.sender_kind = 'visitor' then m.seq end from messages m
  where m.session_id = session_states.session_id
    and (m.sender_kind <> 'system' or m.meta->>'kind' in ('handover', 'acknowledged'))
  order by m.seq desc limit 1)`

/** When the visitor sent the first message after the last answer of the team or the AI; null when there is none. */
const firstUnansweredAt = part`(
  select min(m.created_at) from messages m
  where m.session_id = session_states.session_id and m.sender_kind = 'visitor' and m.seq > coalesce((
    select max(a.seq) from messages a
    where a.session_id = session_states.session_id and a.sender_kind in ('agent', 'ai')), 0))`

/** Where nothing has answered the visitor's last message, the AI answers it. */
export const turningOn = part`auto_reply = true, ${noOverride},
  unanswered_seq = case when status = 'active' then ${openQuestionSeq} end,
  unanswered_at = case when status = 'active' and ${openQuestionSeq} is not null then now() end`

/** Auto-reply that an agent's message turned off returns to the setting of the live release. */
async function reopenState(sql: Sql, sessionId: string): Promise<void> {
  await sql`
    update session_states set
      consecutive_ai_replies = 0, reopened_seq = coalesce(${openQuestionSeq}, last_seq), auto_reply = n.auto_reply, ${noOverride},
      unanswered_seq = case when n.auto_reply then ${openQuestionSeq} end,
      unanswered_at = case when n.auto_reply and ${openQuestionSeq} is not null then now() end,
      waiting_since = ${firstUnansweredAt}
    from (
      select o.session_id, case when o.auto_reply_off_by is null then o.auto_reply else coalesce((
        select (r.config->'agent'->>'autoReply')::boolean from releases r
        where r.project_id = o.project_id order by r.number desc limit 1), false) end as auto_reply
      from session_states o where o.session_id = ${sessionId} and o.status <> 'active' for update
    ) n
    where session_states.session_id = n.session_id`
}

/** Asks the visitor of an open conversation for the form. False when it is requested already. */
export async function requestForm(sql: Sql, sessionId: string): Promise<boolean> {
  const rows = await sql`
    update session_states set prechat_requested = true
    where session_id = ${sessionId} and status = 'active' and not prechat_requested returning session_id`
  return rows.length > 0
}

export async function isFormRequested(sql: Sql, sessionId: string): Promise<boolean> {
  const [state] = await sql<{ isRequested: boolean }>`
    select prechat_requested as "isRequested" from session_states where session_id = ${sessionId}`
  return state?.isRequested ?? false
}

/** Withdraws the request of a form. True when there was one. */
export async function clearFormRequest(sql: Sql, sessionId: string): Promise<boolean> {
  const rows = await sql`
    update session_states set prechat_requested = false
    where session_id = ${sessionId} and prechat_requested returning session_id`
  return rows.length > 0
}

/** Locks the conversation before the revision, in the same order as `insertMessages`, to prevent deadlocks. */
export async function patchState(sql: Sql, sessionId: string, patch: SessionPatch): Promise<void> {
  const sets = [part`rev = (select rev from revision)`]
  // Not awaited here: all statements of a patch are sent at once.
  let reopened = Promise.resolve()
  if (patch.status) sets.push(part`status = ${patch.status}`)
  if (patch.status && patch.status !== 'active') sets.push(closing)
  if (patch.status === 'active') reopened = reopenState(sql, sessionId)
  if (patch.isRead) sets.push(part`unread_count = 0, marked_unread = false`)
  if (patch.isRead === false)
    sets.push(
      part`unread_count = greatest(unread_count, 1), marked_unread = marked_unread or unread_count = 0`,
    )
  if (patch.autoReply === false)
    sets.push(part`auto_reply = false, unanswered_seq = null, unanswered_at = null, ${noOverride}`)
  if (patch.autoReply) sets.push(turningOn)
  if (patch.assignedAgentId !== undefined) sets.push(part`assigned_agent_id = ${patch.assignedAgentId}`)
  if (patch.isAssignmentNew !== undefined) sets.push(part`is_assignment_new = ${patch.isAssignmentNew}`)
  if (patch.needsHuman !== undefined) sets.push(part`needs_human = ${patch.needsHuman}`)
  if (patch.needsHuman === false) sets.push(part`waiting_since = null`)
  if (patch.prechatRequested !== undefined) sets.push(part`prechat_requested = ${patch.prechatRequested}`)
  const patched = sql`
    with locked as (
      select session_id from session_states where session_id = ${sessionId} for update
    ), revision as (
      update company_revisions set rev = rev + 1 where exists (select from locked) returning rev
    )
    update session_states set ${join(sets, ', ')} where session_id = ${sessionId}`
  await Promise.all([reopened, patched])
}

/** The language tag of the visitor's browser. */
export async function findLocale(sql: Sql, visitorId: string): Promise<string | null> {
  const [visitor] = await sql<{ locale: string | null }>`select locale from visitors where id = ${visitorId}`
  return visitor?.locale ?? null
}

/** Claims the pending reply for a person who is about to answer, so that no process writes it meanwhile. */
export async function reserveReply(sql: Sql, sessionId: string, seconds: number): Promise<void> {
  await sql`
    update session_states
    set reply_claimed_seq = unanswered_seq, reply_claimed_until = now() + make_interval(secs => ${seconds}),
      reply_attempt_count = case when reply_claimed_seq = unanswered_seq then reply_attempt_count else 0 end
    where session_id = ${sessionId} and unanswered_seq is not null`
}
