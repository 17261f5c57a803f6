import type { PublicHours } from '@aichat/contracts/company/hours'
import { daysBetween, getLocale } from './time.ts'
import { words } from './words.ts'

type WithHours = { hours: PublicHours | null }

/** When the visitor can expect a person, while none is online: "Back tomorrow at 9:00". Empty if that is not known. */
export function getAvailability({ hours }: WithHours, now = new Date()): string {
  if (!hours) return ''
  if (hours.isOpen) return hours.replyMinutes ? formatReplyTime(hours.replyMinutes) : ''
  return hours.opensAt ? formatReturn(new Date(hours.opensAt), now) : ''
}

/** Whether the schedule is closed and the company has chosen this for the time. */
export function isAway({ hours }: WithHours, mode: PublicHours['outsideHours']): boolean {
  return hours !== null && !hours.isOpen && hours.outsideHours === mode
}

function formatReplyTime(minutes: number): string {
  const [value, unit] = minutes < 60 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour']
  const format = new Intl.NumberFormat(getLocale(), { style: 'unit', unit, unitDisplay: 'long' })
  return words.usuallyReply.replace('{time}', format.format(value))
}

/** In the time zone of the visitor's browser. */
function formatReturn(date: Date, now: Date): string {
  const days = daysBetween(now, date)
  const template = days === 0 ? words.backToday : days === 1 ? words.backTomorrow : words.backOn
  const day = days < 7 ? {} : ({ day: 'numeric', month: 'long' } as const)
  const time = date.toLocaleTimeString(getLocale(), { hour: 'numeric', minute: '2-digit' })
  return template
    .replace('{day}', date.toLocaleDateString(getLocale(), { weekday: 'long', ...day }))
    .replace('{time}', time.replace(' ', '\u00a0'))
}
