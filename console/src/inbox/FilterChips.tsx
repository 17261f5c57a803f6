import { X } from 'lucide-react'

export type FilterChip = { label: string; name: string | undefined; onRemove: () => void }

/** The filters that are on, each with a button that removes it. */
export function FilterChips({ chips }: { chips: readonly FilterChip[] }) {
  if (chips.length === 0) return null
  return (
    <fieldset aria-label="Filters" className="flex min-w-0 flex-wrap gap-1">
      {chips.map(({ label, name, onRemove }) => (
        <button
          key={label}
          type="button"
          title="Remove filter"
          onClick={onRemove}
          className="compact inline-flex max-w-full items-center gap-1 rounded-pill bg-accent-soft px-2.5 text-caption text-accent-text hover:bg-selected"
        >
          <span className="sr-only">Remove filter </span>
          <span className="truncate">{name ? `${label}: ${name}` : label}</span>
          <X aria-hidden size={14} className="shrink-0" />
        </button>
      ))}
    </fieldset>
  )
}
