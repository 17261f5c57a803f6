import { type Faq, type FaqFields, faqLimits, faqSentences } from '@aichat/contracts/ai/faq'
import type { Sql } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { refuse } from '../kit/http/refusal.ts'
import { lockProject } from '../projects/store.ts'
import { addFaqs, listFaqs } from './store.ts'

type Scope = { companyId: string; projectId: string }

/** Appends FAQs in the given order and returns them as stored. */
export async function appendFaqs(sql: Sql, scope: Scope, drafts: FaqFields[]): Promise<Faq[]> {
  await lockProject(sql, scope.projectId)
  const before = await listFaqs(sql, scope.projectId)
  if (before.length + drafts.length > faqLimits.maxPerProject) refuse(409, faqSentences.tooMany)
  const added = drafts.map((draft) => ({ id: newId(), ...draft }))
  await addFaqs(sql, scope, added)
  const ids = new Set(added.map((faq) => faq.id))
  return (await listFaqs(sql, scope.projectId)).filter((faq) => ids.has(faq.id))
}
