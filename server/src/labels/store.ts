import type { Label } from '@aichat/contracts/chat/labels'
import type { Sql } from '../kit/db/db.ts'

export function listLabels(sql: Sql): Promise<Label[]> {
  return sql<Label>`
    select id, name, tone from labels where deletion_requested_at is null order by lower(name), id`
}

export async function findLabel(sql: Sql, id: string): Promise<Label | null> {
  const [label] = await sql<Label>`
    select id, name, tone from labels where id = ${id} and deletion_requested_at is null`
  return label ?? null
}

/** Returns false when the company has reached the limit. */
export async function addLabel(
  sql: Sql,
  companyId: string,
  label: Label,
  maxLabels: number,
): Promise<boolean> {
  const rows = await sql`
    insert into labels (id, company_id, name, tone)
    select ${label.id}, ${companyId}, ${label.name}, ${label.tone}
    where (select count(*) from labels where deletion_requested_at is null) < ${maxLabels} returning id`
  return rows.length > 0
}

export async function updateLabel(sql: Sql, { id, name, tone }: Label): Promise<void> {
  await sql`update labels set name = ${name}, tone = ${tone} where id = ${id}`
}

/** Makes the label disappear. Its conversations lose it in batches. */
export async function markLabelForDeletion(sql: Sql, id: string): Promise<void> {
  await sql`update labels set deletion_requested_at = now() where id = ${id}`
}

/** In the lookup role: labels of any company that are marked for deletion. */
export function listLabelsToDelete(sql: Sql): Promise<{ id: string; companyId: string }[]> {
  return sql`select id, company_id as "companyId" from labels where deletion_requested_at is not null`
}

/**
 * Removes a label from some of its conversations, and deletes it when none is left. The conversations count as changed, so
 * that consoles sync them. Returns whether the label is deleted.
 */
export async function removeLabelBatch(sql: Sql, id: string, limit: number): Promise<boolean> {
  const rows = await sql<{ sessionId: string }>`
    select session_id as "sessionId" from session_labels where label_id = ${id} order by session_id limit ${limit}`
  const sessionIds = rows.map(({ sessionId }) => sessionId)
  await sql`select increment_session_revisions(${sessionIds}::uuid[])`
  await sql`delete from session_labels where label_id = ${id} and session_id = any(${sessionIds}::uuid[])`
  if (rows.length === limit) return false
  await sql`delete from labels where id = ${id}`
  return true
}

/** Adds or removes a label, and increments the revision of the conversation. */
export async function assignLabel(
  sql: Sql,
  { companyId, sessionId, labelId }: { companyId: string; sessionId: string; labelId: string },
  isOn: boolean,
): Promise<void> {
  await sql`select increment_session_revisions(array[${sessionId}::uuid])`
  if (isOn) {
    await sql`
      insert into session_labels (company_id, session_id, label_id) values (${companyId}, ${sessionId}, ${labelId})
      on conflict do nothing`
  } else {
    await sql`delete from session_labels where session_id = ${sessionId} and label_id = ${labelId}`
  }
}
