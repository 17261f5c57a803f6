import type { Attachment } from '@aichat/contracts/attachments'
import type { KeyboardEvent, Ref } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { EmojiPicker } from './EmojiPicker.tsx'
import { accepted, type Files } from './files.ts'
import { AttachIcon, SendIcon } from './icons.tsx'
import { createTyping } from './typing.ts'
import { Uploads } from './Uploads.tsx'
import { useUploads } from './use-uploads.ts'
import { words } from './words.ts'

const longestMessage = 4000

type ComposerProps = {
  isInert: boolean
  fieldRef: Ref<HTMLTextAreaElement>
  onSend: (text: string, attachments: readonly Attachment[]) => void
  onTyping: (isTyping: boolean) => void
  onUpload: Files['upload']
}

export function Composer({ isInert, fieldRef, onSend, onTyping, onUpload }: ComposerProps) {
  const [text, setText] = useState('')
  const { uploads, add, remove, clear } = useUploads(onUpload)
  const chooser = useRef<HTMLInputElement>(null)
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

  const attachments = uploads.map(({ attachment }) => attachment).filter((one) => one !== null)
  const isWhole = uploads.every(({ attachment }) => attachment)
  const canSend = !isInert && isWhole && (text.trim() !== '' || attachments.length > 0)

  function send() {
    if (!canSend) return
    onSend(text.trim(), attachments)
    setText('')
    clear()
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

  function insert(emoji: string) {
    const { selectionStart: start, selectionEnd: end } = field.current!
    noteInput(text.slice(0, start) + emoji + text.slice(end))
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(start + emoji.length, start + emoji.length)
    })
  }

  function takeFiles(event: { preventDefault(): void }, files: FileList | undefined) {
    if (isInert || !files?.length) return
    event.preventDefault()
    add(files)
  }

  return (
    <form
      className="composer"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => takeFiles(event, event.dataTransfer?.files)}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Uploads uploads={uploads} onRemove={remove} />
      <div className="row">
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
          onPaste={(event) => takeFiles(event, event.clipboardData?.files)}
        />
        <EmojiPicker isInert={isInert} onPick={insert} />
        <input
          type="file"
          hidden
          multiple
          accept={accepted}
          ref={chooser}
          onChange={(event) => {
            add(event.currentTarget.files ?? [])
            event.currentTarget.value = ''
          }}
        />
        <button
          type="button"
          className="round"
          aria-label={words.attach}
          disabled={isInert}
          onClick={() => chooser.current?.click()}
        >
          <AttachIcon />
        </button>
        <button type="submit" className="send" aria-label={words.send} disabled={!canSend}>
          <SendIcon />
        </button>
      </div>
    </form>
  )
}
