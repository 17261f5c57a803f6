import { createStore } from '../kit/store.ts'

const openId = createStore<string | null>(null)

/** The conversation that is on the screen. */
export const getOpenSessionId = openId.get
export const subscribeToOpenSession = openId.subscribe

/** Returns the function that marks the conversation as no longer open. */
export function setOpenSession(sessionId: string) {
  openId.set(sessionId)
  return () => {
    if (openId.get() === sessionId) openId.set(null)
  }
}
