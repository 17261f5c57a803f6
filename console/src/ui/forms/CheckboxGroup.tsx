import { CircleAlert } from 'lucide-react'
import { useId } from 'react'

type Item<Value extends string> = { value: Value; label: string; detail: string }

type Props<Value extends string> = {
  label: string
  items: readonly Item<Value>[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
  error?: string
}

/** A group of checkboxes. The chosen values keep the order of the items. */
export function CheckboxGroup<Value extends string>({ label, items, chosen, onChange, error }: Props<Value>) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1.5 text-body font-strong">{label}</legend>
      {items.map(({ value, label, detail }) => (
        <label key={value} className="flex cursor-pointer items-start gap-2.5 py-1 touch:min-h-11">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-${value}`}
            aria-label={label}
            onChange={(event) => {
              const isChosen = (one: Value) => (one === value ? event.target.checked : chosen.includes(one))
              onChange(items.map((item) => item.value).filter(isChosen))
            }}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0">
            <span className="block font-mono">{label}</span>
            <span id={`${id}-${value}`} className="block text-muted">
              {detail}
            </span>
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-bad">
          <CircleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  )
}
