import type { SavedReply } from '@aichat/contracts/saved-replies'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findSavedReply } from './store.ts'

/** Loads the saved reply of :savedReplyId. */
export function requireSavedReply({ db }: Pick<App, 'db'>): Guard<SavedReply> {
  return async (caller, { savedReplyId }) =>
    isId(savedReplyId) ? db.company(caller.companyId, (sql) => findSavedReply(sql, savedReplyId)) : null
}
