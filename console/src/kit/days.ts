const dayMs = 86_400_000

/** Days like 2026-01-31, inclusive. */
export type Period = { from: string; to: string }

/** The day in a time zone, like 2026-01-31. */
export function toDay(time: number, timeZone: string): string {
  // The format of Sweden is that of ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(time)
}

/** How many days a period has; 0 or less when its first day is after its last. */
export function countDays({ from, to }: Period): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
}
