import type { Weekday } from './calendar.ts'
import type { Figure } from './extract-figures.ts'
import { factPatterns } from './fact-words.ts'

/** What a text says about all hours or all days, such as "24/7" and "daily". Null where it says nothing. */
export type Schedule = {
  roundTheClock: string | null
  everyDay: string | null
  /** Whether it states a frequency that "daily" can repeat: "per day", "every night". */
  hasFrequency: boolean
}

const roundTheClock = new RegExp(factPatterns.roundTheClock, 'iu')
const everyDay = new RegExp(factPatterns.everyDay, 'iu')
const perDay = new RegExp(factPatterns.perDay, 'iu')

export function extractSchedule(text: string): Schedule {
  return {
    roundTheClock: roundTheClock.exec(text)?.[0] ?? null,
    everyDay: everyDay.exec(text)?.[0] ?? null,
    hasFrequency: perDay.test(text),
  }
}

type Stated = { schedule: Schedule; weekdays: Weekday[] }

/** "24/7" needs all hours in the material. "Daily" is refused where the material names weekdays, but not all of them. */
export function findUnsupportedSchedule(claimed: Stated, material: Stated): string[] {
  const { roundTheClock: allHours, everyDay: allDays } = claimed.schedule
  const namesWeekdays = claimed.weekdays.some((one) => !one.isEveryDay)
  return [
    ...(allHours !== null && material.schedule.roundTheClock === null ? [allHours] : []),
    ...(allDays !== null && !namesWeekdays && !supportsEveryDay(material) ? [allDays] : []),
  ]
}

function supportsEveryDay({ schedule, weekdays }: Stated): boolean {
  const days = new Set(weekdays.map(({ number }) => number))
  return schedule.everyDay !== null || schedule.hasFrequency || days.size === 0 || days.size === 7
}

const hour = 3600

/** "24 hours" and "7 days" are other words for the same. */
export function listScheduleFigures({ roundTheClock: allHours, everyDay: allDays }: Schedule): Figure[] {
  const create = (text: string, raw: number, value: number): Figure => ({
    text,
    raw,
    readings: [{ dimension: 'time', value }],
    isBare: false,
    isCounting: false,
    isUnchecked: true,
  })
  return [
    ...(allHours === null ? [] : [create(allHours, 24, 24 * hour)]),
    ...(allHours === null && allDays === null ? [] : [create(allDays ?? '', 7, 7 * 24 * hour)]),
  ]
}
