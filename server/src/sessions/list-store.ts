import {
  type Session,
  type SessionStatus,
  type SessionView,
  sessionLimits,
} from '@aichat/contracts/chat/sessions'
import part, { empty, join, raw, type Sql as Statement } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import type { StoredSession } from './session-fields.ts'
import { sessionVersion } from './store.ts'

export type ListConditions = {
  status?: SessionStatus
  projectId?: string
  needsHuman?: boolean
  view?: SessionView
  labelId?: string
  /** Null for unassigned conversations. */
  assigneeId?: string | null
}

export type ListQuery = ListConditions & {
  search?: string
  /** Must be an integer: it is inlined into the SQL text. */
  limit: number
  offset: number
  /** The last row of the previous page. */
  after?: { lastMessageAt: string; sessionId: string }
}

/** `version` changes whenever one of the rows behind the session changes. */
export type ListedSession = Pick<StoredSession, 'sessionId' | 'visitorId' | 'status'> &
  Pick<Session, 'searchMatch'> & { version: string }

export type SessionPage = { sessions: ListedSession[]; total: number; unreadTotal: number }

/**
 * Lists conversations with at least one message, most recently active first, with the total and the company's unread
 * count. One statement that also commits, so it takes one round trip.
 */
export async function listSessions(sql: Sql, query: ListQuery): Promise<SessionPage> {
  const { after, search } = query
  if (search) return searchSessions(sql, query, search)
  // The limit is inlined because PostgreSQL rejects the generic plan of a parameterized limit as too expensive.
  const page = part`
    select ${pageColumns} from session_states s
    where ${conditions(query)}
      ${after ? part`and (s.last_message_at, s.session_id) < (${after.lastMessageAt}, ${after.sessionId})` : empty}
    order by s.last_message_at desc, s.session_id desc
    limit ${raw(String(query.limit))} ${query.offset > 0 ? part`offset ${query.offset}` : empty}`
  const statement = part`
    select (${total(query)}) as total, (${unread}) as "unreadTotal", (${aggregateAsText(page)}) as sessions`
  const isFirstPage = query.offset === 0 && query.limit === sessionLimits.pageSize + 1
  const [found] = await (isFirstPage ? sql.andCommit : sql)<{
    total: number
    unreadTotal: number
    sessions: string | null
  }>`${statement}`
  return {
    sessions: parseSessions(found?.sessions),
    total: found?.total ?? 0,
    unreadTotal: found?.unreadTotal ?? 0,
  }
}

/**
 * Searches conversations, in the order of the list. The SQL function chooses the query plan by the search text. Counting
 * all matches would be expensive, so `total` is the number of matches up to the end of this page.
 */
async function searchSessions(sql: Sql, query: ListQuery, search: string): Promise<SessionPage> {
  const { status, projectId, needsHuman, view, labelId, assigneeId, limit, offset, after } = query
  const maxMatches = view ? maxMatchesOfView : offset + limit
  const [found] = await sql<{ ids: string[]; unreadTotal: number }>`
    select array(
        select f.session_id from search_sessions(${search}, ${status ?? null}, ${projectId ?? null}::uuid,
          ${labelId ?? null}::uuid, ${needsHuman ?? false}, ${after?.lastMessageAt ?? null}::timestamptz,
          ${after?.sessionId ?? null}::uuid, ${maxMatches}, ${assigneeId ?? null}::uuid, ${assigneeId === null}) f
      )::text[] as ids, (${unread}) as "unreadTotal"`
  const matching = found?.ids ?? []
  const ids = view ? (await filterByView(sql, matching, view)).slice(0, offset + limit) : matching
  const page = part`
    select ${pageColumns} from session_states s where s.session_id = any(${ids.slice(offset)}::uuid[])`
  const [listed] = await sql<{ sessions: string | null }>`select (${aggregateAsText(page)}) as sessions`
  const matches = await findMatches(sql, ids.slice(offset), search)
  return {
    sessions: parseSessions(listed?.sessions).map((session) => ({
      ...session,
      searchMatch: matches.get(session.sessionId),
    })),
    total: ids.length,
    unreadTotal: found?.unreadTotal ?? 0,
  }
}

/** The SQL function knows no views: the newest matches are searched for those of the view. */
const maxMatchesOfView = 1000

