import type { HoldReason, OriginalEmail } from '@aichat/contracts/chat/inbound-emails'
import type { Sql } from '../../kit/db/db.ts'

export type HeldEmailRow = {
  id: string
  sessionId: string
  visitorName: string | null
  visitorEmail: string | null
  fromAddress: string
  fromName: string | null
  subject: string
  replyText: string
  attachmentNames: string[]
  reason: HoldReason
  receivedAt: string
}

export async function countHeldEmails(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from inbound_emails where status = 'held'`
  return row?.count ?? 0
}

const maxExcerptLength = 2000

/** The newest first, with the beginning of their text. */
export function listHeldEmails(sql: Sql, limit: number): Promise<HeldEmailRow[]> {
  return sql<HeldEmailRow>`
    select e.id, e.session_id as "sessionId", d.visitor_name as "visitorName", d.visitor_email as "visitorEmail",
      e.from_address as "fromAddress", e.from_name as "fromName", e.subject, left(e.reply_text, ${maxExcerptLength}) as "replyText",
      e.attachment_names as "attachmentNames", e.reason, e.received_at as "receivedAt"
    from inbound_emails e join sessions d on d.id = e.session_id
    where e.status = 'held' order by e.received_at desc, e.id desc limit ${limit}`
}

export type HeldReference = { id: string; sessionId: string; reason: HoldReason }

/** Null when the email does not exist or is not held anymore. */
export async function findHeldEmail(sql: Sql, id: string): Promise<HeldReference | null> {
  const [row] = await sql<HeldReference>`
    select id, session_id as "sessionId", reason from inbound_emails where id = ${id} and status = 'held'`
  return row ?? null
}

/** Null for an email that was not stored, or is not held anymore. */
export async function readHeldSource(sql: Sql, id: string): Promise<Buffer | null> {
  const [row] = await sql<{ source: Buffer | null }>`
    select source from inbound_emails where id = ${id} and status = 'held'`
  return row?.source ?? null
}

export async function setAccepted(sql: Sql, id: string, messageId: string): Promise<void> {
  await sql`
    update inbound_emails set status = 'accepted', message_id = ${messageId}, source = null where id = ${id}`
}

export async function setDismissed(sql: Sql, id: string): Promise<void> {
  await sql`update inbound_emails set status = 'dismissed', source = null where id = ${id} and status = 'held'`
}

/** The email that a message was sent by. */
export async function findOriginalEmail(
  sql: Sql,
  sessionId: string,
  messageId: string,
): Promise<OriginalEmail | null> {
  const [row] = await sql<{
    fromAddress: string
    fromName: string | null
    subject: string
    text: string
    receivedAt: string
  }>`
    select from_address as "fromAddress", from_name as "fromName", subject, text, received_at as "receivedAt"
    from inbound_emails where session_id = ${sessionId} and message_id = ${messageId}`
  if (!row) return null
  const { fromAddress, fromName, ...rest } = row
  return { from: { address: fromAddress, name: fromName }, ...rest }
}

/** Deletes the emails of a sender in all conversations, and returns their number. Messages that they became stay. */
export async function removeEmailsFrom(sql: Sql, address: string): Promise<number> {
  const rows =
    await sql`delete from inbound_emails where lower(from_address) = lower(${address}) returning id`
  return rows.length
}
