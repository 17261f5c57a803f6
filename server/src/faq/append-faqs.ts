import { type Faq, type FaqFields, faqLimits, faqSentences } from '@aichat/contracts/ai/faq'
import type { Sql } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { refuse } from '../kit/http/refusal.ts'
import { lockProject } from '../projects/store.ts'
import { addFaqs, listFaqs } from './store.ts'

type Scope = { companyId: string; projectId: string }

/** Appends FAQs in the given order. */
export async function appendFaqs(sql: Sql, scope: Scope, drafts: FaqFields[]): Promise<Faq[]> {
  await lockProject(sql, scope.projectId)
  const before = await listFaqs(sql, scope.projectId)
  if (before.length + drafts.length > faqLimits.maxPerProject) refuse(409, faqSentences.tooMany)
  const last = before.at(-1)?.order ?? 0
  const added = drafts.map((draft, index) => ({ id: newId(), ...draft, order: last + index + 1 }))
  await addFaqs(sql, scope, added)
  return added
}
