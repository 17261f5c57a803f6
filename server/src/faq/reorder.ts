import { type Faq, faqSentences } from '@aichat/contracts/faq'
import type { Sql } from '../kit/db/db.ts'
import { refuse } from '../kit/http/refusal.ts'
import { lockProject } from '../projects/store.ts'
import { listFaqs, removeFaq, renumber } from './store.ts'

/** The order must name each FAQ of the project exactly once; otherwise the request fails. */
export async function reorderFaqs(sql: Sql, projectId: string, order: string[]): Promise<Faq[]> {
  await lockProject(sql, projectId)
  const remaining = new Set((await listFaqs(sql, projectId)).map((faq) => faq.id))
  const isComplete = order.length === remaining.size && order.every((id) => remaining.delete(id))
  if (!isComplete) refuse(400, faqSentences.order, 'order')
  await renumber(sql, projectId, order)
  return listFaqs(sql, projectId)
}

/** Deletes an FAQ and renumbers the others. */
export async function removeAndRenumber(sql: Sql, projectId: string, id: string): Promise<void> {
  await lockProject(sql, projectId)
  await removeFaq(sql, projectId, id)
  const rest = await listFaqs(sql, projectId)
  await renumber(
    sql,
    projectId,
    rest.map((faq) => faq.id),
  )
}
