import type { Faq } from '@aichat/contracts/ai/faq'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findFaq } from './store.ts'

/** Loads the FAQ of :faqId within its project. */
export const requireFaq: Guard<Faq> = (sql, { projectId, faqId }) =>
  isId(projectId) && isId(faqId) ? findFaq(sql, projectId, faqId) : null
