/** Whether a text is a day of the calendar like 2026-01-31. `Date` reads 2026-02-30 as a day of March. */
export function isDate(text: string): boolean {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(text) : new Date(Number.NaN)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
