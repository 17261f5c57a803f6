import {
  type Attachment,
  type Message,
  type MessageMeta,
  type ReplyTrace,
  type Session,
  type SessionStatus,
  sessionLimits,
  type VisitorAttributes,
  type VisitorDetails,
} from '@aichat/contracts/sessions'
import part, { empty, join, raw, type Sql as Statement } from 'sql-template-tag'
import type { Sql } from '../kit/db.ts'
import type { SenderKind, State } from './state.ts'

export type StoredMessage = {
  id: string
  sessionId: string
  seq: number
  senderKind: SenderKind
  senderId: string
  senderName: string | null
  clientId: string
  text: string
  attachments: Attachment[] | null
  meta: MessageMeta
  createdAt: string
}

const messageColumns = part`
  m.id, m.session_id as "sessionId", m.seq, m.sender_kind as "senderKind", m.sender_id as "senderId",
  m.sender_name as "senderName", m.client_id as "clientId", m.text, m.attachments, m.meta,
  m.created_at as "createdAt"`

const stateColumns = part`
  s.session_id as "sessionId", s.project_id as "projectId", s.visitor_id as "visitorId", s.status,
  s.last_seq as "lastSeq", s.last_message as "lastMessage",
  s.last_message_from as "lastSender", s.last_message_at as "lastMessageAt", s.unread_count as unread,
  s.auto_reply as "autoReply", s.auto_reply_seconds as "autoReplySeconds", s.unanswered_seq as "unansweredSeq",
  s.last_ai_at as "lastAiAt", s.needs_human as "needsHuman", s.reopened_seq as "reopenedSeq",
  s.ai_streak as "aiStreak"`

/** Locks conversations, always in the same order, so that two batches cannot wait for each other. */
export function lockStates(sql: Sql, sessionIds: string[]): Promise<State[]> {
  return sql.often<State>`
    select ${stateColumns} from session_states s where s.session_id = any(${sessionIds}::uuid[])
    order by s.session_id for update`
}

export async function stateOf(sql: Sql, sessionId: string): Promise<State | null> {
  const [state] =
    await sql<State>`select ${stateColumns} from session_states s where s.session_id = ${sessionId}`
  return state ?? null
}

/**
 * Inserts messages and writes the states that they lead to, in one statement with the commit behind it.
 * @throws a unique violation when one of them had been stored before; then nothing is
 */
export async function insertMessages(
  sql: Sql,
  companyId: string,
  messages: StoredMessage[],
  states: State[],
): Promise<void> {
  const column = <Key extends keyof StoredMessage>(key: Key) => messages.map((message) => message[key])
  const field = <Key extends keyof State>(key: Key) => states.map((state) => state[key])
  await sql.last`
    with inserted as (
      insert into messages (id, company_id, session_id, seq, sender_kind, sender_id, sender_name, client_id, text,
        attachments, meta, created_at)
      select m.id, ${companyId}, m.session_id, m.seq, m.sender_kind, m.sender_id, m.sender_name, m.client_id, m.text,
        m.attachments, m.meta, m.created_at
      from unnest(${column('id')}::uuid[], ${column('sessionId')}::uuid[], ${column('seq')}::int[],
        ${column('senderKind')}::text[], ${column('senderId')}::uuid[], ${column('senderName')}::text[],
        ${column('clientId')}::text[], ${column('text')}::text[],
        ${messages.map(({ attachments }) => attachments && JSON.stringify(attachments))}::jsonb[],
        ${messages.map((message) => JSON.stringify(message.meta))}::jsonb[], ${column('createdAt')}::timestamptz[])
        as m (id, session_id, seq, sender_kind, sender_id, sender_name, client_id, text, attachments, meta,
          created_at)
    ), revision as (
      update company_revisions set rev = rev + 1 returning rev
    ), moved as (
      update session_states s set
        status = n.status, last_seq = n.last_seq, last_message = n.last_message,
        last_message_from = n.last_message_from, last_message_at = n.last_message_at, unread_count = n.unread,
        unanswered_seq = n.unanswered_seq, last_ai_at = n.last_ai_at, needs_human = n.needs_human,
        reopened_seq = n.reopened_seq, ai_streak = n.ai_streak,
        rev = (select rev from revision)
      from unnest(${field('sessionId')}::uuid[], ${field('status')}::text[], ${field('lastSeq')}::int[],
        ${field('lastMessage')}::text[], ${field('lastSender')}::text[],
        ${field('lastMessageAt')}::timestamptz[], ${field('unread')}::int[], ${field('unansweredSeq')}::int[],
        ${field('lastAiAt')}::timestamptz[], ${field('needsHuman')}::boolean[], ${field('reopenedSeq')}::int[], ${field('aiStreak')}::int[])
        as n (session_id, status, last_seq, last_message, last_message_from, last_message_at, unread,
          unanswered_seq, last_ai_at, needs_human, reopened_seq, ai_streak)
      where s.session_id = n.session_id
    )
    select`
}

