import type { Sql } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { upsertFaqItem } from '../knowledge/store.ts'
import { lockProject } from '../projects/store.ts'
import { listFaqs } from './store.ts'

/** Upserts one knowledge item per FAQ and returns the number of items that were added or changed. */
export async function syncKnowledge(
  sql: Sql,
  scope: { companyId: string; projectId: string },
): Promise<number> {
  await lockProject(sql, scope.projectId)
  let upserted = 0
  for (const { id, question, answer } of await listFaqs(sql, scope.projectId)) {
    const item = { id: newId(), faqId: id, title: question, rawText: `${question}\n${answer}` }
    if (await upsertFaqItem(sql, scope, item)) upserted += 1
  }
  return upserted
}
