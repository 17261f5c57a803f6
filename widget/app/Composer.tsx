import type { KeyboardEvent, Ref } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { SendIcon } from './icons.tsx'
import { createTyping } from './typing.ts'
import { words } from './words.ts'

const longestMessage = 4000

type ComposerProps = {
  isInert: boolean
  fieldRef: Ref<HTMLTextAreaElement>
  onSend: (text: string) => void
  onTyping: (isTyping: boolean) => void
}

export function Composer({ isInert, fieldRef, onSend, onTyping }: ComposerProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement | null>(null)
  const tell = useRef(onTyping)
  tell.current = onTyping
  const [typing] = useState(() => createTyping((isTyping) => tell.current(isTyping), Date.now))

  useEffect(() => typing.stop, [typing])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what the height follows.
  useLayoutEffect(() => {
    const node = field.current
    if (!node) return
    node.style.height = 'auto'
    node.style.height = `${node.scrollHeight}px`
  }, [text])

  function send() {
    const trimmed = text.trim()
    if (!trimmed || isInert) return
    onSend(trimmed)
    setText('')
    typing.stop()
    field.current?.focus()
  }

  function noteKey(event: KeyboardEvent) {
    // While an input method composes, Enter chooses a word (229 is how Safari says so).
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
      return
    event.preventDefault()
    send()
  }

  function noteInput(value: string) {
    setText(value)
    if (value.trim()) typing.noteInput()
    else typing.stop()
  }

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <textarea
        ref={(node) => {
          field.current = node
          if (typeof fieldRef === 'function') fieldRef(node)
          else if (fieldRef) fieldRef.current = node
        }}
        rows={1}
        dir="auto"
        aria-label={words.message}
        placeholder={isInert ? words.previewOnly : words.messagePlaceholder}
        maxLength={longestMessage}
        disabled={isInert}
        value={text}
        onChange={(event) => noteInput(event.currentTarget.value)}
        onKeyDown={noteKey}
        onBlur={() => typing.stop()}
      />
      <button type="submit" className="send" aria-label={words.send} disabled={isInert || !text.trim()}>
        <SendIcon />
      </button>
    </form>
  )
}
