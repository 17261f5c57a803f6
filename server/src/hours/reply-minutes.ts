import type { BusinessHours } from '@aichat/contracts/company/hours'
import { isOpen } from './calendar.ts'
import type { FirstReply } from './store.ts'

const minReplies = 20
const maxMinutes = 24 * 60
/** What a visitor reads as "about": these, and whole hours. */
const steps = [1, 2, 3, 4, 5, 10, 15, 20, 30, 45]

/**
 * The usual wait of visitors who wrote while the schedule was open, rounded up: the median, so that single long waits do not count.
 * Null for fewer than 20 replies, and for more than a day.
 */
export function getReplyMinutes(replies: readonly FirstReply[], hours: BusinessHours): number | null {
  const waits = replies
    .filter(({ askedAt }) => isOpen(hours, Date.parse(askedAt)))
    .map(({ seconds }) => seconds)
    .sort((one, other) => one - other)
  if (waits.length < minReplies) return null
  const minutes = (waits[Math.floor((waits.length - 1) / 2)] ?? 0) / 60
  const rounded = steps.find((step) => minutes <= step) ?? Math.ceil(minutes / 60) * 60
  return rounded > maxMinutes ? null : rounded
}
