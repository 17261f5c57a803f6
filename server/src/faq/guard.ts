import type { Faq } from '@aichat/contracts/faq'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findFaq } from './store.ts'

/** Loads the FAQ of :faqId within its project. */
export function requireFaq({ db }: Pick<App, 'db'>): Guard<Faq> {
  return async (caller, { projectId, faqId }) =>
    isId(projectId) && isId(faqId)
      ? db.company(caller.companyId, (sql) => findFaq(sql, projectId, faqId))
      : null
}
