import {
  type BusinessHours,
  getDayHours,
  hoursSentences,
  type Span,
  type Weekday,
  weekdays,
} from '@aichat/contracts/company/hours'
import { addDays } from '@aichat/contracts/kit/dates'

export type DraftException = { id: number; date: string; name: string; hours: string }

/** Business hours as they are typed: the spans of a day are one line. */
export type HoursDraft = Pick<BusinessHours, 'timeZone' | 'outsideHours'> & {
  week: Record<Weekday, string>
  exceptions: DraftException[]
}

export const hoursSentence = 'Write hours like 9:00–12:00, 13:00–17:00'

export function toDraft({ timeZone, week, exceptions, outsideHours }: BusinessHours): HoursDraft {
  return {
    timeZone,
    outsideHours,
    week: mapWeek((day) => formatSpans(week[day])),
    exceptions: exceptions
      .map(({ date, name, spans }, id) => ({ id, date, name, hours: formatSpans(spans) }))
      .sort((one, other) => one.date.localeCompare(other.date)),
  }
}

/** Errors by field: a weekday, or the id and field of an exception. */
export type DraftErrors = ReadonlyMap<string, string>

export function validateDraft({ week, exceptions }: HoursDraft): DraftErrors {
  const errors = new Map<string, string>()
  for (const day of weekdays) if (!parseSpans(week[day])) errors.set(day, hoursSentence)
  for (const { id, date, name, hours } of exceptions) {
    if (!date) errors.set(`${id} date`, 'Enter a date')
    else if (exceptions.some((one) => one.id < id && one.date === date)) {
      errors.set(`${id} date`, hoursSentences.sameDate)
    }
    if (!name.trim()) errors.set(`${id} name`, hoursSentences.exceptionName)
    if (!parseSpans(hours)) errors.set(`${id} hours`, hoursSentence)
  }
  return errors
}

/** Lines that cannot be read count as closed. */
export function fromDraft({ week, exceptions, ...rest }: HoursDraft): BusinessHours {
  return {
    ...rest,
    week: mapWeek((day) => parseSpans(week[day]) ?? []),
    exceptions: exceptions.map(({ date, name, hours }) => ({ date, name, spans: parseSpans(hours) ?? [] })),
  }
}

/** Reads "9-12, 13:30–17" and "9 am to 5:30 pm"; an empty line is closed. Null if the text has another form. */
export function parseSpans(text: string): Span[] | null {
  const parts = text.split(/[,;]|\band\b/i).map((part) => part.trim())
  const spans = parts.filter((part) => part && !/^closed$/i.test(part)).map(parseSpan)
  return spans.some((span) => span === null) ? null : spans.filter((span) => span !== null)
}

function parseSpan(text: string): Span | null {
  if (/^24 ?(h|hours)$/i.test(text)) return { from: '00:00', to: '00:00' }
  const [from, to, ...rest] = text.split(/\s*(?:[-–—]|\bto\b)\s*/i).map(parseTime)
  return from && to && rest.length === 0 ? { from, to } : null
}

function parseTime(text: string): string | null {
  const [, hours = '', minutes = '00', half = ''] =
    /^(\d{1,2})(?:[:.](\d\d))?\s*([ap]m)?$/.exec(text.toLowerCase()) ?? []
  if (hours === '' || Number(minutes) > 59 || (half && (Number(hours) < 1 || Number(hours) > 12))) return null
  const hour = half ? (Number(hours) % 12) + (half === 'pm' ? 12 : 0) : Number(hours)
  if (hour > 24 || (hour === 24 && minutes !== '00')) return null
  return `${String(hour % 24).padStart(2, '0')}:${minutes}`
}

export function formatSpans(spans: readonly Span[]): string {
  return spans.map(({ from, to }) => `${from}–${to === '00:00' ? '24:00' : to}`).join(', ')
}

/** The next seven days of the schedule's time zone, today first. */
export function listNextDays(
  hours: BusinessHours,
  now: Date,
): { date: string; hours: string; name: string }[] {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: hours.timeZone, dateStyle: 'short' }).format(now)
  return Array.from({ length: 7 }, (_, index) => {
    const date = addDays(today, index)
    const { spans, exception } = getDayHours(hours, date)
    return { date, hours: formatSpans(spans) || 'Closed', name: exception?.name ?? '' }
  })
}

function mapWeek<Value>(get: (day: Weekday) => Value): Record<Weekday, Value> {
  return Object.fromEntries(weekdays.map((day) => [day, get(day)])) as Record<Weekday, Value>
}
