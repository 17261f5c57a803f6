import { type CalendarDate, extractDates } from '../../replies/facts/calendar.ts'
import type { Range } from './types.ts'

/** A date in a text with its possible readings, in the order of the text. */
export type FoundDate = Range & { readings: CalendarDate[] }

/** "3.1.10" is the number of a section or a version more often than a day. */
const sectionNumber = /^\d\.\d{1,2}\.\d\d$/

export function findDates(text: string): FoundDate[] {
  const found: FoundDate[] = []
  const taken = new Set<number>()
  for (const readings of extractDates(text).found) {
    const shown = readings[0]?.text ?? ''
    let start = text.indexOf(shown)
    while (start >= 0 && taken.has(start)) start = text.indexOf(shown, start + 1)
    if (start < 0 || shown === '') continue
    taken.add(start)
    if (sectionNumber.test(shown)) continue
    found.push({ start, end: start + shown.length, readings })
  }
  return found.sort((a, b) => a.start - b.start)
}
