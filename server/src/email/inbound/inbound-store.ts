import type { HoldReason } from '@aichat/contracts/chat/inbound-emails'
import type { Sql } from '../../kit/db/db.ts'

/** Runs in the lookup scope: the company of a conversation that was emailed. */
export async function findCompanyOfConversation(
  sql: Sql,
  sessionId: string,
): Promise<{ companyId: string } | null> {
  const [row] = await sql<{ companyId: string }>`
    select company_id as "companyId" from reply_emails where session_id = ${sessionId}`
  return row ?? null
}

export type EmailedConversation = {
  sessionId: string
  visitorId: string
  projectId: string
  visitorEmail: string | null
}

/** Null for a deleted conversation or project. */
export async function findConversationOfEmail(
  sql: Sql,
  sessionId: string,
): Promise<EmailedConversation | null> {
  const [conversation] = await sql<EmailedConversation>`
    select d.id as "sessionId", d.visitor_id as "visitorId", d.project_id as "projectId", d.visitor_email as "visitorEmail"
    from sessions d join projects p on p.id = d.project_id and p.deletion_requested_at is null
    where d.id = ${sessionId}`
  return conversation ?? null
}

export async function isEmailStored(sql: Sql, sessionId: string, key: string): Promise<boolean> {
  const rows = await sql`select from inbound_emails where session_id = ${sessionId} and key = ${key}`
  return rows.length > 0
}

/** Emails of a conversation that became messages since then, and those that are held. `since` is an ISO time. */
export async function countEmails(
  sql: Sql,
  sessionId: string,
  since: string,
): Promise<{ accepted: number; held: number }> {
  const [row] = await sql<{ accepted: number; held: number }>`
    select (count(*) filter (where status = 'accepted' and received_at > ${since}))::int as accepted,
      (count(*) filter (where status = 'held'))::int as held
    from inbound_emails where session_id = ${sessionId}`
  return row ?? { accepted: 0, held: 0 }
}

export type StoredEmail = {
  id: string
  companyId: string
  sessionId: string
  key: string
  from: { address: string; name: string | null }
  subject: string
  text: string
  replyText: string
  attachmentNames: string[]
  receivedAt: string
} & (
  | { status: 'accepted'; messageId: string }
  | { status: 'held'; reason: HoldReason; source: Buffer | null }
)

/** An email that another process has stored meanwhile stays. */
export async function addEmail(sql: Sql, email: StoredEmail): Promise<void> {
  const held = email.status === 'held' ? email : null
  const messageId = email.status === 'accepted' ? email.messageId : null
  await sql`
    insert into inbound_emails (id, company_id, session_id, key, status, reason, message_id, from_address, from_name, subject,
      text, reply_text, attachment_names, source, received_at)
    values (${email.id}, ${email.companyId}, ${email.sessionId}, ${email.key}, ${email.status}, ${held?.reason ?? null},
      ${messageId}, ${email.from.address}, ${email.from.name}, ${email.subject}, ${email.text}, ${email.replyText},
      ${email.attachmentNames}, ${held?.source ?? null}, ${email.receivedAt})
    on conflict (company_id, session_id, key) do nothing`
}
