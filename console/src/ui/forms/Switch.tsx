import clsx from 'clsx'
import { type ReactNode, useRef, useState } from 'react'
import { Switch as AriaSwitch } from 'react-aria-components/Switch'
import { HintTooltip } from '../overlay/Tooltip.tsx'

type Props = {
  children: ReactNode
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  tone?: 'accent' | 'ai'
  isDisabled?: boolean
  label?: string
  side?: 'start' | 'end'
  /** What the switch does, in one sentence. Shown on hover and on focus. */
  hint?: string
  className?: string
}

export function Switch({
  children,
  isSelected,
  onChange,
  tone = 'accent',
  isDisabled,
  label,
  side = 'end',
  hint,
  className,
}: Props) {
  const root = useRef<HTMLLabelElement>(null)
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  return (
    <HintTooltip text={hint} isOpen={isHovered || isFocused} trigger={root}>
      <AriaSwitch
        ref={root}
        onHoverChange={setHovered}
        onFocus={({ target }) => setFocused(target.matches(':focus-visible'))}
        onBlur={() => setFocused(false)}
        isSelected={isSelected}
        onChange={onChange}
        isDisabled={isDisabled}
        aria-label={label}
        className={clsx(
          'group flex min-h-7 items-center gap-2.5 text-body font-strong touch:min-h-11',
          side === 'end' && 'justify-between',
          isDisabled && 'opacity-55',
          className,
        )}
      >
        {side === 'end' && children}
        <span
          className={clsx(
            'flex h-5 w-9 shrink-0 items-center rounded-pill border-2 p-px transition-colors duration-100',
            'group-data-[focus-visible]:outline-2 group-data-[focus-visible]:outline-offset-2 group-data-[focus-visible]:outline-focus',
            isSelected
              ? tone === 'ai'
                ? 'border-ai-solid bg-ai-solid'
                : 'border-accent bg-accent'
              : 'border-control bg-surface',
          )}
        >
          <span
            className={clsx(
              'size-3.5 rounded-pill transition-transform duration-100',
              isSelected ? 'translate-x-4 bg-on-solid rtl:-translate-x-4' : 'bg-control',
            )}
          />
        </span>
        {side === 'start' && children}
      </AriaSwitch>
    </HintTooltip>
  )
}
