import { useState } from 'react'

const keyOf = (sessionId: string) => `draft ${sessionId}`

/** What is written but not sent, kept per conversation over switches and reloads of this tab. */
export function useDraft(sessionId: string) {
  const [text, setText] = useState(() => sessionStorage.getItem(keyOf(sessionId)) ?? '')
  function write(next: string) {
    setText(next)
    if (next) sessionStorage.setItem(keyOf(sessionId), next)
    else sessionStorage.removeItem(keyOf(sessionId))
  }
  return [text, write] as const
}
