import type { ReactNode } from 'react'
import { Card } from '../ui/Card.tsx'
import { ReportLink } from './ReportLink.tsx'

type Props = {
  label: string
  /** Where the whole tile leads. */
  to: string
  value: ReactNode
  /** Beside the value. */
  aside?: ReactNode
  note?: ReactNode
}

/** A number with its name, as a list item. */
export function StatTile({ label, to, value, aside, note }: Props) {
  return (
    <li className="min-w-0">
      <Card className="relative flex h-full flex-col hover:border-control max-sm:p-4">
        <ReportLink
          to={to}
          className="text-ink-2 after:absolute after:inset-0 after:rounded-card hover:underline"
        >
          {label}
        </ReportLink>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-2 tabular-nums">
          <span className="text-page-title">{value}</span>
          {aside && <span className="text-ink-2">{aside}</span>}
        </p>
        {/* As high as with a note, so that the tiles keep their height while they load. */}
        <p className="mt-auto min-h-5 pt-1 text-caption text-muted">{note}</p>
      </Card>
    </li>
  )
}
