import { log } from '../kit/log.ts'
import { markRead } from './queries.ts'

let open: string | null = null

export function openSessionId() {
  return open
}

/** Answers the function that closes it again. */
export function openSession(sessionId: string) {
  open = sessionId
  return () => {
    if (open === sessionId) open = null
  }
}

/** Read means seen: a conversation that stays open in a hidden tab is marked when the tab is looked at. */
export function markReadWhenSeen(sessionId: string) {
  if (document.visibilityState === 'visible') {
    markRead(sessionId).catch((error) => log('Not marked read', error))
    return
  }
  function seen() {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', seen)
    if (open === sessionId) markReadWhenSeen(sessionId)
  }
  document.addEventListener('visibilitychange', seen)
}
