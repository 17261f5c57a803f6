import clsx from 'clsx'
import { formatNumber } from '../kit/format/format-count.ts'
import { Change, ShareBefore } from './Change.tsx'
import { formatShare } from './format-report.ts'
import { ReportLink } from './ReportLink.tsx'
import type { Before } from './statistics.ts'

export type ShareRow = {
  /** The label by default. */
  key?: string
  label: string
  /** What the number counts, in a sentence. */
  definition?: string
  count: number
  before?: Before | undefined
  /** The conversations behind the count. */
  to: string
  /** The shares of the other rows are of this one. */
  isWhole?: boolean
  /** The class that colors the bar. */
  color: string
}

type Props = {
  label: string
  rows: readonly ShareRow[]
  /** What the shares are of. */
  cases: number
}

/** Numbers with their share as a bar. A row leads to the conversations that it counts. */
export function ShareList({ label, rows, cases }: Props) {
  return (
    <ul aria-label={label} className="flex flex-col gap-4">
      {rows.map(({ to, definition, before, color, key, ...row }) => (
        <li key={key ?? row.label} className="relative">
          <div className="flex items-baseline justify-between gap-3">
            <ReportLink to={to} className="font-strong after:absolute after:inset-0 hover:underline">
              {row.label}
            </ReportLink>
            <span className="shrink-0 text-ink-2 tabular-nums">
              <span className={clsx('font-strong text-ink', !row.isWhole && 'me-1')}>
                {formatNumber(row.count)}
              </span>{' '}
              {!row.isWhole && formatShare(row.count, cases)}
            </span>
          </div>
          <div aria-hidden className="mt-1.5 h-2 overflow-hidden rounded-pill bg-sunken print:border">
            <div
              className={`h-full rounded-pill ${color} print:[print-color-adjust:exact]`}
              style={{ width: `${cases === 0 ? 0 : (row.count / cases) * 100}%` }}
            />
          </div>
          {definition && (
            <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-caption text-muted">
              <span className="min-w-0">{definition}</span>
              <span className="ms-auto">
                {row.isWhole ? <Change count={row.count} before={before} /> : <ShareBefore before={before} />}
              </span>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
