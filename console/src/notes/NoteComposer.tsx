import { noteLimits } from '@aichat/contracts/chat/notes'
import { Lock } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useNoteDraft } from '../drafts/draft-text.ts'
import { isComposing } from '../kit/browser/keys.ts'
import { Button } from '../ui/Button.tsx'
import { CompletionMenu } from '../ui/forms/CompletionMenu.tsx'
import { LengthNote } from '../ui/forms/LengthNote.tsx'
import { useAutoGrow } from '../ui/forms/use-auto-grow.ts'
import { useCompletion } from '../ui/forms/use-completion.ts'
import { ComposerTabs } from './ComposerTabs.tsx'
import { findMentions, type Member, matchMentionPrefix } from './mentions.ts'
import { useAddNote } from './queries.ts'

type Props = {
  sessionId: string
  members: readonly Member[]
  /** An unfinished note that is shown again must not take the focus from the list. */
  isAutoFocused: boolean
  onReply: () => void
  onDone: () => void
}

const maxChoices = 6

/** Writes notes that only the team can see. A mentioned colleague is notified. */
export function NoteComposer({ sessionId, members, isAutoFocused, onReply, onDone }: Props) {
  const [text, setText] = useNoteDraft(sessionId)
  const area = useRef<HTMLTextAreaElement>(null)
  const { mutate: add, isSaving, isError } = useAddNote(sessionId)
  const prefix = matchMentionPrefix(text)
  useAutoGrow(area, text)
  const menu = useCompletion({
    label: 'Colleagues',
    text,
    choices: findMembers(members, prefix).map(({ id, name }) => ({ key: id, name, text: name })),
    onChoose({ name }) {
      setText(`${text.slice(0, text.length - (prefix?.length ?? 0))}${name} `)
      area.current?.focus()
    },
  })

  const isTooLong = text.length > noteLimits.text

  function save() {
    if (text.trim() === '' || isTooLong || isSaving) return
    // The field keeps the focus, also after a click, so that the next keys do not run shortcuts.
    area.current?.focus()
    add({ text, mentions: findMentions(text, members) })
  }

  /** Leaves the field first: if it were removed while it has the focus, the next key press would be ignored. */
  function leave() {
    area.current?.blur()
    onDone()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent) || menu.onKeyDown(event)) return
    if (event.key === 'Escape') leave()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    save()
  }

  return (
    <section
      aria-label="Private note"
      className="shrink-0 border-t bg-surface px-3 pt-1.5 pb-[max(12px,env(safe-area-inset-bottom))] print:hidden"
    >
      <ComposerTabs sessionId={sessionId} selected="note" onSelect={(mode) => mode === 'reply' && onReply()}>
        <span className="truncate text-ink-2">Only your team sees this</span>
      </ComposerTabs>
      <div className="group relative rounded-card border border-warn-solid bg-warn-soft focus-within:outline-2 focus-within:outline-focus">
        <CompletionMenu completion={menu} />
        <textarea
          ref={area}
          // biome-ignore lint/a11y/noAutofocus: the user has just pressed the button that this field replaces
          autoFocus={isAutoFocused}
          readOnly={isSaving}
          aria-label="Private note"
          aria-controls={menu.isOpen ? menu.id : undefined}
          aria-activedescendant={menu.isOpen ? menu.activeId : undefined}
          dir="auto"
          rows={1}
          value={text}
          aria-invalid={isTooLong || undefined}
          placeholder="Write a note. @ mentions a teammate."
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className="composer-field"
        />
        <div className="flex justify-end p-1.5 pt-0">
          <Button
            variant="primary"
            onPress={save}
            isBusy={isSaving}
            isDisabled={text.trim() === '' || isTooLong}
            icon={<Lock aria-hidden size={16} strokeWidth={1.75} />}
          >
            Add note
          </Button>
        </div>
      </div>
      <LengthNote length={text.length} limit={noteLimits.text} refusal="Shorten your note to add it." />
      {isError && (
        <p role="alert" className="pt-1 text-bad">
          Failed to add the note. Please try again.
        </p>
      )}
    </section>
  )
}

/** Members whose name starts with the prefix; none once the first match is complete. */
function findMembers(members: readonly Member[], prefix: string | null): Member[] {
  if (prefix === null) return []
  const found = members
    .filter(({ name }) => name.toLowerCase().startsWith(prefix.toLowerCase()))
    .slice(0, maxChoices)
  return found[0]?.name === prefix ? [] : found
}
