import { useEffect, useRef, useState } from 'react'
import { useDraftText } from '../drafts/draft-text.ts'
import { useInboxStore } from '../sync/inbox-store.ts'

export type MessageField = ReturnType<typeof useMessageField>

/** The text of the message and the textarea that it is written in. */
export function useMessageField(sessionId: string) {
  const [text, setText] = useDraftText(sessionId)
  const [caret, setCaret] = useState(0)
  const area = useRef<HTMLTextAreaElement>(null)
  const focus = () => area.current?.focus()
  const { composerFocus } = useInboxStore()
  useEffect(() => composerFocus.register(sessionId, () => area.current?.focus()), [composerFocus, sessionId])

  function replaceRange(from: number, to: number, inserted: string) {
    setText(text.slice(0, from) + inserted + text.slice(to))
    focus()
    const end = from + inserted.length
    setCaret(end)
    requestAnimationFrame(() => area.current?.setSelectionRange(end, end))
  }

  function insertAtCaret(inserted: string) {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {}
    replaceRange(selectionStart, selectionEnd, inserted)
  }

  return {
    area,
    text,
    caret,
    setText,
    setCaret,
    focus,
    /** Replaces the whole text. */
    fill(next: string, takesFocus = true) {
      setText(next)
      if (takesFocus) focus()
    },
    replaceRange,
    insertAtCaret,
    /** Opens the saved replies. */
    insertSlash() {
      const before = text.slice(0, area.current?.selectionStart ?? text.length)
      insertAtCaret(before === '' || /\s$/.test(before) ? '/' : ' /')
    },
  }
}
