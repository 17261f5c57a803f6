import type { Sql } from '../kit/db/db.ts'
import type { Visitor } from './store.ts'

export type ConversationLink = Required<Visitor>

/** `now` and `expiresAt` are ISO times. Removes expired links of the company, too. */
export async function addConversationLink(
  sql: Sql,
  { id, companyId, projectId, linkedSessionId }: ConversationLink,
  { tokenHash, expiresAt, now }: { tokenHash: string; expiresAt: string; now: string },
): Promise<void> {
  await sql`delete from conversation_links where expires_at <= ${now}::timestamptz`
  await sql`
    insert into conversation_links (company_id, project_id, visitor_id, session_id, token_hash, expires_at)
    values (${companyId}, ${projectId}, ${id}, ${linkedSessionId}, ${tokenHash}, ${expiresAt})`
}

/** Runs in the lookup scope: finds the visitor of a link in any company. */
export async function findVisitorByLink(
  sql: Sql,
  tokenHash: string,
  now: string,
): Promise<ConversationLink | null> {
  const [visitor] = await sql<ConversationLink>`
    select visitor_id as id, company_id as "companyId", project_id as "projectId", session_id as "linkedSessionId"
    from conversation_links where token_hash = ${tokenHash} and expires_at > ${now}::timestamptz`
  return visitor ?? null
}
