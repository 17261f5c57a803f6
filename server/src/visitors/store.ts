import type { VisitorAttributes } from '@aichat/contracts/chat/sessions'
import type { VisitorContact, VisitorSession } from '@aichat/contracts/chat/visitors'
import part, { raw, type Sql as Statement } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import type { SenderKind } from '../messages/state-fields.ts'

export type Visitor = {
  id: string
  companyId: string
  projectId: string
  /** Set for the holder of a link to one conversation, who may see and change nothing else of the visitor. */
  linkedSessionId?: string
}

/** Runs in the lookup scope: finds the visitor of a token in any company. */
export async function findVisitorByTokenHash(sql: Sql, tokenHash: string): Promise<Visitor | null> {
  const [visitor] = await sql.prepared<Visitor>`
    select id, company_id as "companyId", project_id as "projectId" from visitors where token_hash = ${tokenHash}`
  return visitor ?? null
}

/** Sent by the visitor's browser: shown to agents, never used for decisions. */
export type Visit = {
  pageUrl: string | null
  referrer: string | null
  locale: string | null
  userAgent: string | null
}

export async function addVisitor(
  sql: Sql,
  visitor: Visitor & { tokenHash: string },
  visit: Visit,
): Promise<void> {
  await sql`
    insert into visitors (id, company_id, project_id, token_hash, page_url, referrer, locale,
      user_agent)
    values (${visitor.id}, ${visitor.companyId}, ${visitor.projectId}, ${visitor.tokenHash}, ${visit.pageUrl},
      ${visit.referrer}, ${visit.locale}, ${visit.userAgent})`
}

export async function setLastSeen(sql: Sql, id: string): Promise<void> {
  await sql`update visitors set last_seen_at = now() where id = ${id}`
}

const maxPreviousPages = 5

/** Each page is among the previous ones once. */
function toPage(pageUrl: string | null): Statement {
  const previous = part`array_remove(array_prepend(page_url, array_remove(previous_page_urls, page_url)), ${pageUrl}::text)`
  return part`
    page_url = coalesce(${pageUrl}, page_url),
    previous_page_urls = case when ${pageUrl}::text is null or page_url is null or page_url = ${pageUrl}
      then previous_page_urls else (${previous})[1:${raw(String(maxPreviousPages))}] end`
}

export async function updateVisit(sql: Sql, id: string, visit: Visit): Promise<void> {
  await sql`
    update visitors set last_seen_at = now(), ${toPage(visit.pageUrl)},
      referrer = coalesce(${visit.referrer}, referrer), locale = coalesce(${visit.locale}, locale),
      user_agent = coalesce(${visit.userAgent}, user_agent)
    where id = ${id}`
}

/** `isOnly`: the visitor has had no other conversation. `hasPending`: some of the last messages wait for the team. */
export type CurrentSession = VisitorSession & {
  prechatRequested: boolean
  hasPending: boolean
  isOnly: boolean
}

/** The linked conversation; otherwise the visitor's active conversation, or the most recent one that is not archived. */
export async function findCurrentSession(
  sql: Sql,
  { id, linkedSessionId }: Pick<Visitor, 'id' | 'linkedSessionId'>,
): Promise<CurrentSession | null> {
  const isCurrent = linkedSessionId ? part`d.id = ${linkedSessionId}` : part`s.status <> 'archived'`
  const [session] = await sql.prepared<CurrentSession>`
    select s.session_id as "sessionId", s.status, s.last_seq as "lastSeq",
      s.unread_count - s.marked_unread::int as unread, s.auto_reply as "autoReply",
      s.prechat_requested as "prechatRequested",
      s.unanswered_stretch is not distinct from 'pending' as "hasPending",
      not exists (select from sessions o where o.visitor_id = d.visitor_id and o.id <> d.id) as "isOnly"
    from sessions d join session_states s on s.session_id = d.id
    where d.visitor_id = ${id} and ${isCurrent}
    order by (s.status = 'active') desc, s.last_message_at desc limit 1`
  return session ?? null
}

/** The conversation of the visitor, archived ones included, in which a message of the visitor has been stored. */
export async function findSessionOfMessage(
  sql: Sql,
  { id, linkedSessionId }: Pick<Visitor, 'id' | 'linkedSessionId'>,
  senderKind: SenderKind,
  clientId: string,
): Promise<string | null> {
  const [message] = await sql.prepared<{ sessionId: string }>`
    select m.session_id as "sessionId" from sessions d join messages m on m.session_id = d.id
      and m.sender_kind = ${senderKind} and m.sender_id = ${id} and m.client_id = ${clientId}
    where d.visitor_id = ${id} and d.id = coalesce(${linkedSessionId ?? null}, d.id) limit 1`
  return message?.sessionId ?? null
}

