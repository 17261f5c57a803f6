import { addDays } from '@aichat/contracts/kit/dates'
import { type Period, toDay } from '../kit/days.ts'

export const periodLabels = {
  month: 'This month',
  'last-month': 'Last month',
  '30-days': 'Last 30 days',
} as const
export type PeriodName = keyof typeof periodLabels

/** The days of a period in a time zone. */
export function getPeriod(name: PeriodName, timeZone: string, now: number): Period {
  const today = toDay(now, timeZone)
  if (name === '30-days') return { from: addDays(today, -29), to: today }
  const firstDay = `${today.slice(0, 8)}01`
  if (name === 'month') return { from: firstDay, to: today }
  const lastDay = addDays(firstDay, -1)
  return { from: `${lastDay.slice(0, 8)}01`, to: lastDay }
}