export type SendKey = { sessionId: string; senderKind: SenderKind; senderId: string; clientId: string }

/** Messages that were stored under these keys before. */
export function storedUnder(sql: Sql, keys: SendKey[]): Promise<StoredMessage[]> {
  return sql<StoredMessage>`
    select ${messageColumns} from messages m
    join unnest(${keys.map((key) => key.sessionId)}::uuid[], ${keys.map((key) => key.senderKind)}::text[],
      ${keys.map((key) => key.senderId)}::uuid[], ${keys.map((key) => key.clientId)}::text[])
      as k (session_id, sender_kind, sender_id, client_id)
      on k.session_id = m.session_id and k.sender_kind = m.sender_kind and k.sender_id = m.sender_id
        and k.client_id = m.client_id`
}

type Range = { limit: number; before?: number; after?: number }

/** Messages of a conversation, oldest first: the newest `limit`, or those next to a seq. */
export async function listMessages(
  sql: Sql,
  sessionId: string,
  { limit, before, after }: Range,
): Promise<{ messages: Message[]; hasMore: boolean }> {
  const forward = after !== undefined
  const rows = await sql<StoredMessage>`
    select ${messageColumns} from messages m
    where m.session_id = ${sessionId}
      ${after === undefined ? empty : part`and m.seq > ${after}`}
      ${before === undefined ? empty : part`and m.seq < ${before}`}
    order by m.seq ${forward ? part`asc` : part`desc`}
    limit ${limit + 1}`
  const messages = rows.slice(0, limit).map(toMessage)
  return { messages: forward ? messages : messages.reverse(), hasMore: rows.length > limit }
}

export function toMessage(stored: StoredMessage): Message {
  const isAi = stored.senderKind === 'ai'
  return {
    _id: stored.id,
    clientId: stored.clientId,
    sessionId: stored.sessionId,
    seq: stored.seq,
    from: stored.senderKind === 'ai' ? 'agent' : stored.senderKind,
    type: stored.senderKind === 'system' ? 'system' : 'text',
    text: stored.text,
    createdAt: stored.createdAt,
    isAi,
    agent: stored.senderKind === 'agent' ? { id: stored.senderId, name: stored.senderName ?? '' } : null,
    attachments: stored.attachments ?? [],
    meta: stored.meta,
  }
}

/** A session as it stands in the database; presence is added where it is answered. */
export type StoredSession = Omit<Session, 'online'> & { visitorId: string }

type SessionRow = Omit<
  StoredSession,
  'projectId' | 'visitor' | 'rating' | 'lastMessageFrom' | 'lastMessageIsAi'
> & {
  lastSender: SenderKind | null
  projectId: string
  projectName: string
  visitorName: string | null
  visitorEmail: string | null
  visitorPhone: string | null
  visitorExternalId: string | null
  visitorAttributes: VisitorAttributes | null
  ratingValue: number | null
  ratingComment: string | null
}

