import * as z from 'zod/mini'

/** Whether a text is a day of the calendar like 2026-01-31. `Date` reads 2026-02-30 as a day of March. */
export function isDate(text: string): boolean {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(text) : new Date(Number.NaN)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

export const dateSentences = { day: 'Enter a day, like 2026-01-31' } as const

/** A day of the company's time zone. A time after it is ignored. */
export const day = z.string(dateSentences.day).check(
  z.regex(/^\d{4}-\d{2}-\d{2}(T.*)?$/, dateSentences.day),
  z.overwrite<string>((text) => text.slice(0, 10)),
  // PostgreSQL and JavaScript write other years differently, also those of days around it.
  z.refine((text) => isDate(text) && text >= '1000' && text < '9000', dateSentences.day),
)
