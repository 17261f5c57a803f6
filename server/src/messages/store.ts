import { getDistinctSources } from '@aichat/contracts/chat/distinct-sources'
import type { Message, MessageMeta } from '@aichat/contracts/chat/messages'
import type { Language } from '@aichat/contracts/kit/languages'
import fragment, { empty } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import {
  createAssignments,
  createColumnList,
  createFields,
  createSelectList,
  createUnnest,
} from '../kit/db/fields.ts'
import { messageFields, type StoredMessage } from './message-fields.ts'
import { type SenderKind, type SessionState, stateFields } from './state-fields.ts'

const messageColumns = createSelectList(messageFields)
const messageColumnNames = createColumnList(messageFields)
const unnestMessages = createUnnest(messageFields, 'm')

const { column } = createFields('n')
/** What a state is written with: its columns, and the conditions under which it is. */
const nextStateFields = {
  ...stateFields,
  version: column<string>('version', 'text'),
  /** Null where the state does not depend on the live release. */
  releaseNumber: column<number | null>('release_number', 'int'),
}
const unnestStates = createUnnest(nextStateFields, 'n')
const stateAssignments = createAssignments(stateFields, 'n', ['sessionId'])

type Insertion = {
  messages: StoredMessage[]
  states: SessionState[]
  /** The live release that the state of a conversation depends on, by session id. */
  releaseNumbers?: ReadonlyMap<string, number>
}

/**
 * Inserts messages and updates the states of their conversations in one statement, followed by the commit. Returns the new
 * version of the states; null, with nothing stored, when the version of any of them, or the live release that it depends on,
 * has changed.
 * @throws a unique violation, with nothing stored, when one of the messages is a duplicate
 */
export async function insertMessages(
  sql: Sql,
  companyId: string,
  { messages, states, releaseNumbers = new Map() }: Insertion,
): Promise<string | null> {
  const nextStates = states.map((state) => ({
    ...state,
    releaseNumber: releaseNumbers.get(state.sessionId) ?? null,
  }))
  const [row] = await sql.andCommit<{ version: string }>`
    with next as materialized (
      select * from ${unnestStates(nextStates)}
    ), locked as materialized (
      select n.version::xid = s.xmin and (n.release_number is null or n.release_number = (
        select coalesce(max(r.number), 0) from releases r where r.project_id = s.project_id)) as is_unchanged
      from next n join session_states s on s.session_id = n.session_id
      order by s.session_id for update of s
    ), unchanged as materialized (
      select from locked having count(*) filter (where is_unchanged) = ${states.length}
    ), inserted as (
      insert into messages (company_id, ${messageColumnNames})
      select ${companyId}, m.* from ${unnestMessages(messages)}
      where exists (select from unchanged)
    ), revision as (
      update company_revisions set rev = rev + 1 where exists (select from unchanged) returning rev
    ), updated as (
      update session_states s set
        ${stateAssignments},
        unanswered_at = case when n.unanswered_seq is not null then coalesce(s.unanswered_at, now()) end,
        rev = (select rev from revision)
      from next n where s.session_id = n.session_id and exists (select from unchanged)
    )
    select pg_current_xact_id()::xid::text as version from unchanged`
  return row?.version ?? null
}

export type SendKey = { sessionId: string; senderKind: SenderKind; senderId: string; clientId: string }

export function findMessagesByKey(sql: Sql, keys: SendKey[]): Promise<StoredMessage[]> {
  return sql<StoredMessage>`
    select ${messageColumns} from messages m
    join unnest(${keys.map((key) => key.sessionId)}::uuid[], ${keys.map((key) => key.senderKind)}::text[],
      ${keys.map((key) => key.senderId)}::uuid[], ${keys.map((key) => key.clientId)}::text[])
      as k (session_id, sender_kind, sender_id, client_id)
      on k.session_id = m.session_id and k.sender_kind = m.sender_kind and k.sender_id = m.sender_id
        and k.client_id = m.client_id`
}

export type MessageRange = { sessionId: string; fromSeq: number; toSeq: number }

/** Marks the visitor's messages of a range as waiting for the team. `language` is that of the visitor. */
export async function markMessagesPending(
  sql: Sql,
  { sessionId, fromSeq, toSeq }: MessageRange,
  language: Language,
): Promise<Message[]> {
  const meta = JSON.stringify({ pending: 'team', language } satisfies MessageMeta)
  const rows = await sql<StoredMessage>`
    update messages m set meta = m.meta || ${meta}::jsonb
    where m.session_id = ${sessionId} and m.seq between ${fromSeq} and ${toSeq} and m.sender_kind = 'visitor'
    returning ${messageColumns}`
  return rows.map(toMessage).sort((one, other) => one.seq - other.seq)
}

/** Removes the mark that a message of the visitor waits for the team. */
export async function clearMessagePending(sql: Sql, sessionId: string, seq: number): Promise<Message | null> {
  const [cleared] = await sql<StoredMessage>`
    update messages m set meta = m.meta - 'pending'
    where m.session_id = ${sessionId} and m.seq = ${seq} and m.sender_kind = 'visitor' and m.meta ? 'pending'
    returning ${messageColumns}`
  return cleared ? toMessage(cleared) : null
}

