import { noteLimits } from '@aichat/contracts/notes'
import clsx from 'clsx'
import { Lock } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { mentionedIn, nameBegun } from './mentioned.ts'
import { NoteToggle } from './NoteToggle.tsx'
import { useAddNote } from './notes.ts'

export type Member = { id: string; name: string }
type Props = { sessionId: string; members: readonly Member[]; onDone: () => void }

const most = 6

/** For colleagues only. An @ offers their names; who is named is told. */
export function NoteComposer({ sessionId, members, onDone }: Props) {
  const listId = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const area = useRef<HTMLTextAreaElement>(null)
  const add = useAddNote(sessionId)
  const begun = nameBegun(text)
  const offered =
    begun === null
      ? []
      : members.filter(({ name }) => name.toLowerCase().startsWith(begun.toLowerCase())).slice(0, most)
  const isOffering = offered.length > 0 && offered[0]?.name !== begun
  const index = Math.min(active, offered.length - 1)

  function save() {
    if (text.trim() === '' || add.isPending) return
    add.mutate({ text, mentions: mentionedIn(text, members) }, { onSuccess: onDone })
  }

  function name(member: Member | undefined) {
    if (!member) return
    setText(`${text.slice(0, text.length - (begun?.length ?? 0))}${member.name} `)
    setActive(0)
    area.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (isOffering && ['ArrowDown', 'ArrowUp', 'Enter', 'Tab'].includes(event.key)) {
      event.preventDefault()
      if (event.key === 'ArrowDown') setActive((index + 1) % offered.length)
      else if (event.key === 'ArrowUp') setActive((index + offered.length - 1) % offered.length)
      else name(offered[index])
      return
    }
    if (event.key === 'Escape') onDone()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    save()
  }

  return (
    <section
      aria-label="Private note"
      className="shrink-0 border-t bg-surface px-3 pt-2.5 pb-[max(12px,env(safe-area-inset-bottom))]"
    >
      <div className="flex items-center gap-2 pb-2">
        <NoteToggle isOn onToggle={onDone} />
        <span className="text-small text-ink-2">Only your team sees this.</span>
      </div>
      {isOffering && (
        <div
          id={listId}
          role="listbox"
          aria-label="Colleagues"
          className="mb-2 rounded-card border bg-raised p-1 shadow-menu"
        >
          {offered.map((member, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field below has the keyboard
            <div
              key={member.id}
              id={`${listId}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === index}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => name(member)}
              className={clsx(
                'cursor-pointer rounded-control px-2.5 py-1.5 text-small',
                place === index && 'bg-selected',
              )}
            >
              {member.name}
            </div>
          ))}
        </div>
      )}
      <div className="flex items-end gap-2 rounded-card border border-warn-solid bg-warn-soft py-1.5 ps-3.5 pe-1.5 focus-within:outline-2 focus-within:outline-focus">
        <textarea
          ref={area}
          // biome-ignore lint/a11y/noAutofocus: it was asked for by the button that it takes the place of
          autoFocus
          aria-label="Private note"
          aria-controls={isOffering ? listId : undefined}
          aria-activedescendant={isOffering ? `${listId}-${index}` : undefined}
          dir="auto"
          rows={2}
          value={text}
          maxLength={noteLimits.text}
          placeholder="Write to your team. @ mentions somebody."
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-44 min-w-0 flex-1 resize-none bg-transparent py-2 text-body outline-none max-md:text-field"
        />
        <Button
          look="primary"
          onPress={save}
          isBusy={add.isPending}
          isDisabled={text.trim() === ''}
          icon={<Lock aria-hidden size={16} strokeWidth={1.75} />}
        >
          Add note
        </Button>
      </div>
      {add.isError && (
        <p role="alert" className="pt-1 text-small text-bad">
          The note was not stored. Please try again.
        </p>
      )}
    </section>
  )
}
