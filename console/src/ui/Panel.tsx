import type { ReactNode, RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'

type Props = {
  label: string
  trigger: RefObject<HTMLButtonElement | null>
  onClose: () => void
  children: ReactNode
  placement?: 'bottom end' | 'top start'
  className?: string
}

/** A popover beside the button that opened it. */
export function Panel({
  label,
  trigger,
  onClose,
  children,
  placement = 'bottom end',
  className = '',
}: Props) {
  return (
    <Popover
      triggerRef={trigger}
      isOpen
      onOpenChange={(open) => open || onClose()}
      placement={placement}
      className={`z-50 animate-fade rounded-card border bg-raised shadow-menu ${className}`}
    >
      <Dialog aria-label={label} className="outline-none">
        {children}
      </Dialog>
    </Popover>
  )
}