const sessionColumns = part`
  s.session_id as "sessionId", s.company_id as "tenantId", p.id as "projectId", p.name as "projectName", s.status,
  d.visitor_name as "visitorName", d.visitor_email as "visitorEmail", d.visitor_phone as "visitorPhone",
  d.visitor_external_id as "visitorExternalId", d.visitor_attributes as "visitorAttributes",
  d.rating as "ratingValue", d.rating_comment as "ratingComment",
  s.last_message as "lastMessage", s.last_message_from as "lastSender", s.last_message_at as "lastMessageAt",
  s.last_seq as "lastSeq", s.unread_count as "unreadCountAgent", s.auto_reply as "autoReplyEnabled",
  s.assigned_agent_id as "assignedAgentId", s.needs_human as "needsHuman", d.page_url as "pageUrl",
  d.created_at as "createdAt", s.visitor_id as "visitorId",
  array(select l.label_id from session_labels l where l.session_id = s.session_id order by l.label_id) as "labelIds"`

const sessionTables = part`
  session_states s join sessions d on d.id = s.session_id join projects p on p.id = s.project_id`

/** The transactions that last wrote the rows: a change of any of them is another text. */
const versionOf = part`s.xmin || '.' || d.xmin || '.' || p.xmin`

function toSession(row: SessionRow): StoredSession {
  return {
    sessionId: row.sessionId,
    tenantId: row.tenantId,
    projectId: { _id: row.projectId, name: row.projectName },
    status: row.status,
    visitor: {
      name: row.visitorName,
      email: row.visitorEmail,
      phone: row.visitorPhone,
      ...(row.visitorExternalId === null ? {} : { verified: true, externalId: row.visitorExternalId }),
      ...(row.visitorAttributes === null ? {} : { attributes: row.visitorAttributes }),
    },
    lastMessage: row.lastMessage,
    lastMessageFrom: row.lastSender === 'ai' ? 'agent' : row.lastSender,
    lastMessageIsAi: row.lastSender === 'ai',
    lastMessageAt: row.lastMessageAt,
    lastSeq: row.lastSeq,
    unreadCountAgent: row.unreadCountAgent,
    autoReplyEnabled: row.autoReplyEnabled,
    assignedAgentId: row.assignedAgentId,
    needsHuman: row.needsHuman,
    pageUrl: row.pageUrl,
    rating: row.ratingValue === null ? null : { rating: row.ratingValue, comment: row.ratingComment ?? '' },
    labelIds: row.labelIds,
    createdAt: row.createdAt,
    visitorId: row.visitorId,
  }
}

export async function findSession(sql: Sql, sessionId: string): Promise<StoredSession | null> {
  const [session] = await sql.often<SessionRow>`
    select ${sessionColumns} from ${sessionTables} where s.session_id = ${sessionId}`
  return session ? toSession(session) : null
}

export type ListQuery = {
  status?: SessionStatus
  projectId?: string
  needsHuman?: boolean
  labelId?: string
  search?: string
  /** A whole number. */
  limit: number
  offset: number
  /** Where the page before ended: that page's last row. */
  after?: { lastMessageAt: string; sessionId: string }
}

/** `version` changes with every row that the conversation is made of. */
export type ListedSession = Pick<StoredSession, 'sessionId' | 'visitorId' | 'status'> & { version: string }

export type Listed = { sessions: ListedSession[]; total: number; unreadTotal: number }

/**
 * Which conversations there are that have at least one message, most recently active first; how many in all, and the
 * company's unread. One statement, as the transaction's last: one way there and back.
 */
export async function listSessions(sql: Sql, query: ListQuery): Promise<Listed> {
  const { after, search } = query
  if (search) return searchSessions(sql, query, search)
  // Its length stands in the text: a plan that must serve any length is thought dearer than planning anew each time.
  const page = part`
    select ${narrowColumns} from session_states s
    where ${conditions(query)}
      ${after ? part`and (s.last_message_at, s.session_id) < (${after.lastMessageAt}, ${after.sessionId})` : empty}
    order by s.last_message_at desc, s.session_id desc
    limit ${raw(String(query.limit))} ${query.offset > 0 ? part`offset ${query.offset}` : empty}`
  const statement = part`
    select (${total(query)}) as total, (${unread}) as "unreadTotal", (${inOneText(page)}) as sessions`
  const isUsual = query.offset === 0 && query.limit === sessionLimits.pageSize + 1
  const [found] = await (isUsual ? sql.last : sql)<{
    total: number
    unreadTotal: number
    sessions: string | null
  }>`${statement}`
  return {
    sessions: toListed(found?.sessions),
    total: found?.total ?? 0,
    unreadTotal: found?.unreadTotal ?? 0,
  }
}

