import type { SavedReply } from '@aichat/contracts/saved-replies'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Door } from '../kit/http/serve.ts'
import { findSavedReply } from './store.ts'

/** The door of :savedReplyId. */
export function savedReplyDoor({ db }: Pick<App, 'db'>): Door<SavedReply> {
  return async (caller, { savedReplyId }) =>
    isId(savedReplyId) ? db.company(caller.companyId, (sql) => findSavedReply(sql, savedReplyId)) : null
}
