import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { Ref } from 'react'
import { Button } from './Button.tsx'
import { Tooltip } from './overlay/Tooltip.tsx'
import { type CollapseOrder, collapsedLabel } from './toolbar-labels.ts'

type Props = {
  text: string
  /** The accessible name, where it differs from the text. */
  label?: string
  icon: LucideIcon
  /** Buttons collapse to their icon in this order when the toolbar gets narrow. */
  collapse: CollapseOrder
  variant?: 'secondary' | 'ghost'
  isPressed?: boolean
  isExpanded?: boolean
  isBusy?: boolean
  isDisabled?: boolean
  className?: string
  onPress: () => void
  ref?: Ref<HTMLButtonElement>
}

/** A button of a toolbar. */
export function ToolButton({ text, label, icon: Icon, collapse, className, ...rest }: Props) {
  return (
    <Tooltip text={label ?? text}>
      <Button
        {...rest}
        size="compact"
        label={label}
        icon={<Icon aria-hidden size={14} strokeWidth={1.75} />}
        className={clsx('relative', className)}
      >
        <span className={collapsedLabel[collapse]}>{text}</span>
      </Button>
    </Tooltip>
  )
}
