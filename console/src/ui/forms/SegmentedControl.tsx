import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import type { Option } from './Select.tsx'

type Props<Value extends string> = {
  label: string
  value: Value
  options: readonly Option<Value>[]
  onChange: (value: Value) => void
}

/** A choice of one, with all options visible. */
export function SegmentedControl<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  return (
    <RadioGroup
      aria-label={label}
      orientation="horizontal"
      value={value}
      onChange={(next) => {
        const option = options.find((one) => one.value === next)
        if (option) onChange(option.value)
      }}
      className="flex gap-0.5"
    >
      {options.map((option) => (
        <Radio
          key={option.value}
          value={option.value}
          className="compact inline-flex cursor-pointer items-center rounded-control px-2 text-caption text-ink-2 hover:bg-hover data-[focus-visible]:outline-2 data-[focus-visible]:outline-focus data-[selected]:bg-accent-soft data-[selected]:font-strong data-[selected]:text-accent-text"
        >
          {option.label}
        </Radio>
      ))}
    </RadioGroup>
  )
}
