import part from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'

export type StoredFile = { id: string; name: string; mime: string; bucket: string; key: string; size: number }

/** Who may send an uploaded attachment: a team member in one conversation, or a visitor. */
type AttachmentOwner = { sessionId: string; userId: string } | { visitorId: string }

/** The purpose of a file: knowledge, a logo or an attachment of a project, or a saved reply of the company. */
export type FileScope =
  | { companyId: string; projectId: string; owner?: AttachmentOwner; purpose?: 'logo' }
  | { companyId: string; projectId: null; owner: { userId: string } }

/** The size of a company's files. Locks the company, so that concurrent uploads do not exceed its quota together. */
export async function sumFileBytes(sql: Sql, companyId: string): Promise<number> {
  await sql`select company_id from companies where company_id = ${companyId} for no key update`
  const [sum] = await sql<{ bytes: number }>`
    select coalesce(sum(size), 0)::bigint as bytes from files
    where company_id = ${companyId} and deletion_requested_at is null`
  return sum?.bytes ?? 0
}

/** Call it before storing the content, so that the sweep finds the object after a crash. */
export async function addFile(sql: Sql, scope: FileScope, file: StoredFile): Promise<void> {
  const { companyId, projectId, owner } = scope
  const { sessionId = null, userId = null, visitorId = null } = (owner ?? {}) as Record<string, string | null>
  const purpose = getPurpose(scope)
  await sql`
    insert into files (id, company_id, project_id, name, mime, bucket, key, size, purpose, session_id, user_id,
      visitor_id)
    values (${file.id}, ${companyId}, ${projectId}, ${file.name}, ${file.mime}, ${file.bucket}, ${file.key},
      ${file.size}, ${purpose}, ${sessionId}, ${userId}, ${visitorId})`
}

function getPurpose(scope: FileScope): 'saved_reply' | 'attachment' | 'logo' | 'knowledge' {
  if (scope.projectId === null) return 'saved_reply'
  return scope.owner ? 'attachment' : (scope.purpose ?? 'knowledge')
}

/** Returns false when the project was deleted in the meantime. */
export async function markStored(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`
    update files set stored_at = now()
    where id = ${id} and (project_id is not null or purpose = 'saved_reply') and deletion_requested_at is null returning id`
  return rows.length > 0
}

/** Assigns an uploaded file to a knowledge item; null when it does not exist or is already used. */
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

/** Locks uploaded attachments, so that two messages cannot use the same one. */
export function lockUnusedAttachments(sql: Sql, ids: string[]): Promise<UnusedAttachment[]> {
  return sql<UnusedAttachment>`
    select id, name, mime, bucket, key, size, project_id as "projectId", session_id as "sessionId",
      user_id as "userId", visitor_id as "visitorId"
    from files
    where id = any(${ids}::uuid[]) and purpose = 'attachment' and project_id is not null
      and stored_at is not null and used_at is null and deletion_requested_at is null
    order by id for update`
}

/** Assigns uploaded attachments to a conversation; no other message can use them afterward. */
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

/** An attachment of a message of the conversation. */
export async function findAttachment(sql: Sql, sessionId: string, id: string): Promise<StoredFile | null> {
  const [file] = await sql<StoredFile>`
    select id, name, mime, bucket, key, size from files
    where id = ${id} and session_id = ${sessionId} and purpose = 'attachment' and used_at is not null
      and deletion_requested_at is null`
  return file ?? null
}

/** An attachment of a message in any conversation of the visitor; for the holder of a link, in the linked one. */
export async function findVisitorAttachment(
  sql: Sql,
  visitor: { id: string; linkedSessionId?: string },
  id: string,
): Promise<StoredFile | null> {
  const [file] = await sql<StoredFile>`
    select f.id, f.name, f.mime, f.bucket, f.key, f.size from files f join sessions d on d.id = f.session_id
    where f.id = ${id} and d.visitor_id = ${visitor.id} and d.id = coalesce(${visitor.linkedSessionId ?? null}, d.id)
      and f.purpose = 'attachment' and f.used_at is not null and f.deletion_requested_at is null`
  return file ?? null
}

/** A file of the given saved reply, or of any saved reply of the company. */
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
 * Replaces the files of a saved reply, in this order. Each must be a current file of the reply or an unused upload of
 * the user; otherwise it returns false, and the caller must roll back.
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

/**
 * A file that is marked for deletion, has lost its owner, or was not used in time. A used logo has no owner: the draft or a release
 * names it.
 */
function isRemovable(unusedHours: number) {
  return part`
    (deletion_requested_at is not null or (project_id is null and purpose <> 'saved_reply')
      or (used_at is not null and purpose <> 'logo' and item_id is null and session_id is null
        and saved_reply_id is null)
      or (used_at is null and created_at < now() - make_interval(hours => ${unusedHours})))`
}

export type Orphan = { id: string; companyId: string }

/** In the lookup role, across companies: removable files of a bucket whose removal is not postponed. */
export function listOrphans(sql: Sql, bucket: string, unusedHours: number, limit: number): Promise<Orphan[]> {
  return sql<Orphan>`
    select id, company_id as "companyId" from files
    where bucket = ${bucket} and (removal_retry_at is null or removal_retry_at <= now())
      and ${isRemovable(unusedHours)}
    order by created_at limit ${limit}`
}

/** Prevents further use of a file and returns its key; null when the file is in use. */
export async function markForDeletion(sql: Sql, id: string, unusedHours: number): Promise<string | null> {
  const [file] = await sql<{ key: string }>`
    update files set deletion_requested_at = coalesce(deletion_requested_at, now())
    where id = ${id} and ${isRemovable(unusedHours)} returning key`
  return file?.key ?? null
}

/** After a failed removal: the delay doubles with each failure, from one minute to about a day. */
export async function postponeRemoval(
  sql: Sql,
  id: string,
): Promise<{ failures: number; retryAt: string } | undefined> {
  const [postponed] = await sql<{ failures: number; retryAt: string }>`
    update files set removal_failures = removal_failures + 1,
      removal_retry_at = now() + interval '1 minute' * power(2, least(removal_failures, 10))
    where id = ${id} returning removal_failures as failures, removal_retry_at as "retryAt"`
  return postponed
}

/** Marks a file that could not be stored; the sweep deletes it. */
export async function markForDeletionNow(sql: Sql, id: string): Promise<void> {
  await sql`update files set deletion_requested_at = now() where id = ${id}`
}

export async function deleteFile(sql: Sql, id: string): Promise<void> {
  await sql`delete from files where id = ${id}`
}
