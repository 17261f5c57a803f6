import { type BusinessHours, type Span, weekdays } from '@aichat/contracts/company/hours'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../../test/kit/random.ts'
import { closesAt, isOpen, opensAt } from './calendar.ts'
import { createOpenTimes } from './open-time.ts'

const scheduleCount = Number(process.env.HOURS_SCHEDULES ?? 100)
const windowsPerZone = scheduleCount > 1000 ? 5 : 1
const minuteMs = 60_000
const dayMs = 86_400_000
const windowMinutes = 8 * 1440

/** With clock changes at midnight, of 30 minutes and of two hours, more than two a year, and a skipped day (Apia in 2011). */
const timeZones = [
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'Atlantic/Azores',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Antarctica/Troll',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
]

const noSpans = Object.fromEntries(weekdays.map((day) => [day, [] as Span[]])) as BusinessHours['week']
const nineToFive = [{ from: '09:00', to: '17:00' }]
const officeHours: BusinessHours = {
  timeZone: 'Europe/Berlin',
  week: { ...noSpans, monday: nineToFive, friday: nineToFive },
  exceptions: [],
  outsideHours: 'ai_email',
}
const at = (time: string) => Date.parse(time)
const toIso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString())

describe('a schedule', () => {
  test('is open from the start of a span until its end', () => {
    for (const [time, open] of [
      ['2026-11-23T07:59:59.999Z', false],
      ['2026-11-23T08:00:00.000Z', true],
      ['2026-11-23T15:59:59.999Z', true],
      ['2026-11-23T16:00:00.000Z', false],
    ] as const) {
      expect(isOpen(officeHours, at(time)), time).toBe(open)
    }
    expect(toIso(opensAt(officeHours, at('2026-11-23T16:00:00Z')))).toBe('2026-11-27T08:00:00.000Z')
    expect(toIso(closesAt(officeHours, at('2026-11-23T08:00:00Z')))).toBe('2026-11-23T16:00:00.000Z')
    expect(opensAt(officeHours, at('2026-11-23T08:00:00Z'))).toBeNull()
    expect(closesAt(officeHours, at('2026-11-23T07:00:00Z'))).toBeNull()
  })

  test('keeps a span open over midnight, into a closed day too', () => {
    const bar = { ...officeHours, week: { ...noSpans, friday: [{ from: '22:00', to: '02:00' }] } }
    const exceptions = [{ date: '2026-11-28', name: 'Closed', spans: [] }]
    expect(isOpen({ ...bar, exceptions }, at('2026-11-28T00:30:00Z'))).toBe(true)
    expect(isOpen({ ...bar, exceptions }, at('2026-11-28T01:00:00Z'))).toBe(false)
  })

  test('takes equal times as 24 hours, and never closes when every day has them', () => {
    const allDay = [{ from: '00:00', to: '00:00' }]
    const week = Object.fromEntries(weekdays.map((day) => [day, allDay])) as BusinessHours['week']
    const always = { ...officeHours, week }
    expect(isOpen(always, at('2026-11-24T23:00:00Z'))).toBe(true)
    expect(closesAt(always, at('2026-11-24T12:00:00Z'))).toBeNull()
  })

  test('replaces the hours of a day by those of its exception, and finds an opening after many closed days', () => {
    const exceptions = Array.from({ length: 60 }, (_, index) => ({
      date: new Date(at('2026-11-23') + index * dayMs).toISOString().slice(0, 10),
      name: 'Winter break',
      spans: index === 1 ? [{ from: '10:00', to: '11:00' }] : [],
    }))
    const closed = { ...officeHours, exceptions }
    expect(toIso(opensAt(closed, at('2026-11-23T09:00:00Z')))).toBe('2026-11-24T09:00:00.000Z')
    expect(toIso(opensAt(closed, at('2026-11-24T10:00:00Z')))).toBe('2027-01-22T08:00:00.000Z')
  })

  test('without any span never opens', () => {
    expect(opensAt({ ...officeHours, week: noSpans }, at('2026-11-23T09:00:00Z'))).toBeNull()
  })

  test('follows the clock through the skipped and the repeated hour', () => {
    const nights = { ...officeHours, week: { ...noSpans, sunday: [{ from: '02:30', to: '04:00' }] } }
    // On 29 March 2026 the clock goes from 02:00 to 03:00, on 25 October from 03:00 to 02:00.
    expect(toIso(opensAt(nights, at('2026-03-28T12:00:00Z')))).toBe('2026-03-29T01:00:00.000Z')
    expect(toIso(opensAt(nights, at('2026-10-24T12:00:00Z')))).toBe('2026-10-25T00:30:00.000Z')
    expect(toIso(closesAt(nights, at('2026-10-25T00:30:00Z')))).toBe('2026-10-25T01:00:00.000Z')
    expect(toIso(opensAt(nights, at('2026-10-25T01:00:00Z')))).toBe('2026-10-25T01:30:00.000Z')
  })
})

