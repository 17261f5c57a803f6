import type { Mention, Note } from '@aichat/contracts/chat/notes'
import part from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'

const noteColumns = part`
  n.id, n.session_id as "sessionId", jsonb_build_object('id', n.author_id, 'name', n.author_name) as author, n.text,
  coalesce((select jsonb_agg(m.user_id order by m.user_id) from mentions m where m.note_id = n.id), '[]') as mentions,
  n.created_at as "createdAt"`

export function listNotes(sql: Sql, sessionId: string): Promise<Note[]> {
  return sql<Note>`
    select ${noteColumns} from notes n where n.session_id = ${sessionId} order by n.created_at, n.id`
}

export async function findNote(sql: Sql, sessionId: string, id: string): Promise<Note | null> {
  const [note] = await sql<Note>`
    select ${noteColumns} from notes n where n.session_id = ${sessionId} and n.id = ${id}`
  return note ?? null
}

type NewNote = {
  id: string
  companyId: string
  sessionId: string
  authorId: string
  authorName: string
  text: string
}

/** Ignores mentions of the author and of users who are not active members. */
export async function addNote(sql: Sql, note: NewNote, mentioned: readonly string[]): Promise<void> {
  await sql`
    insert into notes (id, company_id, session_id, author_id, author_name, text)
    values (${note.id}, ${note.companyId}, ${note.sessionId}, ${note.authorId}, ${note.authorName}, ${note.text})`
  await sql`
    insert into mentions (company_id, note_id, user_id)
    select ${note.companyId}, ${note.id}, id from users
    where id = any(${mentioned}::uuid[]) and id <> ${note.authorId} and status = 'active'`
}

export async function removeNote(sql: Sql, id: string): Promise<void> {
  await sql`delete from notes where id = ${id}`
}

export async function listMentions(sql: Sql, userId: string, limit: number): Promise<Mention[]> {
  const rows = await sql<Note & { visitorName: string | null; isRead: boolean }>`
    select ${noteColumns}, d.visitor_name as "visitorName", mine.read_at is not null as "isRead"
    from mentions mine join notes n on n.id = mine.note_id join sessions d on d.id = n.session_id
    where mine.user_id = ${userId} order by n.created_at desc, n.id desc limit ${limit}`
  return rows.map(({ visitorName, isRead, ...note }) => ({ note, visitorName, isRead }))
}

export async function countUnreadMentions(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<{ unread: number }>`
    select count(*)::int as unread from mentions where user_id = ${userId} and read_at is null`
  return row?.unread ?? 0
}

export async function readMentions(sql: Sql, userId: string, sessionId: string): Promise<void> {
  await sql`
    update mentions m set read_at = now() from notes n
    where n.id = m.note_id and n.session_id = ${sessionId} and m.user_id = ${userId} and m.read_at is null`
}
