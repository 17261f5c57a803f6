import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { Ref } from 'react'
import { Button } from './Button.tsx'
import { Tooltip } from './overlay/Tooltip.tsx'

type Props = {
  text: string
  /** The accessible name, where it differs from the text. */
  label?: string
  /** What the button does, in one sentence. */
  hint: string
  icon: LucideIcon
  isPressed?: boolean
  isExpanded?: boolean
  isBusy?: boolean
  className?: string
  onPress: () => void
  ref?: Ref<HTMLButtonElement>
}

/** A button of a toolbar, in a `@container`. Without room it loses its icon first, then its text. */
export function ToolButton({ text, label, hint, icon: Icon, className, ...rest }: Props) {
  return (
    <Tooltip text={hint}>
      <Button
        {...rest}
        size="compact"
        variant="ghost"
        label={label}
        icon={<Icon aria-hidden size={14} strokeWidth={1.75} className="@min-[24rem]:@max-[32rem]:hidden" />}
        className={clsx('relative', className)}
      >
        <span className="@max-[24rem]:sr-only">{text}</span>
      </Button>
    </Tooltip>
  )
}
