import { phoneQuery, useMediaQuery } from '../../kit/browser/use-media-query.ts'
import { formatCount, formatNumber } from '../../kit/format/format-count.ts'
import { formatWeekday } from '../format-report.ts'

/**
 * A heat map as a table: cells with more conversations are darker, and show their number. Phones have room for twelve columns
 * of two hours.
 */
export function WeekdayHours({ counts }: { counts: number[][] }) {
  const hoursPerCell = useMediaQuery(phoneQuery) ? 2 : 1
  const rows = counts.map((row) => joinHours(row, hoursPerCell))
  const starts = Array.from({ length: 24 / hoursPerCell }, (_, index) => index * hoursPerCell)
  const max = Math.max(1, ...rows.flat())
  return (
    <table className="w-full table-fixed border-separate border-spacing-0.5 text-caption tabular-nums">
      <caption className="sr-only">Conversations by weekday and hour</caption>
      <colgroup>
        <col className="w-9" />
      </colgroup>
      <thead>
        <tr>
          <td />
          {starts.map((start, index) => (
            <th key={start} scope="col" className="font-normal text-muted">
              <span className={index % 2 === 0 ? '' : 'sr-only'}>{start}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, weekday) => (
          <tr key={formatWeekday(weekday, 'long')}>
            <th scope="row" className="text-start font-normal text-muted">
              {formatWeekday(weekday, 'short')}
            </th>
            {row.map((count, index) => {
              const start = index * hoursPerCell
              const hours = `${start}:00–${start + hoursPerCell}:00`
              const title = `${formatWeekday(weekday, 'long')}, ${hours}: ${formatCount(count, 'conversation')}`
              return <Cell key={start} count={count} share={count / max} title={title} />
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function joinHours(row: number[], hoursPerCell: number): number[] {
  const joined: number[] = []
  for (let hour = 0; hour < row.length; hour += hoursPerCell)
    joined.push(row.slice(hour, hour + hoursPerCell).reduce((sum, count) => sum + count, 0))
  return joined
}

function Cell({ count, share, title }: { count: number; share: number; title: string }) {
  // At most 65%, so that the number is readable in every cell.
  const percent = 10 + share * 55
  return (
    <td
      title={title}
      className="h-6 rounded-badge bg-sunken text-center print:[print-color-adjust:exact]"
      style={
        count > 0
          ? { background: `color-mix(in oklab, var(--accent) ${percent}%, var(--surface))` }
          : undefined
      }
    >
      <span className={count === 0 ? 'sr-only' : ''}>{formatNumber(count)}</span>
    </td>
  )
}
