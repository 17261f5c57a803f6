import { useSyncExternalStore } from 'react'
import { createListeners } from '../kit/store.ts'

const storageKey = (sessionId: string) => `draft ${sessionId}`
const { subscribe, notify } = createListeners()

/** The text of an unsent message. It survives switching conversations and reloading the tab. */
export function useDraftText(sessionId: string) {
  const text = useSyncExternalStore(subscribe, () => getDraftText(sessionId))
  return [text, (next: string) => setDraftText(sessionId, next)] as const
}

/** Puts a text in front of the draft, on a line of its own. */
export function prependToDraft(sessionId: string, text: string) {
  const draft = getDraftText(sessionId)
  setDraftText(sessionId, draft ? `${text}\n${draft}` : text)
}

function getDraftText(sessionId: string): string {
  return sessionStorage.getItem(storageKey(sessionId)) ?? ''
}

function setDraftText(sessionId: string, text: string) {
  if (text) sessionStorage.setItem(storageKey(sessionId), text)
  else sessionStorage.removeItem(storageKey(sessionId))
  notify()
}
