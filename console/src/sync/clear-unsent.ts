import { getCurrentUser } from '../kit/auth-storage.ts'
import { outbox } from './send-message.ts'

const key = 'writer'

/** What somebody wrote in this tab and did not send is not for the next one, who would send it in their own name. */
export function forgetOtherWriters() {
  const writer = getCurrentUser()?.id
  if (!writer || sessionStorage.getItem(key) === writer) return
  outbox.clear()
  sessionStorage.clear()
  sessionStorage.setItem(key, writer)
}
