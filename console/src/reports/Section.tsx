import clsx from 'clsx'
import { type ReactNode, useId } from 'react'
import { Card } from '../ui/Card.tsx'

type SectionProps = {
  title: string
  description?: ReactNode
  aside?: ReactNode
  /** May be longer than a printed page. */
  isLong?: boolean
  children: ReactNode
}

/** A card with a heading. */
export function Section({ title, description, aside, isLong, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={clsx('min-w-0', !isLong && 'print:break-inside-avoid')}>
      <Card>
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <div>
            <h2 id={id} className="text-title">
              {title}
            </h2>
            {description && <p className="text-muted">{description}</p>}
          </div>
          {aside}
        </div>
        {children}
      </Card>
    </section>
  )
}
