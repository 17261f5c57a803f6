import type { Sql } from '../kit/db/db.ts'

/** Keeps the draft and the live answers of a project as they are until the end of the transaction. */
export async function lockAnswers(sql: Sql, projectId: string): Promise<void> {
  await sql`select from answer_states where project_id = ${projectId} for update`
}

/** Removes items or FAQs from the draft and the live answers at once. */
export async function takeDown(
  sql: Sql,
  projectId: string,
  kind: 'item' | 'faq',
  ids: string[],
): Promise<void> {
  await sql`select take_down_entries(${projectId}, ${kind}, ${ids}::uuid[])`
}
