import { raw } from 'sql-template-tag'
import type { Sql } from '../../kit/db/db.ts'
import type { ConversationTimes } from './plan-times.ts'

/** A conversation with the times that it gets. `noteIds` are in the order of the times of its notes. */
export type TimedConversation = { sessionId: string; noteIds: string[]; times: ConversationTimes }

/**
 * Moves conversations into the past, with everything whose time follows from their messages. Nothing but times changes, so
 * counters, sequence numbers and revisions stay as the product wrote them. The state is first, because it is matched with
 * the messages by their previous times.
 */
export async function setConversationTimes(
  sql: Sql,
  companyId: string,
  conversations: TimedConversation[],
): Promise<void> {
  const messages = conversations.flatMap(({ sessionId, times }) =>
    times.messages.map((at, index) => ({ session_id: sessionId, seq: index + 1, at })),
  )
  const notes = conversations.flatMap(({ noteIds, times }) =>
    noteIds.map((id, index) => ({ id, at: times.notes[index] })),
  )
  const planned = JSON.stringify(messages)
  await moveStates(sql, planned)
  await moveMessages(sql, planned)
  await sql`
    update notes n set created_at = p.at
    from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as p (id uuid, at timestamptz) where n.id = p.id`
  await moveVisits(sql)
  await recountUsage(sql, companyId)
  await recountReports(sql)
  // What was written in the past is not emailed.
  await sql`delete from reply_emails`
}

/** A time of the state is that of the last message that was written until then. */
async function moveStates(sql: Sql, planned: string): Promise<void> {
  await sql`
    with moved as materialized (
      select m.session_id, m.seq, m.created_at as previous, p.at
      from jsonb_to_recordset(${planned}::jsonb) as p (session_id uuid, seq int, at timestamptz)
      join messages m on m.session_id = p.session_id and m.seq = p.seq
    )
    update session_states s set
      last_message_at = (select v.at from moved v where v.session_id = s.session_id and v.seq = s.last_seq),
      last_ai_at = (select max(v.at) from moved v where v.session_id = s.session_id and v.previous <= s.last_ai_at),
      last_agent_at = (
        select max(v.at) from moved v where v.session_id = s.session_id and v.previous <= s.last_agent_at),
      waiting_since = (
        select max(v.at) from moved v where v.session_id = s.session_id and v.previous <= s.waiting_since)
    where s.session_id in (select session_id from moved)`
}

async function moveMessages(sql: Sql, planned: string): Promise<void> {
  await sql`
    update messages m set created_at = p.at
    from jsonb_to_recordset(${planned}::jsonb) as p (session_id uuid, seq int, at timestamptz)
    where m.session_id = p.session_id and m.seq = p.seq`
  await sql`
    update reply_traces t set created_at = m.created_at, trace = jsonb_set(t.trace, '{createdAt}',
      to_jsonb(to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    from messages m where m.session_id = t.session_id and m.seq = t.seq`
}

/** Visitors come shortly before their first message, and read the last one shortly after it. */
async function moveVisits(sql: Sql): Promise<void> {
  await sql`
    update sessions d set created_at = first.created_at, visitor_read_at = least(now(), (
      select m.created_at + interval '20 seconds' from messages m
      where m.session_id = d.id and m.seq = d.visitor_read_seq))
    from messages first where first.session_id = d.id and first.seq = 1`
  await sql`
    update visitors v set created_at = d.created_at - interval '2 minutes',
      last_seen_at = least(now(), s.last_message_at + interval '1 minute')
    from sessions d join session_states s on s.session_id = d.id where d.visitor_id = v.id`
  await sql`
    update projects p set first_answered_at = (
      select min(m.created_at) from messages m join sessions d on d.id = m.session_id
      where d.project_id = p.id and m.sender_kind = 'ai')
    where p.first_answered_at is not null`
}

/** Conversations are closed soon after their last message, and the business hours apply to all of them. Reports count everything again. */
async function recountReports(sql: Sql): Promise<void> {
  await sql`
    update session_closings c set closed_at = least(now(), m.created_at + interval '20 minutes')
    from messages m where m.session_id = c.session_id and m.seq = c.seq`
  await sql`update business_hours_versions set valid_from = 'epoch'`
  await sql`delete from session_facts_progress`
}

/**
 * Counts the AI's replies on the days of their messages. All of them are the built-in AI's, which uses no tokens. The budget
 * of a day (UTC) does not count requests for a person.
 */
async function recountUsage(sql: Sql, companyId: string): Promise<void> {
  await sql`delete from ai_usage`
  await sql`
    insert into ai_usage (company_id, day, used_project_id, source, answers, suggestions, handovers, input_tokens, output_tokens)
    select ${companyId}, (m.created_at at time zone c.time_zone)::date, d.project_id, 'builtin',
      count(*) filter (where m.sender_kind = 'ai' and m.meta->>'kind' is null),
      count(*) filter (where m.meta->>'kind' = 'suggestions'), count(*) filter (where m.meta->>'kind' = 'handover'), 0, 0
    from messages m join sessions d on d.id = m.session_id cross join companies c
    where m.sender_kind = 'ai' or m.meta->>'kind' = 'handover'
    group by 2, 3`
  await sql`delete from reply_counts`
  await sql`
    insert into reply_counts (company_id, project_id, day, visitor_id, replies)
    select ${companyId}, d.project_id, (m.created_at at time zone 'UTC')::date, d.visitor_id, count(*)
    from messages m join sessions d on d.id = m.session_id
    where m.sender_kind = 'ai' or m.meta->>'kind' = 'handover' and m.meta->>'reason' <> 'asked_for_person'
    group by 2, 3, 4`
}

/**
 * What existed before the first conversation. Entries of the audit log cannot be changed, and a change of an FAQ would count
 * as a change of the answers.
 */
const setUpColumns = {
  companies: ['created_at'],
  users: ['created_at'],
  projects: ['created_at', 'updated_at', 'published_at'],
  widgets: ['updated_at'],
  releases: ['created_at'],
  knowledge_items: ['created_at', 'fetched_at'],
  knowledge_versions: ['created_at'],
  labels: ['created_at'],
  saved_replies: ['created_at', 'updated_at'],
  installation_check_ins: ['first_seen_at'],
}

/** Moves the set-up of the company some days into the past, and shows colleagues as last seen when they last wrote. */
export async function setCompanyTimes(sql: Sql, days: number): Promise<void> {
  for (const [table, columns] of Object.entries(setUpColumns)) {
    const assignments = columns.map((column) => `${column} = ${column} - make_interval(days => ${days})`)
    await sql`update ${raw(table)} set ${raw(assignments.join(', '))}`
  }
  await sql`
    update users u set last_seen_at = w.at from (
      select sender_id, max(created_at) as at from messages where sender_kind = 'agent' group by sender_id
    ) w where w.sender_id = u.id`
}
