import { useSyncExternalStore } from 'react'
import { createListeners } from '../kit/store.ts'

const keyOf = (sessionId: string) => `draft ${sessionId}`
const { subscribe, notify } = createListeners()

/** What is written but not sent, kept per conversation over switches and reloads of this tab. */
export function useDraft(sessionId: string) {
  const text = useSyncExternalStore(subscribe, () => draftOf(sessionId))
  return [text, (next: string) => keepDraft(sessionId, next)] as const
}

function draftOf(sessionId: string): string {
  return sessionStorage.getItem(keyOf(sessionId)) ?? ''
}

/** Gives words back to be changed, before what is being written now. */
export function putIntoDraft(sessionId: string, text: string) {
  const written = draftOf(sessionId)
  keepDraft(sessionId, written ? `${text}\n${written}` : text)
  document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Message"]')?.focus()
}

function keepDraft(sessionId: string, text: string) {
  if (text) sessionStorage.setItem(keyOf(sessionId), text)
  else sessionStorage.removeItem(keyOf(sessionId))
  notify()
}
