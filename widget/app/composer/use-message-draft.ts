import type { Attachment } from '@aichat/contracts/chat/attachments'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Files } from '../chat/files.ts'
import { createTyping } from './typing.ts'
import { useUploads } from './use-uploads.ts'

export const maxMessageLength = 4000

export type MessageDraftOptions = {
  isInert: boolean
  onSend: (text: string, attachments: readonly Attachment[]) => void
  onTyping: (isTyping: boolean) => void
  onUpload: Files['upload']
}

/** The text and files of the message being written. The field grows with the text. */
export function useMessageDraft({ isInert, onSend, onTyping, onUpload }: MessageDraftOptions) {
  const [text, setText] = useState('')
  const { uploads, add, remove, clear } = useUploads(onUpload)
  const field = useRef<HTMLTextAreaElement | null>(null)
  const latestOnTyping = useRef(onTyping)
  latestOnTyping.current = onTyping
  const [typing] = useState(() => createTyping((isTyping) => latestOnTyping.current(isTyping), Date.now))

  useEffect(() => typing.stop, [typing])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const node = field.current
    if (!node) return
    node.style.height = 'auto'
    node.style.height = `${node.scrollHeight}px`
  }, [text])

  const attachments = uploads.map(({ attachment }) => attachment).filter((one) => one !== null)
  const areUploadsComplete = uploads.every(({ attachment }) => attachment)
  const isTooLong = text.length > maxMessageLength
  const canSend =
    !isInert && !isTooLong && areUploadsComplete && (text.trim() !== '' || attachments.length > 0)

  function edit(value: string) {
    setText(value)
    if (value.trim()) typing.noteInput()
    else typing.stop()
  }

  return {
    text,
    field,
    uploads,
    canSend,
    isTooLong,
    edit,
    addFiles: add,
    removeFile: remove,
    stopTyping: typing.stop,
    send() {
      if (!canSend) return
      onSend(text.trim(), attachments)
      setText('')
      clear()
      typing.stop()
      field.current?.focus()
    },
    insert(emoji: string) {
      const { selectionStart: start, selectionEnd: end } = field.current!
      edit(text.slice(0, start) + emoji + text.slice(end))
      requestAnimationFrame(() => {
        field.current?.focus()
        field.current?.setSelectionRange(start + emoji.length, start + emoji.length)
      })
    },
  }
}
