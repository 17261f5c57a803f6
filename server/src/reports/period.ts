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

/** `sign` is -1 for sums to subtract. */
export type Range = Period & { unit: 'month' | 'day'; sign: 1 | -1 }

/**
 * The ranges of stored sums that make up a period: its whole months, and the days before and after them. Where these are nearly a
 * month, it is the whole month without its other days. Each range costs an index scan per measure, so there are few.
 */
export function listRanges(period: CountedPeriod): Range[] {
  const { months, days } = divideByMonths(period)
  const ranges: Range[] = [
    { unit: 'month', sign: 1, ...months },
    ...days.flatMap((part) => listDayRanges(part, Boolean(period.isCurrent) && part.to === period.to)),
  ]
  return ranges.filter(({ from, to }) => from <= to)
}

/** `isLast`: nothing is counted after the part, which has no whole month. */
function listDayRanges(part: Period, isLast: boolean): Range[] {
  const first = startOfMonth(part.from)
  const end = addDays(startOfNextMonth(first), -1)
  const range = { unit: 'day', sign: 1, ...part } as const
  if (part.to > end) return [range]
  const others = [
    { from: first, to: addDays(part.from, -1) },
    { from: addDays(part.to, 1), to: isLast ? part.to : end },
  ].filter(({ from, to }) => from <= to)
  const isNearlyMonth = others.length < 2 && 2 * others.flatMap(listDays).length < listDays(part).length
  if (!isNearlyMonth) return [range]
  return [
    { unit: 'month', sign: 1, from: first, to: first },
    ...others.map((other) => ({ unit: 'day' as const, sign: -1 as const, ...other })),
  ]
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
