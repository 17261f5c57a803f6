import type { SavedReply } from '@aichat/contracts/saved-replies'
import type { Sql } from '../kit/db.ts'

export function listSavedReplies(sql: Sql): Promise<SavedReply[]> {
  return sql<SavedReply>`select id, name, text from saved_replies order by lower(name), id`
}

export async function findSavedReply(sql: Sql, id: string): Promise<SavedReply | null> {
  const [reply] = await sql<SavedReply>`select id, name, text from saved_replies where id = ${id}`
  return reply ?? null
}

/** False when the company has as many as it may. */
export async function addSavedReply(
  sql: Sql,
  companyId: string,
  reply: SavedReply,
  most: number,
): Promise<boolean> {
  const rows = await sql`
    insert into saved_replies (id, company_id, name, text)
    select ${reply.id}, ${companyId}, ${reply.name}, ${reply.text}
    where (select count(*) from saved_replies) < ${most} returning id`
  return rows.length > 0
}

export async function changeSavedReply(sql: Sql, { id, name, text }: SavedReply): Promise<void> {
  await sql`update saved_replies set name = ${name}, text = ${text}, updated_at = now() where id = ${id}`
}

export async function removeSavedReply(sql: Sql, id: string): Promise<void> {
  await sql`delete from saved_replies where id = ${id}`
}
