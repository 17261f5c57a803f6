import { words } from './words.ts'

export function clockTime(time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime())
    ? ''
    : date.toLocaleTimeString(getLocale(), { hour: '2-digit', minute: '2-digit' })
}

/** Empty if the time is invalid. */
export function dayName(time: string, now: Date): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return ''
  const days = daysBetween(date, now)
  if (days === 0) return words.today
  if (days === 1) return words.yesterday
  return date.toLocaleDateString(getLocale(), { weekday: 'short', day: 'numeric', month: 'short' })
}

/** By the calendar: 1 for tomorrow. */
export function daysBetween(from: Date, to: Date): number {
  return Math.round((midnight(to) - midnight(from)) / 86_400_000)
}

/** The chat's language as the visitor's browser has it, such as en-GB, whose hours differ from those of en-US. */
export function getLocale(): string {
  const { lang } = document.documentElement
  return navigator.languages.find((one) => one.slice(0, 2) === lang) ?? (lang || 'en')
}

function midnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
