import * as z from 'zod/mini'

/**
 * Whether a text is a day like 2026-01-31, of the years 1000 to 8999: PostgreSQL and JavaScript write days around other years
 * differently. `Date` reads 2026-02-30 as a day of March.
 */
export function isDate(text: string): boolean {
  const date = /^[1-8]\d{3}-\d\d-\d\d$/.test(text) ? new Date(text) : new Date(Number.NaN)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The day after `count` days. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
}

export const dateSentences = { day: 'Enter a day, like 2026-01-31' } as const

/** A day of the company's time zone. A time after it is ignored. */
export const day = z.string(dateSentences.day).check(
  z.regex(/^\d{4}-\d{2}-\d{2}(T.*)?$/, dateSentences.day),
  z.overwrite<string>((text) => text.slice(0, 10)),
  z.refine(isDate, dateSentences.day),
)
