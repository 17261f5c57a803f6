import { formatNumber, formatPercent } from '../kit/format/format-count.ts'
import { getChange } from './statistics.ts'

type Props = {
  count: number
  /** Nothing is shown without it. */
  before: number | undefined
  days: number
}

/** The comparison with the period before, in words: whether more is better depends on the number. */
export function Change({ count, before, days }: Props) {
  if (before === undefined) return null
  const change = getChange(count, before)
  const period = days === 1 ? 'the day before' : `the ${formatNumber(days)} days before`
  return (
    <span className="text-caption text-muted" title={`${formatNumber(before)} in ${period}`}>
      {describe(change, before)}
      <span className="sr-only"> in {period}</span>
    </span>
  )
}

function describe(change: number | null, before: number): string {
  if (change === null) return 'None before'
  if (change === 0) return 'Same as before'
  const size = formatPercent(Math.abs(change))
  return `${change > 0 ? '↑' : '↓'} ${size} from ${formatNumber(before)}`
}