/**
 * Conversations that hold a text, as the list would have them. What is looked for decides the plan, inside the function.
 * Nothing is counted beyond the page: `total` is how many are known by its end.
 */
async function searchSessions(sql: Sql, query: ListQuery, search: string): Promise<Listed> {
  const { status, projectId, needsHuman, labelId, limit, offset, after } = query
  const [found] = await sql<{ ids: string[]; unreadTotal: number }>`
    select array(
        select f.session_id from find_sessions(${search}, ${status ?? null}, ${projectId ?? null}::uuid,
          ${labelId ?? null}::uuid, ${needsHuman ?? false}, ${after?.lastMessageAt ?? null}::timestamptz,
          ${after?.sessionId ?? null}::uuid, ${offset + limit}) f
      )::text[] as ids, (${unread}) as "unreadTotal"`
  const ids = found?.ids ?? []
  const page = part`
    select ${narrowColumns} from session_states s where s.session_id = any(${ids.slice(offset)}::uuid[])`
  const [listed] = await sql<{ sessions: string | null }>`select (${inOneText(page)}) as sessions`
  return { sessions: toListed(listed?.sessions), total: ids.length, unreadTotal: found?.unreadTotal ?? 0 }
}

const narrowColumns = part`
  s.session_id, s.visitor_id, s.project_id, s.status, s.last_message_at, s.xmin`

/** The page is cut before anything is joined to it; and fifty rows of five columns take longer to tell apart than to find. */
function inOneText(page: Statement): Statement {
  return part`
    select string_agg(
      s.session_id || ' ' || s.visitor_id || ' ' || s.status || ' ' || ${versionOf},
      ',' order by s.last_message_at desc, s.session_id desc)
    from (${page}) s join sessions d on d.id = s.session_id join projects p on p.id = s.project_id`
}

