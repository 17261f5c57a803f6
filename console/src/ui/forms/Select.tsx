import { ChevronDown } from 'lucide-react'
import type { KeyboardEvent, Ref, SelectHTMLAttributes } from 'react'
import { Field } from './Field.tsx'

export type Option<Value extends string> = { value: Value; label: string }

type Props<Value extends string> = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange'> & {
  label: string
  hint?: string
  error?: string
  isRequired?: boolean
  value: Value
  options: readonly Option<Value>[]
  onChange: (value: Value) => void
  isLabelHidden?: boolean
  ref?: Ref<HTMLSelectElement>
}

/** A select element whose menu is styled where the browser can (`select-field` in utilities.css). */
export function Select<Value extends string>({
  label,
  hint,
  error,
  isRequired,
  value,
  options,
  onChange,
  isLabelHidden,
  ...rest
}: Props<Value>) {
  const select = (described: object) => (
    <div className="relative">
      <select
        {...rest}
        {...described}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
        onKeyDown={keepOverlayOpen}
        className="field select-field pe-9"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        size={16}
        strokeWidth={1.75}
        className="pointer-events-none absolute inset-y-0 end-2.5 my-auto text-muted"
      />
    </div>
  )
  if (isLabelHidden) return select({ 'aria-label': label })
  return (
    <Field label={label} hint={hint} error={error} isRequired={isRequired}>
      {(described) => select({ ...described, 'aria-required': isRequired })}
    </Field>
  )
}

/** Escape closes the menu, and not also the dialog or popover around the select. */
function keepOverlayOpen(event: KeyboardEvent<HTMLSelectElement>) {
  // `:is` accepts `:open` also in browsers that do not know it.
  if (event.key === 'Escape' && event.currentTarget.matches(':is(:open)')) event.stopPropagation()
}
