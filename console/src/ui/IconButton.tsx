import clsx from 'clsx'
import type { ReactNode, Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Tooltip } from './Tooltip.tsx'

type Props = {
  label: string
  children: ReactNode
  onPress?: () => void
  tone?: 'plain' | 'danger'
  isDisabled?: boolean
  isExpanded?: boolean
  className?: string
  ref?: Ref<HTMLButtonElement>
}

/** An icon-only button. The label is its accessible name and its tooltip. */
export function IconButton({ label, children, tone = 'plain', isExpanded, className, ...rest }: Props) {
  return (
    <Tooltip text={label}>
      <AriaButton
        {...rest}
        aria-label={label}
        aria-expanded={isExpanded}
        className={clsx(
          'inline-flex size-9 shrink-0 items-center justify-center rounded-control transition-colors duration-100 touch:size-11',
          'disabled:opacity-55 [&_svg]:size-4.5',
          tone === 'danger' ? 'text-bad hover:bg-bad-soft' : 'text-ink-2 hover:bg-hover active:bg-selected',
          className,
        )}
      >
        {children}
      </AriaButton>
    </Tooltip>
  )
}
