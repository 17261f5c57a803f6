import type { QuietHours } from '@aichat/contracts/company/notifications'
import { closesAt } from '../hours/calendar.ts'

/** When the quiet hours at `now` end, and null outside of them. Both are Unix times in milliseconds. */
export function findQuietEnd({ from, to, timeZone }: QuietHours, now: number): number | null {
  const day = [{ from, to }]
  const week = {
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: day,
    saturday: day,
    sunday: day,
  }
  return closesAt({ timeZone, week, exceptions: [] }, now)
}
