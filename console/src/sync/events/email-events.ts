import { cache } from '../../kit/cache.ts'
import { subscribeToEvent } from '../../kit/http/socket.ts'

export const heldEmailsKey = ['held-emails'] as const

/** Loads the held emails again when their number changes. Returns the function that unsubscribes. */
export function subscribeToEmailEvents() {
  return subscribeToEvent('emails:held', () => {
    cache.invalidateQueries({ queryKey: heldEmailsKey })
  })
}
