import type { ReactNode } from 'react'

/** A term of a description list. Nothing without a value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className="min-w-0">
      <dt className="text-caption text-muted wrap-anywhere">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