/** The conversations that are in a view, in the given order. */
async function filterByView(sql: Sql, ids: string[], view: SessionView): Promise<string[]> {
  const rows = await sql<{ sessionId: string }>`
    select s.session_id as "sessionId" from session_states s
    where s.session_id = any(${ids}::uuid[]) and ${viewConditions[view]}`
  const idsInView = new Set(rows.map(({ sessionId }) => sessionId))
  return ids.filter((id) => idsInView.has(id))
}

const maxMessagesPerMatch = 200
const charactersBeforeMatch = 40
const maxMatchCharacters = 200

/** The newest message of each conversation that contains the term, around the term. Long conversations are read in part. */
async function findMatches(sql: Sql, sessionIds: string[], search: string): Promise<Map<string, string>> {
  const rows = await sql<{ sessionId: string; text: string }>`
    select distinct on (m.session_id) m.session_id as "sessionId",
      substr(m.text, greatest(1, strpos(lower(m.text), lower(${search})) - ${charactersBeforeMatch}),
        ${maxMatchCharacters}) as text
    from session_states s join messages m on m.session_id = s.session_id and m.seq > s.last_seq - ${maxMessagesPerMatch}
    where s.session_id = any(${sessionIds}::uuid[]) and strpos(lower(m.text), lower(${search})) > 0
    order by m.session_id, m.seq desc`
  return new Map(rows.map(({ sessionId, text }) => [sessionId, text]))
}

const pageColumns = part`
  s.session_id, s.visitor_id, s.project_id, s.status, s.last_message_at, s.xmin`

/** Applies the limit before the joins, and returns one string: parsing fifty rows takes longer than finding them. */
function aggregateAsText(page: Statement): Statement {
  return part`
    select string_agg(
      s.session_id || ' ' || s.visitor_id || ' ' || s.status || ' ' || ${sessionVersion},
      ',' order by s.last_message_at desc, s.session_id desc)
    from (${page}) s join sessions d on d.id = s.session_id
    join projects p on p.id = s.project_id and p.deletion_requested_at is null`
}

function parseSessions(text: string | null | undefined): ListedSession[] {
  return (
    text?.split(',').map((one) => {
      const [sessionId, visitorId, status, version] = one.split(' ') as [
        string,
        string,
        SessionStatus,
        string,
      ]
      return { sessionId, visitorId, status, version }
    }) ?? []
  )
}

function total(query: ListQuery): Statement {
  const { status, projectId, needsHuman, view, labelId, assigneeId } = query
  if (needsHuman || view || labelId || assigneeId) return count(conditions(query))
  const all = part`
    select coalesce(sum(total), 0)::int from session_counts
    where ${isInListedProject} ${status ? part`and status = ${status}` : empty}
      ${projectId ? part`and project_id = ${projectId}` : empty}`
  if (assigneeId === undefined) return all
  // Most conversations of a large company are unassigned: counting the others takes less time.
  const assigned = part`${conditions({ ...query, assigneeId: undefined })} and s.assigned_agent_id is not null`
  return part`select (${all}) - (${count(assigned)})`
}

function count(condition: Statement): Statement {
  return part`select count(*)::int from session_states s where ${condition}`
}

/** The projects that are being deleted are read once for each statement. */
export const isInListedProject = part`
  project_id <> all(array(select id from projects where deletion_requested_at is not null))`

const unread = part`
  select coalesce(sum(unread_count), 0)::int from session_states
  where status = 'active' and unread_count > 0 and ${isInListedProject}`

const viewConditions: Record<SessionView, Statement> = {
  needs_you: part`(s.needs_human or (s.waiting_since is not null and s.unanswered_seq is null))`,
  ai: part`s.last_message_from = 'ai' and not s.needs_human`,
}

export function conditions(query: ListConditions): Statement {
  const { status, projectId, needsHuman, view, labelId, assigneeId } = query
  const all = [part`s.last_seq > 0`, isInListedProject]
  if (status) all.push(part`s.status = ${status}`)
  if (projectId) all.push(part`s.project_id = ${projectId}`)
  if (needsHuman) all.push(part`s.needs_human`)
  if (view) all.push(viewConditions[view])
  if (assigneeId) all.push(part`s.assigned_agent_id = ${assigneeId}`)
  if (assigneeId === null) all.push(part`s.assigned_agent_id is null`)
  if (labelId)
    all.push(part`exists (
      select from session_labels l where l.session_id = s.session_id and l.label_id = ${labelId})`)
  return join(all, ' and ')
}
