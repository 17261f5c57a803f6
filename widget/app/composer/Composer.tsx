import type { KeyboardEvent, Ref } from 'react'
import { useRef } from 'react'
import { acceptedFileTypes } from '../chat/files.ts'
import { AttachIcon, SendIcon } from '../kit/icons.tsx'
import { lazyPart } from '../kit/lazy-part.tsx'
import { words } from '../kit/words.ts'
import { EmojiPicker } from './EmojiPicker.tsx'
import type { UploadsProps } from './Uploads.tsx'
import { type MessageDraftOptions, maxMessageLength, useMessageDraft } from './use-message-draft.ts'

const Uploads = lazyPart<UploadsProps>('Uploads')

type ComposerProps = MessageDraftOptions & { fieldRef: Ref<HTMLTextAreaElement> }
type Draft = ReturnType<typeof useMessageDraft>

export function Composer({ fieldRef, ...options }: ComposerProps) {
  const { isInert } = options
  const draft = useMessageDraft(options)

  function addFiles(event: { preventDefault(): void }, files: FileList | undefined) {
    if (isInert || !files?.length) return
    event.preventDefault()
    draft.addFiles(files)
  }

  return (
    <form
      className="composer"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => addFiles(event, event.dataTransfer?.files)}
      onSubmit={(event) => {
        event.preventDefault()
        draft.send()
      }}
    >
      {draft.uploads.length > 0 && <Uploads uploads={draft.uploads} onRemove={draft.removeFile} />}
      <div className="row">
        <textarea
          ref={(node) => {
            draft.field.current = node
            if (typeof fieldRef === 'function') fieldRef(node)
            else if (fieldRef) fieldRef.current = node
          }}
          rows={1}
          dir={draft.text ? 'auto' : undefined}
          aria-label={words.message}
          placeholder={isInert ? words.previewOnly : words.messagePlaceholder}
          aria-invalid={draft.isTooLong || undefined}
          disabled={isInert}
          value={draft.text}
          onInput={(event) => draft.edit(event.currentTarget.value)}
          onKeyDown={(event) => sendOnEnter(event, draft)}
          onBlur={draft.stopTyping}
          onPaste={(event) => addFiles(event, event.clipboardData?.files)}
        />
        <EmojiPicker isInert={isInert} onPick={draft.insert} />
        <AttachButton isInert={isInert} onAdd={draft.addFiles} />
        <button type="submit" className="send" aria-label={words.send} disabled={!draft.canSend}>
          <SendIcon />
        </button>
      </div>
      <LengthNote draft={draft} />
    </form>
  )
}

/** From 90% of the limit. The field has no `maxLength`, because that would cut a pasted text. */
function LengthNote({ draft: { text, isTooLong } }: { draft: Draft }) {
  if (text.length < maxMessageLength * 0.9) return null
  return (
    <p className={isTooLong ? 'length bad' : 'length'}>
      <span role="alert">{isTooLong && words.messageTooLong}</span>
      <span>
        {text.length}/{maxMessageLength}
      </span>
    </p>
  )
}

function sendOnEnter(event: KeyboardEvent, draft: Draft) {
  // The code of a key that belongs to an input method, where Enter selects a word.
  if (event.key !== 'Enter' || event.shiftKey || event.keyCode === 229) return
  event.preventDefault()
  draft.send()
}

function AttachButton({ isInert, onAdd }: { isInert: boolean; onAdd: Draft['addFiles'] }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        type="file"
        hidden
        multiple
        accept={acceptedFileTypes}
        ref={input}
        onChange={(event) => {
          onAdd(event.currentTarget.files ?? [])
          event.currentTarget.value = ''
        }}
      />
      <button
        type="button"
        className="round"
        aria-label={words.attach}
        disabled={isInert}
        onClick={() => input.current?.click()}
      >
        <AttachIcon />
      </button>
    </>
  )
}