/**
 * Locks the visitor until the transaction ends, so that two tabs create one conversation. False when the visitor has been
 * deleted.
 */
export async function lockVisitor(sql: Sql, visitorId: string): Promise<boolean> {
  const rows = await sql`select id from visitors where id = ${visitorId} for update`
  return rows.length > 0
}

export type NewSession = {
  id: string
  companyId: string
  projectId: string
  visitorId: string
  releaseNumber: number
  autoReply: boolean
  autoReplySeconds: number
}

export async function addSession(sql: Sql, session: NewSession): Promise<void> {
  await sql`
    with next as (
      insert into session_numbers as n (company_id, last_number) values (${session.companyId}, 1)
      on conflict (company_id) do update set last_number = n.last_number + 1 returning last_number
    )
    insert into sessions (id, company_id, project_id, visitor_id, number, visitor_name, visitor_email, visitor_phone,
      visitor_external_id, visitor_attributes, page_url, referrer, release_number)
    select ${session.id}, ${session.companyId}, ${session.projectId}, v.id, next.last_number, v.name, v.email, v.phone,
      v.external_id, v.attributes, v.page_url, v.referrer, ${session.releaseNumber}
    from visitors v, next where v.id = ${session.visitorId}`
  await sql`
    insert into session_states (session_id, company_id, project_id, visitor_id, auto_reply, auto_reply_delay_seconds)
    values (${session.id}, ${session.companyId}, ${session.projectId}, ${session.visitorId}, ${session.autoReply},
      ${session.autoReplySeconds})`
}

export type Contact = { name?: string; email?: string; phone?: string }

/** For the holder of a link, the contact details of the conversation. */
export async function getContact(
  sql: Sql,
  { id, linkedSessionId }: Pick<Visitor, 'id' | 'linkedSessionId'>,
): Promise<VisitorContact> {
  const [contact] = linkedSessionId
    ? await sql<VisitorContact>`
        select visitor_name as name, visitor_email as email, visitor_phone as phone
        from sessions where id = ${linkedSessionId} and visitor_id = ${id}`
    : await sql<VisitorContact>`select name, email, phone from visitors where id = ${id}`
  return contact ?? { name: null, email: null, phone: null }
}

/**
 * Stores the contact details of a submitted form for the visitor and the conversation; those from the holder of a link for the
 * conversation only. They are not an identity: a verified visitor keeps the name and email that the website signed.
 */
export async function saveFormContact(
  sql: Sql,
  { id: visitorId, linkedSessionId }: Pick<Visitor, 'id' | 'linkedSessionId'>,
  sessionId: string,
  contact: Contact,
): Promise<void> {
  const { name = null, email = null, phone = null } = contact
  if (linkedSessionId) {
    await sql`
      update sessions set
        visitor_name = case when visitor_external_id is null then coalesce(${name}, visitor_name) else visitor_name end,
        visitor_email = case when visitor_external_id is null then coalesce(${email}, visitor_email) else visitor_email end,
        visitor_phone = coalesce(${phone}, visitor_phone)
      where id = ${linkedSessionId} and id = ${sessionId}`
    return
  }
  await sql`
    update visitors set
      name = case when external_id is null then coalesce(${name}, name) else name end,
      email = case when external_id is null then coalesce(${email}, email) else email end,
      phone = coalesce(${phone}, phone)
    where id = ${visitorId}`
  await sql`
    update sessions d set visitor_name = v.name, visitor_email = v.email, visitor_phone = v.phone
    from visitors v where d.id = ${sessionId} and v.id = ${visitorId}`
}

/** The website's own id of this visitor, if the website has signed it. */
export async function getExternalId(sql: Sql, visitorId: string): Promise<string | null> {
  const [visitor] = await sql<{ externalId: string | null }>`
    select external_id as "externalId" from visitors where id = ${visitorId}`
  return visitor?.externalId ?? null
}

