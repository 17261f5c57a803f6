import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components/RadioGroup'

type Card<Value extends string> = { value: Value; label: string; detail?: string; picture?: ReactNode }

type Props<Value extends string> = {
  label: string
  value: Value
  cards: readonly Card<Value>[]
  onChange: (value: Value) => void
  columns?: 2 | 3 | 4
}

const grids = { 2: 'grid-cols-2', 3: 'grid-cols-1 sm:grid-cols-3', 4: 'grid-cols-2 sm:grid-cols-4' }

export function RadioCards<Value extends string>({
  label,
  value,
  cards,
  onChange,
  columns = 2,
}: Props<Value>) {
  return (
    <RadioGroup
      value={value}
      onChange={(next) => {
        const card = cards.find((one) => one.value === next)
        if (card) onChange(card.value)
      }}
      className="flex flex-col gap-1.5"
    >
      <Label className="text-body font-strong">{label}</Label>
      <div className={clsx('grid gap-2', grids[columns])}>
        {cards.map((card) => (
          <Radio
            key={card.value}
            value={card.value}
            className="flex min-w-0 cursor-pointer flex-col gap-1 rounded-control border border-control bg-surface p-2.5 text-body hover:bg-hover data-[focus-visible]:outline-2 data-[focus-visible]:outline-offset-2 data-[focus-visible]:outline-focus data-[selected]:border-accent data-[selected]:bg-accent-soft data-[selected]:shadow-[inset_0_0_0_1px_var(--accent)]"
          >
            {card.picture}
            <span className="font-strong">{card.label}</span>
            {card.detail && <span className="text-caption text-ink-2">{card.detail}</span>}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
