import type { VisitorSession } from '@aichat/contracts/visitors'
import type { Sql } from '../kit/db.ts'

export type Visitor = { id: string; companyId: string; projectId: string }

/** In the lookup scope: a token's hash leads to its visitor in whichever company. */
export async function visitorOfToken(sql: Sql, tokenHash: string): Promise<Visitor | null> {
  const [visitor] = await sql<Visitor>`
    select id, company_id as "companyId", project_id as "projectId" from visitors where token_hash = ${tokenHash}`
  return visitor ?? null
}

/** Where the visitor says to be: shown to agents, and believed by nobody. */
export type Visit = { pageUrl: string | null; referrer: string | null; locale: string | null }

export async function addVisitor(
  sql: Sql,
  visitor: Visitor & { tokenHash: string },
  visit: Visit,
): Promise<void> {
  await sql`
    insert into visitors (id, company_id, project_id, token_hash, page_url, referrer, locale)
    values (${visitor.id}, ${visitor.companyId}, ${visitor.projectId}, ${visitor.tokenHash}, ${visit.pageUrl},
      ${visit.referrer}, ${visit.locale})`
}

export async function noteVisit(sql: Sql, id: string, visit: Visit): Promise<void> {
  await sql`
    update visitors set last_seen_at = now(), page_url = coalesce(${visit.pageUrl}, page_url),
      referrer = coalesce(${visit.referrer}, referrer), locale = coalesce(${visit.locale}, locale)
    where id = ${id}`
}

export type CurrentSession = VisitorSession & { prechatRequested: boolean }

/** The visitor's running conversation, or the last one that was not archived. */
export async function currentSession(sql: Sql, visitorId: string): Promise<CurrentSession | null> {
  const [session] = await sql<CurrentSession>`
    select s.session_id as "sessionId", s.status, s.last_seq as "lastSeq", s.prechat_requested as "prechatRequested"
    from sessions d join session_states s on s.session_id = d.id
    where d.visitor_id = ${visitorId} and s.status <> 'archived'
    order by (s.status = 'active') desc, s.last_message_at desc limit 1`
  return session ?? null
}

/** Holds the visitor for the transaction: two tabs that begin at once find one conversation. */
export async function lockVisitor(sql: Sql, visitorId: string): Promise<void> {
  await sql`select from visitors where id = ${visitorId} for update`
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
    insert into sessions (id, company_id, project_id, visitor_id, visitor_name, visitor_email, visitor_phone,
      page_url, referrer, release_number)
    select ${session.id}, ${session.companyId}, ${session.projectId}, v.id, v.name, v.email, v.phone, v.page_url,
      v.referrer, ${session.releaseNumber}
    from visitors v where v.id = ${session.visitorId}`
  await sql`
    insert into session_states (session_id, company_id, project_id, visitor_id, auto_reply, auto_reply_seconds)
    values (${session.id}, ${session.companyId}, ${session.projectId}, ${session.visitorId}, ${session.autoReply},
      ${session.autoReplySeconds})`
}

export type Contact = { name?: string; email?: string; phone?: string }

/** A submitted form names the visitor and the running conversation. Labels, never identity. */
export async function saveContact(
  sql: Sql,
  visitorId: string,
  sessionId: string,
  contact: Contact,
): Promise<void> {
  const { name = null, email = null, phone = null } = contact
  await sql`
    update visitors set name = coalesce(${name}, name), email = coalesce(${email}, email),
      phone = coalesce(${phone}, phone)
    where id = ${visitorId}`
  await sql`
    update sessions set visitor_name = coalesce(${name}, visitor_name),
      visitor_email = coalesce(${email}, visitor_email), visitor_phone = coalesce(${phone}, visitor_phone)
    where id = ${sessionId}`
}
