import type { Sql } from '../kit/db/db.ts'

export type StoredFile = { id: string; name: string; mime: string; bucket: string; key: string; size: number }

/** Who may send an uploaded attachment: a member in one conversation, or a visitor. */
type AttachmentOwner = { sessionId: string; userId: string } | { visitorId: string }

/** What a file is for: knowledge of a project, a message in one, or a saved reply of the company. */
export type FileScope =
  | { companyId: string; projectId: string; owner?: AttachmentOwner }
  | { companyId: string; projectId: null; owner: { userId: string } }

/** Written before its content is, so that what a crash leaves in the storage is found. */
export async function addFile(sql: Sql, scope: FileScope, file: StoredFile): Promise<void> {
  const { companyId, projectId, owner } = scope
  const { sessionId = null, userId = null, visitorId = null } = (owner ?? {}) as Record<string, string | null>
  const purpose = projectId === null ? 'saved_reply' : owner ? 'attachment' : 'knowledge'
  await sql`
    insert into files (id, company_id, project_id, name, mime, bucket, key, size, purpose, session_id, user_id,
      visitor_id)
    values (${file.id}, ${companyId}, ${projectId}, ${file.name}, ${file.mime}, ${file.bucket}, ${file.key},
      ${file.size}, ${purpose}, ${sessionId}, ${userId}, ${visitorId})`
}

/** False when its project has gone meanwhile. */
export async function markStored(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`
    update files set stored_at = now()
    where id = ${id} and (project_id is not null or purpose = 'saved_reply') and deletion_requested_at is null returning id`
  return rows.length > 0
}

/** Gives an uploaded file of the project to an item; null when there is none, or it has been used. */
export async function claimFile(
  sql: Sql,
  projectId: string,
  { bucket, key }: { bucket: string; key: string },
  itemId: string,
): Promise<StoredFile | null> {
  const [file] = await sql<StoredFile>`
    update files set item_id = ${itemId}, used_at = now()
    where project_id = ${projectId} and bucket = ${bucket} and key = ${key}
      and purpose = 'knowledge' and stored_at is not null and used_at is null and deletion_requested_at is null
    returning id, name, mime, bucket, key, size`
  return file ?? null
}

export async function findUnusedFile(
  sql: Sql,
  projectId: string,
  { bucket, key }: { bucket: string; key: string },
): Promise<StoredFile | null> {
  const [file] = await sql<StoredFile>`
    select id, name, mime, bucket, key, size from files
    where project_id = ${projectId} and bucket = ${bucket} and key = ${key}
      and purpose = 'knowledge' and stored_at is not null and used_at is null and deletion_requested_at is null`
  return file ?? null
}

export type UnusedAttachment = StoredFile & {
  projectId: string
  sessionId: string | null
  userId: string | null
  visitorId: string | null
}

/** Attachments that wait for a message, held for the transaction: two messages cannot carry one of them. */
export function lockUnusedAttachments(sql: Sql, ids: string[]): Promise<UnusedAttachment[]> {
  return sql<UnusedAttachment>`
    select id, name, mime, bucket, key, size, project_id as "projectId", session_id as "sessionId",
      user_id as "userId", visitor_id as "visitorId"
    from files
    where id = any(${ids}::uuid[]) and purpose = 'attachment' and project_id is not null
      and stored_at is not null and used_at is null and deletion_requested_at is null
    order by id for update`
}

/** From here on it belongs to the conversation, and to no other message. */
export async function claimAttachments(
  sql: Sql,
  used: readonly { id: string; sessionId: string }[],
): Promise<void> {
  await sql`
    update files f set used_at = now(), session_id = u.session_id
    from unnest(${used.map(({ id }) => id)}::uuid[], ${used.map(({ sessionId }) => sessionId)}::uuid[])
      as u (id, session_id)
    where f.id = u.id`
}

/** An attachment that a message of the conversation carries. */
export async function findAttachment(sql: Sql, sessionId: string, id: string): Promise<StoredFile | null> {
  const [file] = await sql<StoredFile>`
    select id, name, mime, bucket, key, size from files
    where id = ${id} and session_id = ${sessionId} and purpose = 'attachment' and used_at is not null
      and deletion_requested_at is null`
  return file ?? null
}

