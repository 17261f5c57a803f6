import clsx from 'clsx'
import type { ReactNode } from 'react'

export function Card({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={clsx('min-w-0 rounded-card border bg-surface p-5 dense:p-3.5', className)}>
      {children}
    </div>
  )
}