/** The visitor's latest messages up to a seq that wait for the team, oldest first. */
export async function listPendingMessages(sql: Sql, sessionId: string, upToSeq: number): Promise<Message[]> {
  const rows = await sql<StoredMessage>`
    select ${messageColumns} from messages m
    where m.session_id = ${sessionId} and m.seq <= ${upToSeq} and m.sender_kind = 'visitor'
      and m.meta->>'pending' = 'team'
    order by m.seq desc limit ${maxPendingMessages}`
  return rows.map(toMessage).reverse()
}

const maxPendingMessages = 50

/** Stores the visitor's answer to suggestions. Null when the message is not suggestions of the AI. */
export async function setHelped(
  sql: Sql,
  sessionId: string,
  messageId: string,
  helped: boolean,
): Promise<{ message: Message; isChanged: boolean } | null> {
  const [stored] = await sql<StoredMessage>`
    select ${messageColumns} from messages m
    where m.session_id = ${sessionId} and m.id = ${messageId} and m.sender_kind = 'ai'
      and m.meta->>'kind' = 'suggestions'`
  if (!stored) return null
  if (stored.meta.helped === helped) return { message: toMessage(stored), isChanged: false }
  await sql`select increment_session_revisions(array[${sessionId}::uuid])`
  const changed = await sql`
    update messages set meta = meta || jsonb_build_object('helped', ${helped}::boolean)
    where session_id = ${sessionId} and id = ${messageId} and (meta->>'helped')::boolean is distinct from ${helped}::boolean
    returning id`
  return {
    message: toMessage({ ...stored, meta: { ...stored.meta, helped } }),
    isChanged: changed.length > 0,
  }
}

/**
 * Stores that the visitor opened a suggested page. Null when the message does not suggest it; `isChanged` is false when it is stored
 * already.
 */
export async function setOpened(
  sql: Sql,
  sessionId: string,
  { messageId, itemId }: { messageId: string; itemId: string },
): Promise<{ message: Message; isChanged: boolean } | null> {
  const [stored] = await sql<StoredMessage>`
    select ${messageColumns} from messages m
    where m.session_id = ${sessionId} and m.id = ${messageId} and m.sender_kind = 'ai'
      and m.meta->>'kind' = 'suggestions'`
  if (!stored?.meta.sources?.some((source) => source.itemId === itemId)) return null
  if (stored.meta.opened?.includes(itemId)) return { message: toMessage(stored), isChanged: false }
  await sql`select increment_session_revisions(array[${sessionId}::uuid])`
  const [changed] = await sql<StoredMessage>`
    update messages m set meta = jsonb_set(m.meta, '{opened}', coalesce(m.meta->'opened', '[]') || to_jsonb(${itemId}::text))
    where m.session_id = ${sessionId} and m.id = ${messageId} and not coalesce(m.meta->'opened' ? ${itemId}, false)
    returning ${messageColumns}`
  return { message: toMessage(changed ?? stored), isChanged: changed !== undefined }
}

type Range = { limit: number; before?: number; after?: number }

/** Messages of a conversation, oldest first: the newest `limit`, or the `limit` before or after a seq. */
export async function listMessages(
  sql: Sql,
  sessionId: string,
  { limit, before, after }: Range,
): Promise<{ messages: Message[]; hasMore: boolean }> {
  const forward = after !== undefined
  const rows = await sql<StoredMessage>`
    select ${messageColumns} from messages m
    where m.session_id = ${sessionId}
      ${after === undefined ? empty : fragment`and m.seq > ${after}`}
      ${before === undefined ? empty : fragment`and m.seq < ${before}`}
    order by m.seq ${forward ? fragment`asc` : fragment`desc`}
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

/** A message without the metadata that is for staff only, such as model, latency and hand-over reason. Visitors see each source once. */
export function toVisitorMessage(message: Message): Message {
  const { autoReply, language, sources, agentName, kind, fields, feedback, pending, helped, channel } =
    message.meta
  const distinctSources = sources && getDistinctSources(sources)
  const meta = {
    autoReply,
    language,
    sources: distinctSources,
    agentName,
    kind,
    fields,
    feedback,
    pending,
    helped,
    channel,
  }
  return { ...message, meta: omitUndefined(meta) }
}

function omitUndefined<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T
}

const stateColumns = createSelectList(stateFields)

/** Locks conversations in the order of their ids, so that two batches cannot deadlock. */
export function lockStates(sql: Sql, sessionIds: string[]): Promise<SessionState[]> {
  return sql.prepared<SessionState>`
    select ${stateColumns} from unnest((select ${sessionIds}::uuid[])) n (session_id)
    join session_states s on s.session_id = n.session_id
    order by s.session_id for update of s`
}

export async function findState(sql: Sql, sessionId: string): Promise<SessionState | null> {
  const [state] =
    await sql.prepared<SessionState>`select ${stateColumns} from session_states s where s.session_id = ${sessionId}`
  return state ?? null
}

/** The state of the visitor's active conversation. */
export async function findActiveState(sql: Sql, visitorId: string): Promise<SessionState | null> {
  const [state] = await sql.prepared<SessionState>`
    select ${stateColumns} from session_states s where s.visitor_id = ${visitorId} and s.status = 'active'`
  return state ?? null
}
