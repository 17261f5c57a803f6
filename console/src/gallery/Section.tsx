import type { ReactNode } from 'react'
import { Card } from '../ui/Card.tsx'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 font-strong text-muted">{title}</h2>
      <Card className="flex flex-wrap items-start gap-3">{children}</Card>
    </section>
  )
}
