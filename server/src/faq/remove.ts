import type { Sql } from '../kit/db/db.ts'
import { removeFaqItem } from '../knowledge/store.ts'
import { lockProject } from '../projects/store.ts'
import { listFaqs, removeFaq, renumber } from './store.ts'

/** Deletes an FAQ and renumbers the others. Returns the knowledge item that was synced from it, deleted as well. */
export async function removeFaqAndItem(
  sql: Sql,
  projectId: string,
  id: string,
): Promise<{ id: string; title: string } | null> {
  await lockProject(sql, projectId)
  const item = await removeFaqItem(sql, projectId, id)
  await removeFaq(sql, projectId, id)
  const rest = await listFaqs(sql, projectId)
  await renumber(
    sql,
    projectId,
    rest.map((faq) => faq.id),
  )
  return item
}
