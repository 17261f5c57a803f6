import { MessageSquareText } from 'lucide-react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { type Action, useActions } from '../kit/actions.ts'
import { isComposing } from '../kit/browser/keys.ts'
import { useAutoGrow } from '../ui/forms/use-auto-grow.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { AttachButton } from './AttachButton.tsx'
import { EmojiButton } from './EmojiButton.tsx'
import { RequestForm } from './RequestForm.tsx'
import { SendButton } from './SendButton.tsx'
import { composerShortcuts } from './shortcuts.ts'
import type { ComposerState } from './use-composer.ts'

type Props = { composer: ComposerState; visitor: string; onNext: () => void; onClose: () => void }

/**
 * Enter sends, Shift+Enter starts a new line, Alt+Enter previews the message in another tone. During composition with an
 * input method, Enter belongs to the input method.
 */
export function MessageInput({ composer, visitor, onNext, onClose }: Props) {
  const { field, typing, assistant, completion, isReadOnly, send } = composer
  useAutoGrow(field.area, field.text)
  useActions(
    isReadOnly
      ? []
      : [
          sendAction('Send and open the next conversation', composerShortcuts.sendAndNext, sendAndNext),
          sendAction('Send and close the conversation', composerShortcuts.sendAndClose, sendAndClose),
        ],
  )

  /** The keys work in the field only, so that they do not send a draft from the search. */
  function sendAction(label: string, keys: string, run: () => void): Action {
    const runInField = () => document.activeElement === field.area.current && run()
    return { label, keys, group: 'This conversation', isShortcutOnly: true, run: runInField }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isReadOnly || isComposing(event.nativeEvent) || completion.onKeyDown(event)) return
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (event.altKey) void assistant.preview()
    else send()
  }

  /** Leaves the field first: if it were removed while it has the focus, the next key press would be ignored. */
  function sendAndNext() {
    if (!send()) return
    field.area.current?.blur()
    onNext()
  }

  /** The conversation is closed once the server has stored the message, which it would refuse afterwards. */
  function sendAndClose() {
    if (send({ onStored: onClose })) field.area.current?.blur()
  }

  function onPaste(event: ClipboardEvent) {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    composer.addFiles([...event.clipboardData.files])
  }

  return (
    // With a phone's keyboard open, the buttons are beside the text.
    <div className="items-end rounded-card border border-control bg-surface [@media(height<480px)]:flex focus-within:border-focus focus-within:outline-2 focus-within:outline-focus">
      <textarea
        ref={field.area}
        aria-label="Message"
        aria-controls={completion.isOpen ? completion.id : undefined}
        aria-activedescendant={completion.isOpen ? completion.activeId : undefined}
        dir="auto"
        rows={1}
        value={field.text}
        readOnly={isReadOnly}
        aria-invalid={composer.isTooLong || undefined}
        placeholder={isReadOnly ? undefined : `Reply to ${visitor}…`}
        onSelect={(event) => field.setCaret(event.currentTarget.selectionStart)}
        onChange={(event) => {
          field.setText(event.target.value)
          field.setCaret(event.target.selectionStart)
          typing.start()
        }}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
        onBlur={typing.stop}
        className="composer-field"
      />
      {!isReadOnly && (
        <div className="flex grow items-center gap-0.5 px-1 pb-1">
          <AttachButton onFiles={composer.addFiles} />
          <EmojiButton onChoose={field.insertAtCaret} />
          <IconButton label="Insert a saved reply" onPress={field.insertSlash}>
            <MessageSquareText aria-hidden strokeWidth={1.75} />
          </IconButton>
          <RequestForm sessionId={composer.sessionId} visitor={visitor} />
          <SendButton composer={composer} onSendAndNext={sendAndNext} onSendAndClose={sendAndClose} />
        </div>
      )}
    </div>
  )
}
