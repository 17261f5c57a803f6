import part from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'

export type DueDevice = { companyId: string; deviceId: string }

/** Why a user is notified of a conversation. */
export type NotificationReason = 'mention' | 'assigned' | 'message' | 'needs_person'

/** Runs in the lookup scope. `now` is an ISO time, as below. */
export async function listCompaniesWithDueEvents(sql: Sql, now: string): Promise<string[]> {
  const rows = await sql<{ companyId: string }>`
    select distinct company_id as "companyId" from notification_events where due_at <= ${now}::timestamptz`
  return rows.map(({ companyId }) => companyId)
}

/**
 * Replaces the events of a company that are due by notifications for the devices of their members. A device gets at most one
 * notification a minute about the same matter of a conversation.
 */
export async function enqueueNotifications(sql: Sql, now: string): Promise<void> {
  await sql`
    with due as (
      delete from notification_events where due_at <= ${now}::timestamptz returning company_id, session_id, reason, user_id
    )
    insert into push_notifications as n (company_id, device_id, session_id, reason, due_at)
    select distinct due.company_id, d.id, due.session_id, due.reason, ${now}::timestamptz
    from due join push_devices d on d.company_id = due.company_id and d.user_id = coalesce(due.user_id, d.user_id)
    where not d.is_paused
    on conflict (device_id, session_id, reason) do update
    set due_at = greatest(coalesce(n.due_at, excluded.due_at), n.sent_at + interval '1 minute')`
}

/** Runs in the lookup scope. */
export function listDueDevices(sql: Sql, now: string, limit: number): Promise<DueDevice[]> {
  return sql<DueDevice>`
    select company_id as "companyId", device_id as "deviceId" from push_notifications
    where due_at <= ${now}::timestamptz group by company_id, device_id order by min(due_at) limit ${limit}`
}

export type Claimed = { sessionId: string; reason: NotificationReason; attempts: number }

/** Transactions lock the device before its notifications: in any order, they would be a deadlock. */
async function lockDevice(sql: Sql, deviceId: string): Promise<void> {
  await sql`select from push_devices where id = ${deviceId} for update`
}

/**
 * Claims what is due, so that no other process sends it. Unless it is completed, the next attempt follows after 1, 2, 4 … minutes. Also
 * deletes what was sent before, which only the limit of one a minute needs.
 */
export async function claimDue(sql: Sql, deviceId: string, now: string): Promise<Claimed[]> {
  await lockDevice(sql, deviceId)
  await sql`
    delete from push_notifications where device_id = ${deviceId} and due_at is null
      and coalesce(sent_at, '-infinity') < ${now}::timestamptz - interval '1 minute'`
  return sql<Claimed>`
    update push_notifications set attempts = attempts + 1,
      due_at = ${now}::timestamptz + interval '30 seconds' * 2 ^ least(attempts + 1, 10)
    where device_id = ${deviceId} and due_at <= ${now}::timestamptz
    returning session_id as "sessionId", reason, attempts`
}

export type Candidate = {
  sessionId: string
  reason: NotificationReason
  visitorName: string | null
  visitorEmail: string | null
  /** Of the visitor. */
  lastMessage: string | null
  /** The last note that mentions the user, with its author. */
  note: { author: string; text: string } | null
}

/** Those of the claimed notifications whose reason still exists: a conversation that the team has read meanwhile needs none. */
export function listCandidates(sql: Sql, userId: string, claimed: readonly Claimed[]): Promise<Candidate[]> {
  const sessionIds = claimed.map(({ sessionId }) => sessionId)
  const reasons = claimed.map(({ reason }) => reason)
  const isWaiting = part`s.needs_human or (s.waiting_since is not null and s.unanswered_seq is null)`
  return sql<Candidate>`
    select c.session_id as "sessionId", c.reason, d.visitor_name as "visitorName", d.visitor_email as "visitorEmail",
      coalesce(s.last_visitor_message, case s.last_message_from when 'visitor' then s.last_message end) as "lastMessage",
      case when m.text is not null then jsonb_build_object('author', m.author, 'text', m.text) end as note
    from unnest(${sessionIds}::uuid[], ${reasons}::text[]) as c (session_id, reason)
      join sessions d on d.id = c.session_id
      join session_states s on s.session_id = c.session_id
      join projects p on p.id = d.project_id and p.deletion_requested_at is null
      left join lateral (
        select n.author_name as author, n.text from notes n join mentions mine on mine.note_id = n.id
        where c.reason = 'mention' and n.session_id = c.session_id and mine.user_id = ${userId} and mine.read_at is null
        order by n.created_at desc limit 1
      ) m on true
    where case c.reason
      when 'mention' then m.text is not null
      when 'assigned' then s.assigned_agent_id = ${userId} and s.is_assignment_new and s.status = 'active'
      when 'message' then s.assigned_agent_id = ${userId} and s.unread_count > 0 and s.status = 'active'
      else coalesce(s.assigned_agent_id, ${userId}) = ${userId} and (${isWaiting}) and s.unread_count > 0 and s.status = 'active'
    end
    order by s.last_message_at desc`
}

/** Sends again at this time; null ends it until the next reason. */
export async function rescheduleNotifications(
  sql: Sql,
  deviceId: string,
  claimed: readonly Claimed[],
  dueAt: string | null,
): Promise<void> {
  await lockDevice(sql, deviceId)
  await sql`
    update push_notifications n set due_at = ${dueAt}, attempts = 0
    from unnest(${claimed.map(({ sessionId }) => sessionId)}::uuid[], ${claimed.map(({ reason }) => reason)}::text[]) as c (session_id, reason)
    where n.device_id = ${deviceId} and n.session_id = c.session_id and n.reason = c.reason`
}

/** The notifications have been sent. */
export async function completeNotifications(
  sql: Sql,
  deviceId: string,
  sent: readonly Pick<Claimed, 'sessionId' | 'reason'>[],
  now: string,
): Promise<void> {
  await lockDevice(sql, deviceId)
  await sql`
    update push_notifications n set due_at = null, attempts = 0, sent_at = ${now}
    from unnest(${sent.map(({ sessionId }) => sessionId)}::uuid[], ${sent.map(({ reason }) => reason)}::text[]) as c (session_id, reason)
    where n.device_id = ${deviceId} and n.session_id = c.session_id and n.reason = c.reason`
  await sql`update push_devices set last_sent_at = ${now} where id = ${deviceId}`
}
