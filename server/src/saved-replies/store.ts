import type { SavedReply } from '@aichat/contracts/chat/saved-replies'
import part from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'

const columns = part`
  r.id, r.name, r.text, coalesce((
    select json_agg(json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'size', f.size)
      order by f.position)
    from files f where f.saved_reply_id = r.id), '[]') as files`

export function listSavedReplies(sql: Sql): Promise<SavedReply[]> {
  return sql<SavedReply>`select ${columns} from saved_replies r order by lower(r.name), r.id`
}

export async function findSavedReply(sql: Sql, id: string): Promise<SavedReply | null> {
  const [reply] = await sql<SavedReply>`select ${columns} from saved_replies r where r.id = ${id}`
  return reply ?? null
}

type SavedReplyText = { id: string; name: string; text: string }

/** Returns false when the company has reached the limit. */
export async function addSavedReply(
  sql: Sql,
  companyId: string,
  reply: SavedReplyText,
  maxReplies: number,
): Promise<boolean> {
  const rows = await sql`
    insert into saved_replies (id, company_id, name, text)
    select ${reply.id}, ${companyId}, ${reply.name}, ${reply.text}
    where (select count(*) from saved_replies) < ${maxReplies} returning id`
  return rows.length > 0
}

/** Locks the row, so that concurrent changes run one after the other. Returns false when the reply was deleted. */
export async function updateSavedReply(sql: Sql, { id, name, text }: SavedReplyText): Promise<boolean> {
  const rows = await sql`
    update saved_replies set name = ${name}, text = ${text}, updated_at = now() where id = ${id} returning id`
  return rows.length > 0
}

/** The file sweep deletes its files. */
export async function removeSavedReply(sql: Sql, id: string): Promise<void> {
  await sql`delete from saved_replies where id = ${id}`
}
