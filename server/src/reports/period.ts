import { addDays } from '@aichat/contracts/kit/dates'

/** Days like 2026-01-31, both inclusive. A period whose first day is after its last is empty. */
export type Period = { from: string; to: string }

/** A period that may end today or later. Nothing is counted after today, so the sums of its last month are those of the whole month. */
export type CountedPeriod = Period & { isCurrent?: boolean | undefined }

/** The whole months of a period, as the first days of the first and the last, and the days before and after them. */
export function divideByMonths({ from, to, isCurrent = false }: CountedPeriod): {
  months: Period
  days: [Period, Period]
} {
  const first = from.endsWith('-01') ? from : startOfNextMonth(from)
  const end = isCurrent ? startOfNextMonth(to) : startOfMonth(addDays(to, 1))
  if (first >= end)
    return {
      months: { from: to, to: addDays(to, -1) },
      days: [
        { from, to },
        { from: to, to: addDays(to, -1) },
      ],
    }
  return {
    months: { from: first, to: startOfMonth(addDays(end, -1)) },
    days: [
      { from, to: addDays(first, -1) },
      { from: end, to },
    ],
  }
}

export type Range = Period & { unit: 'month' | 'day' }

/** The ranges of stored sums that make up a period: its whole months, and the days before and after them. */
export function listRanges(period: CountedPeriod): Range[] {
  const { months, days } = divideByMonths(period)
  const ranges: Range[] = [
    { unit: 'month', ...months },
    ...days.map((range) => ({ unit: 'day' as const, ...range })),
  ]
  return ranges.filter(({ from, to }) => from <= to)
}

/** As many days before the period. */
export function getPrevious<Filter extends CountedPeriod>(filter: Filter, days: number): Filter {
  return { ...filter, isCurrent: false, from: addDays(filter.from, -days), to: addDays(filter.from, -1) }
}

export function listDays({ from, to }: Period): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

function startOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`
}

function startOfNextMonth(day: string): string {
  return startOfMonth(addDays(startOfMonth(day), 31))
}
