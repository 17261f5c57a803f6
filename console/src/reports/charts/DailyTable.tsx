import type { ConversationMeasure } from '@aichat/contracts/company/reports'
import { formatNumber } from '../../kit/format/format-count.ts'
import { formatReportDay, measures } from '../format-report.ts'

type Props<Measure extends ConversationMeasure> = {
  days: readonly ({ day: string } & Record<Measure, number>)[]
  columns: readonly Measure[]
}

/** A chart as a table, the latest day first. */
export function DailyTable<Measure extends ConversationMeasure>({ days, columns }: Props<Measure>) {
  return (
    <section
      aria-label="Conversations by day"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the region that has the focus
      tabIndex={0}
      className="max-h-75 overflow-auto print:max-h-none print:overflow-visible print:text-caption"
    >
      <table className="w-full tabular-nums">
        <thead className="sticky top-0 bg-surface text-muted shadow-[0_1px_var(--line)]">
          <tr>
            <th scope="col" className="py-2 pe-4 text-start font-strong">
              Day
            </th>
            {columns.map((measure) => (
              <th
                key={measure}
                scope="col"
                className="py-2 ps-4 text-end font-strong whitespace-nowrap print:ps-2 print:whitespace-normal"
              >
                {measures[measure].label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row" className="py-1.5 pe-4 text-start font-normal whitespace-nowrap">
                {formatReportDay(day.day, { weekday: 'short' })}
              </th>
              {columns.map((measure) => (
                <td key={measure} className="py-1.5 ps-4 text-end">
                  {formatNumber(day[measure])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
