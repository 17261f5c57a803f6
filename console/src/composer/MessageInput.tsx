import { SendHorizontal } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useMemo } from 'react'
import { type Action, useActions } from '../kit/actions.ts'
import { isComposing } from '../kit/browser/keys.ts'
import { Button } from '../ui/Button.tsx'
import { AttachButton } from './AttachButton.tsx'
import { EmojiButton } from './EmojiButton.tsx'
import { composerShortcuts } from './shortcuts.ts'
import type { ComposerState } from './use-composer.ts'

type Props = { composer: ComposerState; visitor: string; onNext: () => void }

/**
 * Enter sends, Mod+Enter also opens the next conversation, Shift+Enter starts a new line, Alt+Enter previews the
 * message in another tone. During composition with an input method, Enter belongs to the input method.
 */
export function MessageInput({ composer, visitor, onNext }: Props) {
  const { field, typing, assistant, completion, isReadOnly, send } = composer
  useWriteAction(field.area, isReadOnly)

  function onKeyDown(event: KeyboardEvent) {
    if (isReadOnly || isComposing(event.nativeEvent) || completion.onKeyDown(event)) return
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    if (event.altKey) void assistant.preview()
    else if (send() && (event.ctrlKey || event.metaKey)) goOn()
  }

  /** Leaves the field first: if it were removed while it has the focus, the next key press would be ignored. */
  function goOn() {
    field.area.current?.blur()
    onNext()
  }

  function onPaste(event: ClipboardEvent) {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    composer.addFiles([...event.clipboardData.files])
  }

  return (
    <div className="flex items-end gap-1 rounded-card border border-control bg-surface py-1.5 ps-1 pe-1.5 focus-within:border-focus focus-within:outline-2 focus-within:outline-focus">
      {!isReadOnly && <AttachButton onFiles={composer.addFiles} />}
      {!isReadOnly && <EmojiButton onChoose={field.insertAtCaret} />}
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
        className="field-sizing-content max-h-44 min-w-0 flex-1 resize-none bg-transparent py-2 text-body outline-none placeholder:truncate max-md:text-field"
      />
      {!isReadOnly && <SendButton composer={composer} />}
    </div>
  )
}

function SendButton({ composer: { assistant, canSend, send } }: { composer: ComposerState }) {
  return (
    <Button
      variant="primary"
      onPress={() => send()}
      isDisabled={!canSend}
      className={assistant.rewrite && 'outline-2 outline-offset-1 outline-ai-solid'}
      icon={<SendHorizontal aria-hidden size={16} strokeWidth={1.75} />}
    >
      <span className="max-md:sr-only">Send</span>
    </Button>
  )
}

function useWriteAction(area: ComposerState['field']['area'], isReadOnly: boolean) {
  const actions = useMemo<Action[]>(() => {
    if (isReadOnly) return []
    return [
      {
        label: 'Write a reply',
        group: 'Actions on this page',
        keys: composerShortcuts.write,
        run: () => area.current?.focus(),
      },
    ]
  }, [area, isReadOnly])
  useActions(actions)
}
