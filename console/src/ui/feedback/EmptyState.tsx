import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = {
  icon: LucideIcon
  title: string
  /** What the list will contain, or why it is empty. */
  children?: ReactNode
  action?: ReactNode
  /** In a dialog, above a form that fills the list. */
  isCompact?: boolean
}

export function EmptyState({ icon: Icon, title, children, action, isCompact }: Props) {
  return (
    <div className={clsx('flex flex-col items-center text-center', isCompact ? 'py-4' : 'px-6 py-12')}>
      <span className="mb-4 flex size-12 items-center justify-center rounded-pill bg-accent-soft text-accent-text">
        <Icon aria-hidden size={22} strokeWidth={1.75} />
      </span>
      <p className="text-title">{title}</p>
      {children && <p className="mt-1 max-w-[44ch] text-body text-ink-2">{children}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
