import clsx from 'clsx'
import { FileNames } from './FileNames.tsx'
import type { Completion } from './use-completion.ts'

/** Driven by the keys of the field below it, which keeps the focus. */
export function Completions({ of: { id, label, isOpen, choices, active, choose } }: { of: Completion }) {
  if (!isOpen) return null
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className="mb-2 max-h-60 overflow-y-auto rounded-card border bg-raised p-1 shadow-menu"
    >
      {choices.map(({ key, name, text, files }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
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
          <p className="truncate text-small font-medium">{name}</p>
          {!name.includes(text) && <p className="truncate text-caption text-ink-2">{text}</p>}
          {files && <FileNames names={files} />}
        </div>
      ))}
    </div>
  )
}
