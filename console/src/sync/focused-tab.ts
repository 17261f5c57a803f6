import { getFlags, raiseFlag } from '../kit/browser/tabs.ts'
import { getOpenSessionId, subscribeToOpenSession } from './open-session.ts'

const prefix = 'focused tab '

/** Announces to the other tabs while this one has the focus, with the conversation that it shows. Returns the function that stops it. */
export function announceFocus() {
  let lower = () => {}
  function update() {
    lower()
    lower = document.hasFocus() ? raiseFlag(prefix + (getOpenSessionId() ?? '')) : () => {}
  }
  update()
  window.addEventListener('focus', update)
  window.addEventListener('blur', update)
  const unsubscribe = subscribeToOpenSession(update)
  return () => {
    lower()
    window.removeEventListener('focus', update)
    window.removeEventListener('blur', update)
    unsubscribe()
  }
}

/** Whether the user is in one of the console's tabs. */
export async function isAnyTabFocused(): Promise<boolean> {
  return document.hasFocus() || (await getFlags()).some((flag) => flag.startsWith(prefix))
}

/** Whether the user has the conversation in front of them, in one of the console's tabs. */
export async function isSessionInFocus(sessionId: string): Promise<boolean> {
  if (document.hasFocus() && getOpenSessionId() === sessionId) return true
  return (await getFlags()).includes(prefix + sessionId)
}
