import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = { icon: LucideIcon; title: string; children?: ReactNode; action?: ReactNode }

export function EmptyState({ icon: Icon, title, children, action }: Props) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <span className="mb-4 flex size-12 items-center justify-center rounded-pill bg-accent-soft text-accent-text">
        <Icon aria-hidden size={22} strokeWidth={1.75} />
      </span>
      <p className="text-title-s font-semibold">{title}</p>
      {children && <p className="mt-1 max-w-[44ch] text-body text-ink-2">{children}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
