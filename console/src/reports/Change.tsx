import type { Period } from '../kit/days.ts'
import { formatNumber, formatPercent } from '../kit/format/format-count.ts'
import type { Before } from './statistics.ts'

/** How much a number differs from that of the period before. Whether more is better depends on the number. */
export function Change({ count, before }: { count: number; before: Before | undefined }) {
  if (!before) return null
  if (count === before.count) return 'Same as before'
  if (before.count === 0) return 'None before'
  const isMore = count > before.count
  const size = formatPercent(Math.abs(count - before.count) / before.count)
  return (
    <>
      <span aria-hidden>{isMore ? '↑' : '↓'} </span>
      {size}
      <span className="sr-only">{isMore ? ' more' : ' less'}</span> from {formatNumber(before.count)}
    </>
  )
}

type PeriodChangeProps = { period: Period; count: number; before: number }

/** In a table: how much a number differs from that of the period before. A single day is not compared. */
export function PeriodChange({ period, count, before }: PeriodChangeProps) {
  if (period.from === period.to || count + before === 0) return '–'
  return (
    <span className="text-ink-2">
      <Change count={count} before={{ count: before, cases: 0 }} />
    </span>
  )
}

/** The share in the period before. */
export function ShareBefore({ before }: { before: Before | undefined }) {
  if (!before || before.cases === 0) return null
  return `${formatPercent(before.count / before.cases)} before`
}
