import { type BusinessHours, getDayHours } from '@aichat/contracts/company/hours'
import { closesAt, isOpen, opensAt } from './calendar.ts'

/** One line for a model: the hours of today, and the next opening. */
export function describeHours(hours: BusinessHours, instant: number): string {
  const { spans, exception } = getDayHours(hours, formatDate(hours.timeZone, instant))
  const reason = exception ? ` (${exception.name})` : ''
  const today =
    spans.length === 0
      ? 'closed'
      : `open ${spans.map(({ from, to }) => `from ${from} to ${to}`).join(' and ')}`
  const next = findNextOpening(hours, instant)
  const opening = next === null ? '' : ` The team opens again on ${formatOpening(hours.timeZone, next)}.`
  return `Today the team is ${today}${reason}.${opening}`
}

/** While the team is there, the opening after the next closing. */
function findNextOpening(hours: BusinessHours, instant: number): number | null {
  if (!isOpen(hours, instant)) return opensAt(hours, instant)
  const closing = closesAt(hours, instant)
  return closing === null ? null : opensAt(hours, closing)
}

function formatDate(timeZone: string, instant: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant)
}

function formatOpening(timeZone: string, instant: number): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'short' })
  return format.format(instant)
}
