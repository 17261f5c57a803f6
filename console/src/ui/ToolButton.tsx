import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { Button } from './Button.tsx'
import { Tooltip } from './Tooltip.tsx'
import { type Fold, folded } from './toolbar-labels.ts'

type Props = {
  words: string
  /** Its name, where that is not its words. */
  label?: string
  icon: LucideIcon
  /** When its words go, where there is no room for all. */
  fold: Fold
  look?: 'secondary' | 'ghost'
  isPressed?: boolean
  isBusy?: boolean
  isDisabled?: boolean
  className?: string
  onPress: () => void
}

/** A tool of the composer. */
export function ToolButton({ words, label, icon: Icon, fold, className, ...rest }: Props) {
  return (
    <Tooltip text={label ?? words}>
      <Button
        {...rest}
        size="compact"
        label={label}
        icon={<Icon aria-hidden size={14} strokeWidth={1.75} />}
        className={clsx('relative', className)}
      >
        <span className={folded[fold]}>{words}</span>
      </Button>
    </Tooltip>
  )
}
