import type { Message, MessageMeta, Session, SessionStatus } from '@aichat/contracts/sessions'
import part, { empty, join } from 'sql-template-tag'
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
  meta: MessageMeta
  createdAt: string
}

const messageColumns = part`
  m.id, m.session_id as "sessionId", m.seq, m.sender_kind as "senderKind", m.sender_id as "senderId",
  m.sender_name as "senderName", m.client_id as "clientId", m.text, m.meta, m.created_at as "createdAt"`

const stateColumns = part`
  s.session_id as "sessionId", s.project_id as "projectId", s.visitor_id as "visitorId", s.status,
  s.last_seq as "lastSeq", s.last_message as "lastMessage",
  s.last_message_from as "lastMessageFrom", s.last_message_at as "lastMessageAt", s.unread_count as unread,
  s.auto_reply as "autoReply", s.auto_reply_seconds as "autoReplySeconds", s.unanswered_seq as "unansweredSeq",
  s.last_ai_at as "lastAiAt", s.needs_human as "needsHuman"`

/** Locks conversations, always in the same order, so that two batches cannot wait for each other. */
export function lockStates(sql: Sql, sessionIds: string[]): Promise<State[]> {
  return sql<State>`
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
        meta, created_at)
      select m.id, ${companyId}, m.session_id, m.seq, m.sender_kind, m.sender_id, m.sender_name, m.client_id, m.text,
        m.meta, m.created_at
      from unnest(${column('id')}::uuid[], ${column('sessionId')}::uuid[], ${column('seq')}::int[],
        ${column('senderKind')}::text[], ${column('senderId')}::uuid[], ${column('senderName')}::text[],
        ${column('clientId')}::text[], ${column('text')}::text[],
        ${messages.map((message) => JSON.stringify(message.meta))}::jsonb[], ${column('createdAt')}::timestamptz[])
        as m (id, session_id, seq, sender_kind, sender_id, sender_name, client_id, text, meta, created_at)
    ), revision as (
      update company_revisions set rev = rev + 1 returning rev
    ), moved as (
      update session_states s set
        status = n.status, last_seq = n.last_seq, last_message = n.last_message,
        last_message_from = n.last_message_from, last_message_at = n.last_message_at, unread_count = n.unread,
        unanswered_seq = n.unanswered_seq, last_ai_at = n.last_ai_at, needs_human = n.needs_human,
        rev = (select rev from revision)
      from unnest(${field('sessionId')}::uuid[], ${field('status')}::text[], ${field('lastSeq')}::int[],
        ${field('lastMessage')}::text[], ${field('lastMessageFrom')}::text[],
        ${field('lastMessageAt')}::timestamptz[], ${field('unread')}::int[], ${field('unansweredSeq')}::int[],
        ${field('lastAiAt')}::timestamptz[], ${field('needsHuman')}::boolean[])
        as n (session_id, status, last_seq, last_message, last_message_from, last_message_at, unread,
          unanswered_seq, last_ai_at, needs_human)
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
    attachments: [],
    meta: stored.meta,
  }
}

/** A session as it stands in the database; presence is added where it is answered. */
export type StoredSession = Omit<Session, 'online'> & { visitorId: string }

const sessionColumns = part`
  s.session_id as "sessionId", s.company_id as "tenantId",
  json_build_object('_id', p.id, 'name', p.name) as "projectId", s.status,
  json_build_object('name', d.visitor_name, 'email', d.visitor_email, 'phone', d.visitor_phone) as visitor,
  s.last_message as "lastMessage", s.last_message_from as "lastMessageFrom", s.last_message_at as "lastMessageAt",
  s.last_seq as "lastSeq", s.unread_count as "unreadCountAgent", s.auto_reply as "autoReplyEnabled",
  s.assigned_agent_id as "assignedAgentId", s.needs_human as "needsHuman", d.page_url as "pageUrl",
  d.created_at as "createdAt", s.visitor_id as "visitorId"`

const sessionTables = part`
  session_states s join sessions d on d.id = s.session_id join projects p on p.id = s.project_id`

export async function findSession(sql: Sql, sessionId: string): Promise<StoredSession | null> {
  const [session] = await sql<StoredSession>`
    select ${sessionColumns} from ${sessionTables} where s.session_id = ${sessionId}`
  return session ?? null
}

export type ListQuery = {
  status?: SessionStatus
  projectId?: string
  search?: string
  limit: number
  offset: number
  /** Where the page before ended: that page's last row. */
  after?: { lastMessageAt: string; sessionId: string }
}

/** Conversations that have at least one message, most recently active first. */
export function listSessions(sql: Sql, query: ListQuery): Promise<StoredSession[]> {
  const { after } = query
  return sql<StoredSession>`
    select ${sessionColumns} from ${sessionTables}
    where ${conditions(query)}
      ${after ? part`and (s.last_message_at, s.session_id) < (${after.lastMessageAt}, ${after.sessionId})` : empty}
    order by s.last_message_at desc, s.session_id desc
    limit ${query.limit} offset ${query.offset}`
}

export async function countSessions(sql: Sql, query: ListQuery): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select count(*)::int as total from ${sessionTables} where ${conditions(query)}`
  return row?.total ?? 0
}

