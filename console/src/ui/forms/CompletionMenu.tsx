import clsx from 'clsx'
import { FileNames } from './FileNames.tsx'
import type { Completion } from './use-completion.ts'

/**
 * The list of a completion, above the text field: both are in an element with the classes `group` and `relative`. The field
 * keeps the focus and handles the keys.
 */
export function CompletionMenu({ completion }: { completion: Completion }) {
  const { id, label, isOpen, choices, active, choose } = completion
  if (!isOpen) return null
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className="not-group-focus-within:hidden absolute inset-x-0 bottom-full z-10 mb-2 max-h-60 overflow-y-auto rounded-card border bg-raised p-1 shadow-menu"
    >
      {choices.map(({ key, name, text, files }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys
        <div
          key={key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(index)}
          className={clsx('cursor-pointer rounded-control px-2.5 py-1.5', index === active && 'bg-selected')}
        >
          <p className="truncate font-strong">{name}</p>
          {!name.includes(text) && <p className="truncate text-caption text-ink-2">{text}</p>}
          {files && <FileNames names={files} />}
        </div>
      ))}
    </div>
  )
}
