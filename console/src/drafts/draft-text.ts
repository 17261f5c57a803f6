import { useSyncExternalStore } from 'react'
import { createListeners } from '../kit/store.ts'

const messages = createDrafts('draft')
const notes = createDrafts('note draft')

/** The text of an unsent message. It survives switching conversations and reloading the tab. */
export function useDraftText(sessionId: string) {
  return useDraft(messages, sessionId)
}

/** The text of an unfinished private note, which survives the same. */
export function useNoteDraft(sessionId: string) {
  return useDraft(notes, sessionId)
}

/** Discards the draft of a note that has been stored. Text that was typed since then stays. */
export function clearStoredNote(sessionId: string, text: string) {
  if (notes.get(sessionId) === text) notes.set(sessionId, '')
}

/** Puts a text in front of the draft, on a line of its own. */
export function prependToDraft(sessionId: string, text: string) {
  const draft = messages.get(sessionId)
  messages.set(sessionId, draft ? `${text}\n${draft}` : text)
}

/** The text of an unsent message, outside of a component. */
export function getDraftText(sessionId: string): string {
  return messages.get(sessionId)
}

/** Drafts of one kind, one per conversation, in the tab's session storage. */
function createDrafts(kind: string) {
  const storageKey = (sessionId: string) => `${kind} ${sessionId}`
  const { subscribe, notify } = createListeners()

  function get(sessionId: string): string {
    return sessionStorage.getItem(storageKey(sessionId)) ?? ''
  }

  function set(sessionId: string, text: string) {
    if (text) sessionStorage.setItem(storageKey(sessionId), text)
    else sessionStorage.removeItem(storageKey(sessionId))
    notify()
  }

  return { get, set, subscribe }
}

function useDraft({ get, set, subscribe }: ReturnType<typeof createDrafts>, sessionId: string) {
  const text = useSyncExternalStore(subscribe, () => get(sessionId))
  return [text, (next: string) => set(sessionId, next)] as const
}
