import { type BusinessHours, getDayHours, type Span } from '@aichat/contracts/company/hours'

/**
 * Business hours are times on the wall clock of a time zone, and the clock change applies to them: a span within a skipped hour
 * does not occur, and one within a repeated hour occurs twice. Instants are milliseconds since 1970, days are counted from 1970.
 */
export type Schedule = Pick<BusinessHours, 'timeZone' | 'week' | 'exceptions'>

const minuteMs = 60_000
export const dayMs = 86_400_000
const dayMinutes = 1440
const maxDaysToOpening = 400
const maxDaysToClosing = 8

export function isOpen(schedule: Schedule, instant: number): boolean {
  const wallMs = instant + getOffsetMs(schedule.timeZone, instant)
  const day = Math.floor(wallMs / dayMs)
  const minute = (wallMs - day * dayMs) / minuteMs
  return (
    listSpans(schedule, day).some(({ start, end }) => minute >= start && minute < end) ||
    listSpans(schedule, day - 1).some(({ end }) => minute < end - dayMinutes)
  )
}

/** When a closed schedule opens; null while it is open, and when it does not open within 400 days. */
export function opensAt(schedule: Schedule, instant: number): number | null {
  return isOpen(schedule, instant) ? null : findState(schedule, instant, true, maxDaysToOpening)
}

/** When an open schedule closes; null while it is closed, and when it does not close within 8 days. */
export function closesAt(schedule: Schedule, instant: number): number | null {
  return isOpen(schedule, instant) ? findState(schedule, instant, false, maxDaysToClosing) : null
}

/** When a schedule is open within a UTC day, in order. */
export function listOpenIntervals(schedule: Schedule, day: number): { start: number; end: number }[] {
  const bounds = [day * dayMs, ...listPossibleChanges(schedule, day), (day + 1) * dayMs]
  return bounds
    .slice(1)
    .map((end, index) => ({ start: bounds[index] as number, end }))
    .filter(({ start, end }) => end > start && isOpen(schedule, start))
}

function findState(schedule: Schedule, after: number, state: boolean, maxDays: number): number | null {
  const today = Math.floor(after / dayMs)
  for (let day = today; day <= today + maxDays; day++) {
    const isAt = (instant: number) => instant > after && isOpen(schedule, instant) === state
    const found = listPossibleChanges(schedule, day).find(isAt)
    if (found !== undefined) return found
  }
  return null
}

/** A superset of the instants of one UTC day at which the state changes, in order. */
function listPossibleChanges(schedule: Schedule, day: number): number[] {
  const [from, to] = [day * dayMs, (day + 1) * dayMs]
  // Offsets are at most 14 hours, and a span ends at most two days after the start of its day.
  const walls = [day - 3, day - 2, day - 1, day, day + 1].flatMap((wallDay) =>
    listSpans(schedule, wallDay).flatMap(({ start, end }) =>
      [start, end].map((minute) => wallDay * dayMs + minute * minuteMs),
    ),
  )
  if (walls.length === 0) return []
  const first = getOffsetMs(schedule.timeZone, from)
  const last = getOffsetMs(schedule.timeZone, to - minuteMs)
  const changes = [...walls.map((wall) => wall - first), from]
  if (first !== last) {
    changes.push(...walls.map((wall) => wall - last), findOffsetChange(schedule.timeZone, from, to))
  }
  return changes.filter((instant) => instant >= from && instant < to).sort((one, other) => one - other)
}

/** The instant at which the offset changes, between two instants with different offsets. */
function findOffsetChange(timeZone: string, from: number, to: number): number {
  const before = getOffsetMs(timeZone, from)
  let [low, high] = [from, to]
  while (high - low > minuteMs) {
    const middle = low + Math.floor((high - low) / minuteMs / 2) * minuteMs
    if (getOffsetMs(timeZone, middle) === before) low = middle
    else high = middle
  }
  return high
}

/** The spans that start on a day of the wall clock, in minutes since its start. */
function listSpans(schedule: Schedule, day: number): { start: number; end: number }[] {
  const { spans } = getDayHours(schedule, new Date(day * dayMs).toISOString().slice(0, 10))
  return spans.map(toMinutes)
}

function toMinutes({ from, to }: Span) {
  const [start, end] = [parseMinutes(from), parseMinutes(to)]
  return { start, end: end > start ? end : end + dayMinutes }
}

function parseMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far the wall clock of a time zone is ahead of UTC. */
function getOffsetMs(timeZone: string, instant: number): number {
  let format = formats.get(timeZone)
  if (!format) {
    const [numeric, hourCycle] = ['numeric', 'h23'] as const
    const date = { year: numeric, month: numeric, day: numeric } as const
    const time = { hour: numeric, minute: numeric, second: numeric, hourCycle } as const
    format = new Intl.DateTimeFormat('en-US', { timeZone, ...date, ...time })
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}