/** With an external id the contact is signed and replaces unsigned details. Without, it never replaces signed ones. */
export async function setContact(
  sql: Sql,
  visitorId: string,
  { name = null, email = null, phone = null }: Nullable<Contact>,
  externalId: string | null,
): Promise<void> {
  await sql`
    update visitors set
      name = case when ${externalId}::text is null then coalesce(${name}, name) else ${name} end,
      email = case when ${externalId}::text is null then coalesce(${email}, email) else ${email} end,
      phone = coalesce(${phone}, phone), external_id = coalesce(${externalId}, external_id)
    where id = ${visitorId} and (${externalId}::text is not null or external_id is null)`
  await touchActiveSession(sql, visitorId)
  await sql`
    update sessions d set visitor_name = v.name, visitor_email = v.email, visitor_phone = v.phone,
      visitor_external_id = v.external_id
    from visitors v, session_states s
    where v.id = ${visitorId} and d.visitor_id = v.id and s.session_id = d.id and s.status = 'active'`
}

type Nullable<Fields> = { [Name in keyof Fields]: Fields[Name] | null }

/** Increments the revision of the visitor's active conversation. The visitor must be locked before it. */
async function touchActiveSession(sql: Sql, visitorId: string): Promise<void> {
  await sql`
    select increment_session_revisions(array(
      select session_id from session_states where visitor_id = ${visitorId} and status = 'active'))`
}

/** Reads the attributes and locks the visitor, so that concurrent changes from two tabs are merged. */
export async function lockAttributes(sql: Sql, visitorId: string): Promise<VisitorAttributes> {
  const [visitor] = await sql<{ attributes: VisitorAttributes | null }>`
    select attributes from visitors where id = ${visitorId} for update`
  await touchActiveSession(sql, visitorId)
  return visitor?.attributes ?? {}
}

export async function setAttributes(
  sql: Sql,
  visitorId: string,
  attributes: VisitorAttributes,
): Promise<void> {
  const json = Object.keys(attributes).length > 0 ? JSON.stringify(attributes) : null
  await sql`update visitors set attributes = ${json}::jsonb where id = ${visitorId}`
  await sql`
    update sessions d set visitor_attributes = ${json}::jsonb from session_states s
    where d.visitor_id = ${visitorId} and s.session_id = d.id and s.status = 'active'`
}

/** False when the page is stored already. */
export async function setCurrentPage(sql: Sql, visitorId: string, pageUrl: string): Promise<boolean> {
  await sql`update visitors set last_seen_at = now(), ${toPage(pageUrl)} where id = ${visitorId}`
  await sql`
    select increment_session_revisions(array(
      select s.session_id from session_states s join sessions d on d.id = s.session_id
      where s.visitor_id = ${visitorId} and s.status = 'active' and d.page_url is distinct from ${pageUrl}))`
  const updated = await sql`
    update sessions d set page_url = ${pageUrl} from session_states s
    where d.visitor_id = ${visitorId} and s.session_id = d.id and s.status = 'active'
      and d.page_url is distinct from ${pageUrl} returning d.id`
  return updated.length > 0
}

export type ReadPosition = { sessionId: string; readSeq: number }

/** Null when the visitor has read as far already, or the conversation is another visitor's. */
export async function setReadPosition(
  sql: Sql,
  { id, linkedSessionId }: Pick<Visitor, 'id' | 'linkedSessionId'>,
  { sessionId, readSeq }: ReadPosition,
  readAt: string,
): Promise<{ visitorReadSeq: number; revision: number } | null> {
  const isFurther = part`
    d.id = ${sessionId} and d.id = coalesce(${linkedSessionId ?? null}, d.id) and d.visitor_id = ${id} and s.session_id = d.id
    and d.visitor_read_seq < least(${readSeq}::int, s.last_seq)`
  await sql`
    select increment_session_revisions(array(select d.id from sessions d, session_states s where ${isFurther}))`
  const [position] = await sql<{ visitorReadSeq: number; revision: number }>`
    update sessions d set visitor_read_seq = least(${readSeq}::int, s.last_seq), visitor_read_at = ${readAt}
    from session_states s where ${isFurther}
    returning d.visitor_read_seq as "visitorReadSeq", s.rev as revision`
  return position ?? null
}

export type Rating = { rating: number; comment: string }

export async function rateSession(sql: Sql, sessionId: string, { rating, comment }: Rating): Promise<void> {
  await sql`update sessions set rating = ${rating}, rating_comment = ${comment} where id = ${sessionId}`
}

/** False when the conversation has no such message from the company. */
export async function rateMessage(
  sql: Sql,
  sessionId: string,
  messageId: string,
  rating: Rating,
): Promise<boolean> {
  await sql`select increment_session_revisions(array[${sessionId}::uuid])`
  const rows = await sql`
    update messages set meta = meta || jsonb_build_object('feedback', ${JSON.stringify(rating)}::jsonb)
    where session_id = ${sessionId} and id = ${messageId} and sender_kind in ('agent', 'ai') returning id`
  return rows.length > 0
}