/** An attachment that a message of any of the visitor's own conversations carries. */
export async function findVisitorAttachment(
  sql: Sql,
  visitorId: string,
  id: string,
): Promise<StoredFile | null> {
  const [file] = await sql<StoredFile>`
    select f.id, f.name, f.mime, f.bucket, f.key, f.size from files f join sessions d on d.id = f.session_id
    where f.id = ${id} and d.visitor_id = ${visitorId} and f.purpose = 'attachment' and f.used_at is not null
      and f.deletion_requested_at is null`
  return file ?? null
}

/** A file that a saved reply of the company carries: of this one, or of any. */
export async function findSavedReplyFile(
  sql: Sql,
  id: string,
  savedReplyId?: string,
): Promise<StoredFile | null> {
  const [file] = await sql<StoredFile>`
    select id, name, mime, bucket, key, size from files
    where id = ${id} and saved_reply_id = coalesce(${savedReplyId ?? null}, saved_reply_id) and deletion_requested_at is null`
  return file ?? null
}

/**
 * Makes these all that a saved reply carries, in this order: its own, and uploads of the member's that wait for one.
 * False when any is neither; then the transaction must not be committed.
 */
export async function setSavedReplyFiles(
  sql: Sql,
  savedReplyId: string,
  userId: string,
  ids: string[],
): Promise<boolean> {
  const set = await sql`
    update files f set saved_reply_id = ${savedReplyId}, position = w.place, used_at = coalesce(f.used_at, now())
    from unnest(${ids}::uuid[]) with ordinality as w (id, place)
    where f.id = w.id and f.purpose = 'saved_reply' and f.stored_at is not null and f.deletion_requested_at is null
      and (f.saved_reply_id = ${savedReplyId} or (f.used_at is null and f.user_id = ${userId}))
    returning f.id`
  await sql`
    update files set saved_reply_id = null where saved_reply_id = ${savedReplyId} and id <> all(${ids}::uuid[])`
  return set.length === ids.length
}

export async function fileOfItem(sql: Sql, projectId: string, itemId: string): Promise<StoredFile | null> {
  const [file] = await sql<StoredFile>`
    select id, name, mime, bucket, key, size from files where project_id = ${projectId} and item_id = ${itemId}`
  return file ?? null
}

export type Orphan = { id: string; companyId: string }

/** Files in one place that nothing belongs to any more: asked in the lookup role, across companies. */
export function listOrphans(sql: Sql, bucket: string, unusedHours: number, limit: number): Promise<Orphan[]> {
  return sql<Orphan>`
    select id, company_id as "companyId" from files
    where bucket = ${bucket} and (
      deletion_requested_at is not null or (project_id is null and purpose <> 'saved_reply')
      or (used_at is not null and item_id is null and session_id is null and saved_reply_id is null)
      or (used_at is null and created_at < now() - make_interval(hours => ${unusedHours})))
    order by created_at limit ${limit}`
}

/** From here on nobody can begin to use it. Answers its key; null when somebody uses it. */
export async function markForDeletion(sql: Sql, id: string, unusedHours: number): Promise<string | null> {
  const [file] = await sql<{ key: string }>`
    update files set deletion_requested_at = coalesce(deletion_requested_at, now())
    where id = ${id} and (deletion_requested_at is not null or (project_id is null and purpose <> 'saved_reply')
      or (used_at is not null and item_id is null and session_id is null and saved_reply_id is null)
      or (used_at is null and created_at < now() - make_interval(hours => ${unusedHours})))
    returning key`
  return file?.key ?? null
}

/** For one that could not be stored: it is swept like any other that nobody uses. */
export async function markForDeletionNow(sql: Sql, id: string): Promise<void> {
  await sql`update files set deletion_requested_at = now() where id = ${id}`
}

export async function deleteFile(sql: Sql, id: string): Promise<void> {
  await sql`delete from files where id = ${id}`
}
