import { type Faq, faqSentences } from '@aichat/contracts/ai/faq'
import type { Sql } from '../kit/db/db.ts'
import { refuse } from '../kit/http/refusal.ts'
import { lockProject } from '../projects/store.ts'
import { listFaqs, renumber } from './store.ts'

/** The order must name each FAQ of the project exactly once; otherwise the request fails. */
export async function reorderFaqs(sql: Sql, projectId: string, order: string[]): Promise<Faq[]> {
  await lockProject(sql, projectId)
  const remaining = new Set((await listFaqs(sql, projectId)).map((faq) => faq.id))
  const isComplete = order.length === remaining.size && order.every((id) => remaining.delete(id))
  if (!isComplete) refuse(400, faqSentences.order, 'order')
  await renumber(sql, projectId, order)
  return listFaqs(sql, projectId)
}
