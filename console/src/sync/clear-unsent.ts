import { getCurrentUser } from '../kit/http/auth-storage.ts'
import { outbox } from './send-message.ts'

const storageKey = 'writer'

/** Discards drafts and unsent messages of another user of this tab: they would be sent in this user's name. */
export function clearUnsentOfPreviousUser() {
  const userId = getCurrentUser()?.id
  if (!userId || sessionStorage.getItem(storageKey) === userId) return
  outbox.clear()
  sessionStorage.clear()
  sessionStorage.setItem(storageKey, userId)
}