function conditions({ status, projectId, search }: ListQuery) {
  const pattern = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : ''
  const all = [part`s.last_seq > 0`]
  if (status) all.push(part`s.status = ${status}`)
  if (projectId) all.push(part`s.project_id = ${projectId}`)
  if (search)
    all.push(part`(d.visitor_name ilike ${pattern} or d.visitor_email ilike ${pattern} or exists (
      select from messages m where m.session_id = s.session_id and m.text ilike ${pattern}))`)
  return join(all, ' and ')
}

export async function unreadTotal(sql: Sql): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select coalesce(sum(unread_count), 0)::int as total from session_states
    where status = 'active' and unread_count > 0`
  return row?.total ?? 0
}

export async function revision(sql: Sql): Promise<number> {
  const [row] = await sql<{ rev: number }>`select rev from company_revisions`
  return row?.rev ?? 0
}

export function changedSince(sql: Sql, rev: number, limit: number): Promise<StoredSession[]> {
  return sql<StoredSession>`
    select ${sessionColumns} from ${sessionTables}
    where s.rev > ${rev} and s.last_seq > 0 order by s.rev desc limit ${limit}`
}

/** Changes of the desk, not of the talk. Fields left out keep their value. */
export type Patch = {
  status?: SessionStatus
  unread?: 0
  autoReply?: boolean
  assignedAgentId?: string | null
  needsHuman?: boolean
  prechatRequested?: boolean
  prechatDone?: boolean
}

export async function patchState(sql: Sql, sessionId: string, patch: Patch): Promise<void> {
  const sets = [part`rev = (select rev from revision)`]
  if (patch.status) sets.push(part`status = ${patch.status}`)
  if (patch.status && patch.status !== 'active') sets.push(part`unanswered_seq = null, needs_human = false`)
  if (patch.unread === 0) sets.push(part`unread_count = 0`)
  if (patch.autoReply === false) sets.push(part`auto_reply = false, unanswered_seq = null`)
  // Turned on again while the visitor waits, the AI answers what is open.
  if (patch.autoReply)
    sets.push(part`auto_reply = true,
      unanswered_seq = case when status = 'active' and last_message_from = 'visitor' then last_seq end`)
  if (patch.assignedAgentId !== undefined) sets.push(part`assigned_agent_id = ${patch.assignedAgentId}`)
  if (patch.needsHuman !== undefined) sets.push(part`needs_human = ${patch.needsHuman}`)
  if (patch.prechatRequested !== undefined) sets.push(part`prechat_requested = ${patch.prechatRequested}`)
  if (patch.prechatDone !== undefined) sets.push(part`prechat_done = ${patch.prechatDone}`)
  await sql`
    with revision as (update company_revisions set rev = rev + 1 returning rev)
    update session_states set ${join(sets, ', ')} where session_id = ${sessionId}`
}

/** The AI has nothing to say to this message; a newer one is another matter. */
export async function leaveUnanswered(sql: Sql, sessionId: string, seq: number): Promise<void> {
  await sql`
    update session_states set unanswered_seq = null where session_id = ${sessionId} and unanswered_seq = ${seq}`
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
