import type { Period } from './queries.ts'

export const periodLabels = {
  month: 'This month',
  'last-month': 'Last month',
  '30-days': 'Last 30 days',
} as const
export type PeriodName = keyof typeof periodLabels

const dayMs = 86_400_000

/** The days of a period in a time zone. */
export function getPeriod(name: PeriodName, timeZone: string, now: number): Period {
  // The format of Sweden is that of ISO 8601.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
  if (name === '30-days') return { from: addDays(today, -29), to: today }
  const firstDay = `${today.slice(0, 8)}01`
  if (name === 'month') return { from: firstDay, to: today }
  const lastDay = addDays(firstDay, -1)
  return { from: `${lastDay.slice(0, 8)}01`, to: lastDay }
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)
}