test(`agrees with a walk from minute to minute over clock changes (${scheduleCount} schedules)`, {
  timeout: 600_000,
}, () => {
  const random = createRandom(20261123)
  const windows = timeZones.flatMap((timeZone) => createWindows(timeZone, random))
  let differences = 0
  for (let index = 0; index < scheduleCount; index++) {
    const window = windows[index % windows.length] as Window
    const schedule = createSchedule(window, random)
    const walk = walkMinutes(schedule, window)
    const changes = listChanges(schedule, window)
    const isEqual = JSON.stringify(changes) === JSON.stringify(walk.changes)
    const sampled = Array.from({ length: 20 }, () => Math.floor(random() * windowMinutes))
    const wrong = sampled.filter(
      (minute) => isOpen(schedule, window.start + (minute + random()) * minuteMs) !== walk.isOpen(minute),
    )
    const from = Math.floor(random() * windowMinutes)
    const to = from + Math.floor(random() * (windowMinutes - from))
    const openMinutes = measureOpenMinutes(
      schedule,
      window.start + from * minuteMs,
      window.start + to * minuteMs,
    )
    const walkedMinutes = Array.from({ length: to - from }, (_, minute) => walk.isOpen(from + minute)).filter(
      Boolean,
    ).length
    if (isEqual && wrong.length === 0 && openMinutes === walkedMinutes) continue
    differences++
    if (differences === 1)
      expect({ schedule, changes, wrong, openMinutes }).toEqual({
        schedule,
        changes: walk.changes,
        wrong: [],
        openMinutes: walkedMinutes,
      })
  }
  expect(differences).toBe(0)
})

function measureOpenMinutes(schedule: BusinessHours, from: number, to: number): number {
  const measure = createOpenTimes([{ projectId: null, validFrom: 0, schedule }])
  return (measure('', from, to) ?? Number.NaN) / minuteMs
}

/** Eight days around a clock change, with what the wall clock shows in each minute. */
type Window = { timeZone: string; start: number; dates: string[]; days: Uint8Array; minutes: Uint16Array }

function createWindows(timeZone: string, random: () => number): Window[] {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const noonHour = (day: number) => format.format(day * dayMs + dayMs / 2).slice(11)
  const firstDay = at('2011-01-01') / dayMs
  const changeDays = Array.from({ length: 17 * 365 }, (_, index) => firstDay + index).filter(
    (day) => noonHour(day) !== noonHour(day + 1) || format.format(day * dayMs).startsWith('2011-12-29'),
  )
  const chosen = Array.from({ length: windowsPerZone }, () => {
    return changeDays[Math.floor(random() * changeDays.length)] as number
  })
  const skippedDay = timeZone === 'Pacific/Apia' ? [at('2011-12-30') / dayMs] : []
  return [...chosen, ...skippedDay].map((day) => createWindow(timeZone, (day - 3) * dayMs, format))
}

function createWindow(timeZone: string, start: number, format: Intl.DateTimeFormat): Window {
  const dates: string[] = []
  const days = new Uint8Array(windowMinutes)
  const minutes = new Uint16Array(windowMinutes)
  for (let minute = 0; minute < windowMinutes; minute++) {
    const [date = '', time = ''] = format.format(start + minute * minuteMs).split(' ')
    let day = dates.indexOf(date)
    if (day < 0) day = dates.push(date) - 1
    days[minute] = day
    minutes[minute] = toMinutes(time)
  }
  return { timeZone, start, dates, days, minutes }
}

function createSchedule({ timeZone, dates }: Window, random: () => number): BusinessHours {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const createTime = () => {
    const minute = random() < 0.5 ? Math.floor(random() * 20) * 15 : Math.floor(random() * 1440)
    const [hours, rest] = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0'))
    return `${hours}:${rest}`
  }
  const createSpans = () =>
    Array.from({ length: pick([0, 1, 1, 2, 3]) }, () => ({ from: createTime(), to: createTime() }))
  const exceptionDates = new Set(Array.from({ length: pick([0, 0, 1, 3]) }, () => pick(dates)))
  const isEmpty = random() < 0.05
  return {
    timeZone,
    week: Object.fromEntries(
      weekdays.map((day) => [day, isEmpty ? [] : createSpans()]),
    ) as BusinessHours['week'],
    exceptions: [...exceptionDates].map((date) => ({ date, name: 'Other', spans: createSpans() })),
    outsideHours: 'ai',
  }
}

/** What each minute of the window is, straight from the definition: which minutes of each date are covered by a span. */
function walkMinutes(schedule: BusinessHours, { start, dates, days, minutes }: Window) {
  const covered = dates.map((date) => {
    const minutesOfDay = new Uint8Array(1440)
    for (const { from, to } of spansOf(schedule, date)) {
      let minute = toMinutes(from)
      do minutesOfDay[minute++] = 1
      while (minute < 1440 && minute !== toMinutes(to))
    }
    for (const { from, to } of spansOf(schedule, toDate(at(date) - dayMs))) {
      if (toMinutes(to) <= toMinutes(from)) minutesOfDay.fill(1, 0, toMinutes(to))
    }
    return minutesOfDay
  })
  const isOpenAt = (minute: number) => covered[days[minute] as number]?.[minutes[minute] as number] === 1
  const changes: string[] = []
  for (let minute = 1; minute < windowMinutes; minute++) {
    if (isOpenAt(minute) !== isOpenAt(minute - 1)) {
      changes.push(`${toIso(start + minute * minuteMs)} ${isOpenAt(minute) ? 'opens' : 'closes'}`)
    }
  }
  return { isOpen: isOpenAt, changes }
}

/** The same from the functions under test, from one change to the next. */
function listChanges(schedule: BusinessHours, { start }: Window): string[] {
  const changes: string[] = []
  const end = start + windowMinutes * minuteMs
  let instant = start
  for (;;) {
    const wasOpen = isOpen(schedule, instant)
    const next = wasOpen ? closesAt(schedule, instant) : opensAt(schedule, instant)
    if (next === null || next >= end) return changes
    changes.push(`${toIso(next)} ${wasOpen ? 'closes' : 'opens'}`)
    instant = next
  }
}

function spansOf({ week, exceptions }: BusinessHours, date: string): Span[] {
  const exception = exceptions.find((one) => one.date === date)
  if (exception) return exception.spans
  const name = new Date(date).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' }).toLowerCase()
  return week[name as keyof typeof week]
}

function toDate(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10)
}

function toMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}
