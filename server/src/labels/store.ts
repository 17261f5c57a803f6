import type { Label } from '@aichat/contracts/labels'
import type { Sql } from '../kit/db/db.ts'

export function listLabels(sql: Sql): Promise<Label[]> {
  return sql<Label>`select id, name, tone from labels order by lower(name), id`
}

export async function findLabel(sql: Sql, id: string): Promise<Label | null> {
  const [label] = await sql<Label>`select id, name, tone from labels where id = ${id}`
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
    where (select count(*) from labels) < ${maxLabels} returning id`
  return rows.length > 0
}

export async function updateLabel(sql: Sql, { id, name, tone }: Label): Promise<void> {
  await sql`update labels set name = ${name}, tone = ${tone} where id = ${id}`
}

/** Conversations with the label count as changed, so that consoles sync them. */
export async function removeLabel(sql: Sql, id: string): Promise<void> {
  await sql`select increment_session_revisions(array(select session_id from session_labels where label_id = ${id}))`
  await sql`delete from labels where id = ${id}`
}