function toListed(text: string | null | undefined): ListedSession[] {
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

/** In the order of their ids here; what is gone meanwhile is left out. */
export async function findSessions(sql: Sql, sessionIds: string[]): Promise<VersionedSession[]> {
  const rows = await sql.often<SessionRow & { version: string }>`
    select ${sessionColumns}, ${versionOf} as version
    from unnest(${sessionIds}::uuid[]) with ordinality as wanted (id, place)
    join session_states s on s.session_id = wanted.id join sessions d on d.id = s.session_id
    join projects p on p.id = s.project_id
    order by wanted.place`
  return rows.map((row) => ({ session: toSession(row), version: row.version }))
}

export type VersionedSession = { session: StoredSession; version: string }

function total(query: ListQuery): Statement {
  const { status, projectId, needsHuman, labelId } = query
  if (needsHuman || labelId)
    return part`select count(*)::int from session_states s where ${conditions(query)}`
  return part`
    select coalesce(sum(total), 0)::int from session_counts
    where true ${status ? part`and status = ${status}` : empty}
      ${projectId ? part`and project_id = ${projectId}` : empty}`
}

const unread = part`
  select coalesce(sum(unread_count), 0)::int from session_states where status = 'active' and unread_count > 0`

function conditions({ status, projectId, needsHuman, labelId }: ListQuery): Statement {
  const all = [part`s.last_seq > 0`]
  if (status) all.push(part`s.status = ${status}`)
  if (projectId) all.push(part`s.project_id = ${projectId}`)
  if (needsHuman) all.push(part`s.needs_human`)
  if (labelId)
    all.push(part`exists (
      select from session_labels l where l.session_id = s.session_id and l.label_id = ${labelId})`)
  return join(all, ' and ')
}

type VisitorRow = Omit<VisitorDetails, 'identity' | 'device'> & { userAgent: string | null }

/** Who is on the other side of a conversation, from the latest visit; and what their form said in it. */
export async function findVisitor(sql: Sql, sessionId: string): Promise<VisitorRow | null> {
  const [visitor] = await sql<VisitorRow>`
    select coalesce(d.visitor_name, v.name) as name, coalesce(d.visitor_email, v.email) as email,
      coalesce(d.visitor_phone, v.phone) as phone, v.page_url as "pageUrl", v.referrer, v.locale,
      v.user_agent as "userAgent", v.created_at as "firstSeenAt", v.last_seen_at as "lastSeenAt"
    from sessions d join visitors v on v.id = d.visitor_id where d.id = ${sessionId}`
  return visitor ?? null
}

/** Other conversations of the same visitor, newest first. */
export async function listOfVisitor(
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

/** Puts a label on, or takes it off; the conversation counts as changed. */
export async function setLabel(
  sql: Sql,
  { companyId, sessionId, labelId }: { companyId: string; sessionId: string; labelId: string },
  isOn: boolean,
): Promise<void> {
  if (isOn) {
    await sql`
      insert into session_labels (company_id, session_id, label_id) values (${companyId}, ${sessionId}, ${labelId})
      on conflict do nothing`
  } else {
    await sql`delete from session_labels where session_id = ${sessionId} and label_id = ${labelId}`
  }
  await patchState(sql, sessionId, {})
}

export async function revision(sql: Sql): Promise<number> {
  const [row] = await sql<{ rev: number }>`select rev from company_revisions`
  return row?.rev ?? 0
}

export async function changedSince(sql: Sql, rev: number, limit: number): Promise<StoredSession[]> {
  const rows = await sql<SessionRow>`
    select ${sessionColumns} from ${sessionTables}
    where s.rev > ${rev} and s.last_seq > 0 order by s.rev desc limit ${limit}`
  return rows.map(toSession)
}

/** Changes of the desk, not of the talk. Fields left out keep their value. */
export type Patch = {
  status?: SessionStatus
  unread?: 0
  autoReply?: boolean
  assignedAgentId?: string | null
  needsHuman?: boolean
  prechatRequested?: boolean
}

/** The conversation is locked before the revision, as `insertMessages` does: neither waits for the other. */
export async function patchState(sql: Sql, sessionId: string, patch: Patch): Promise<void> {
  const sets = [part`rev = (select rev from revision)`]
  if (patch.status) sets.push(part`status = ${patch.status}`)
  if (patch.status && patch.status !== 'active') sets.push(part`unanswered_seq = null, needs_human = false`)
  if (patch.status === 'active')
    sets.push(part`ai_streak = 0,
      reopened_seq = case when status = 'active' then reopened_seq else last_seq end`)
  if (patch.unread === 0) sets.push(part`unread_count = 0`)
  if (patch.autoReply === false) sets.push(part`auto_reply = false, unanswered_seq = null`)
  // Turned on again while the visitor waits, the AI answers what is open.
  if (patch.autoReply)
    sets.push(part`auto_reply = true,
      unanswered_seq = case when status = 'active' and last_message_from = 'visitor' then last_seq end`)
  if (patch.assignedAgentId !== undefined) sets.push(part`assigned_agent_id = ${patch.assignedAgentId}`)
  if (patch.needsHuman !== undefined) sets.push(part`needs_human = ${patch.needsHuman}`)
  if (patch.prechatRequested !== undefined) sets.push(part`prechat_requested = ${patch.prechatRequested}`)
  await sql`
    with locked as (
      select session_id from session_states where session_id = ${sessionId} for update
    ), revision as (
      update company_revisions set rev = rev + 1 where exists (select from locked) returning rev
    )
    update session_states set ${join(sets, ', ')} where session_id = ${sessionId}`
}

/** The AI has nothing to say to this message; a newer one is another matter. */
export async function leaveUnanswered(sql: Sql, sessionId: string, seq: number): Promise<void> {
  await sql`
    update session_states set unanswered_seq = null where session_id = ${sessionId} and unanswered_seq = ${seq}`
}

/** Kept before the message itself: they are committed together. */
export async function insertTraces(
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

export async function findTrace(sql: Sql, sessionId: string, messageId: string): Promise<ReplyTrace | null> {
  const [found] = await sql<{ trace: ReplyTrace }>`
    select t.trace from messages m join reply_traces t on t.session_id = m.session_id and t.seq = m.seq
    where m.session_id = ${sessionId} and m.id = ${messageId}`
  return found?.trace ?? null
}

export type Spent = { byVisitor: number; byProject: number }

/** Counts one reply more, before it is written; answers how many there were on that day (UTC), this one included. */
export async function countReply(
  sql: Sql,
  { companyId, projectId, visitorId }: { companyId: string; projectId: string; visitorId: string },
  day: string,
): Promise<Spent> {
  const [visitor] = await sql<{ replies: number }>`
    insert into reply_counts as c (company_id, project_id, day, visitor_id, replies)
    values (${companyId}, ${projectId}, ${day}::date, ${visitorId}, 1)
    on conflict (project_id, day, visitor_id) do update set replies = c.replies + 1
    returning replies`
  const [project] = await sql<{ replies: number }>`
    select sum(replies)::int as replies from reply_counts where project_id = ${projectId} and day = ${day}::date`
  return { byVisitor: visitor?.replies ?? 1, byProject: project?.replies ?? 1 }
}

/** In the lookup scope: conversations of any company in which a visitor still waits for the AI. */
export function waitingForReply(
  sql: Sql,
  limit: number,
): Promise<{ sessionId: string; companyId: string }[]> {
  return sql`
    select session_id as "sessionId", company_id as "companyId" from session_states
    where status = 'active' and unanswered_seq is not null limit ${limit}`
}

/** The release that the visitor saw when the conversation began. */
export async function releaseOf(sql: Sql, sessionId: string): Promise<number | null> {
  const [origin] = await sql<{ releaseNumber: number | null }>`
    select release_number as "releaseNumber" from sessions where id = ${sessionId}`
  return origin?.releaseNumber ?? null
}

/** In the lookup scope: companies in which a conversation has changed since its texts were kept. */
export async function companiesToKeepSearchable(sql: Sql): Promise<string[]> {
  const rows = await sql<{ companyId: string }>`
    select r.company_id as "companyId" from company_revisions r
    left join session_text_progress p on p.company_id = r.company_id
    where r.rev > coalesce(p.rev, 0)`
  return rows.map((row) => row.companyId)
}

/**
 * Keeps what was said in the conversations that changed longest ago, as far as they have been quiet; answers how many
 * there were. Where another process is at it, none.
 */
export async function keepSearchable(
  sql: Sql,
  companyId: string,
  { quietSeconds, most }: { quietSeconds: number; most: number },
): Promise<number> {
  const [kept] = await sql<{ done: number }>`
    with progress as materialized (
      select rev, session_id from session_text_progress
    ), changed as materialized (
      select s.session_id, s.rev, s.last_seq, s.last_message_at from session_states s
      where (s.rev, s.session_id) > (coalesce((select rev from progress), 0),
          coalesce((select session_id from progress), '00000000-0000-0000-0000-000000000000'))
        and (select pg_try_advisory_xact_lock(hashtextextended(${companyId}, 19)))
      order by s.rev, s.session_id limit ${most}
    ), quiet as materialized (
      select c.* from changed c where not exists (
        select from changed e where (e.rev, e.session_id) <= (c.rev, c.session_id)
          and e.last_message_at > now() - ${quietSeconds} * interval '1 second')
    ), behind as (
      select q.session_id, coalesce(t.part, 0) as part from quiet q left join lateral (
        select t.part, t.last_seq from session_texts t where t.session_id = q.session_id
        order by t.part desc limit 1
      ) t on true where q.last_seq > coalesce(t.last_seq, 0)
    ), written as (
      insert into session_texts as t (company_id, session_id, part, last_seq, text)
      select ${companyId}, m.session_id, (m.seq - 1) / 100, max(m.seq), string_agg(lower(m.text), E'\n' order by m.seq)
      from behind b join messages m on m.session_id = b.session_id and m.seq > b.part * 100
      group by m.session_id, (m.seq - 1) / 100
      on conflict (company_id, session_id, part) do update set text = excluded.text, last_seq = excluded.last_seq
    ), noted as (
      insert into session_text_progress as p (company_id, rev, session_id)
      select ${companyId}, q.rev, q.session_id from quiet q order by q.rev desc, q.session_id desc limit 1
      on conflict (company_id) do update set rev = excluded.rev, session_id = excluded.session_id
    )
    select count(*)::int as done from quiet`
  return kept?.done ?? 0
}
