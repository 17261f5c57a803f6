import { Minus, Plus } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Group } from 'react-aria-components/Group'
import { Input, Label, NumberField } from 'react-aria-components/NumberField'
import { Text } from 'react-aria-components/Text'

type Props = {
  label: string
  hint?: string
  value: number
  minimum: number
  maximum: number
  onChange: (value: number) => void
}

const step = 'flex w-10 items-center justify-center text-ink-2 hover:bg-hover disabled:opacity-40'

/** A field for whole numbers. Values out of range are clamped. */
export function NumberInput({ label, hint, value, minimum, maximum, onChange }: Props) {
  return (
    <NumberField
      value={value}
      minValue={minimum}
      maxValue={maximum}
      step={1}
      onChange={(next) => Number.isFinite(next) && onChange(next)}
      className="flex flex-col gap-1.5"
    >
      <Label className="text-body font-strong">{label}</Label>
      <Group className="flex h-9 w-36 overflow-hidden rounded-control border border-control bg-surface focus-within:outline-2 focus-within:outline-focus touch:h-11">
        <Button slot="decrement" className={step}>
          <Minus aria-hidden size={16} />
        </Button>
        <Input className="w-full min-w-0 bg-transparent text-center text-body tabular-nums outline-none max-md:text-field" />
        <Button slot="increment" className={step}>
          <Plus aria-hidden size={16} />
        </Button>
      </Group>
      {hint && (
        <Text slot="description" className="text-muted">
          {hint}
        </Text>
      )}
    </NumberField>
  )
}
