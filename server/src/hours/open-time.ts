import { dayMs, listOpenIntervals, type Schedule } from './calendar.ts'
import type { HoursVersion } from './store.ts'

/** The milliseconds between two instants in which the business hours were open. */
type MeasureOpenMs = (from: number, to: number) => number

/**
 * Measures waits in business hours: those that applied to the project when the wait began, also if they have changed since. Null where
 * there were none. `versions` are in order of time.
 */
export function createOpenTimes(
  versions: readonly HoursVersion[],
): (projectId: string, from: number, to: number) => number | null {
  const measures = new Map<Schedule, MeasureOpenMs>()

  function findSchedule(projectId: string | null, at: number): Schedule | null {
    const version = versions.findLast((one) => one.projectId === projectId && one.validFrom <= at)
    return version?.schedule ?? null
  }

  return (projectId, from, to) => {
    const schedule = findSchedule(projectId, from) ?? findSchedule(null, from)
    if (!schedule) return null
    const measure = measures.get(schedule) ?? createMeasure(schedule)
    measures.set(schedule, measure)
    return measure(from, to)
  }
}

/** Computes the intervals of each day once. */
function createMeasure(schedule: Schedule): MeasureOpenMs {
  const days = new Map<number, ReturnType<typeof listOpenIntervals>>()
  return (from, to) => {
    let sum = 0
    for (let day = Math.floor(from / dayMs); day * dayMs < to; day++) {
      const intervals = days.get(day) ?? listOpenIntervals(schedule, day)
      days.set(day, intervals)
      for (const { start, end } of intervals) sum += Math.max(0, Math.min(end, to) - Math.max(start, from))
    }
    return sum
  }
}
