import type { SavedReply } from '@aichat/contracts/chat/saved-replies'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findSavedReply } from './store.ts'

/** Loads the saved reply of :savedReplyId. */
export const requireSavedReply: Guard<SavedReply> = (sql, { savedReplyId }) =>
  isId(savedReplyId) ? findSavedReply(sql, savedReplyId) : null
