import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { Ref, SelectHTMLAttributes } from 'react'
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

/** The browser's native select, which works best on phones. */
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
  const select = (extra: object, compact: boolean) => (
    <div className="relative">
      <select
        {...rest}
        {...extra}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
        className={clsx(
          'field appearance-none pe-9',
          compact && 'min-h-8! py-1! text-small! touch:min-h-11!',
        )}
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
  if (isLabelHidden) return select({ 'aria-label': label }, true)
  return (
    <Field label={label} hint={hint} error={error} isRequired={isRequired}>
      {(described) => select({ ...described, 'aria-required': isRequired }, false)}
    </Field>
  )
}
