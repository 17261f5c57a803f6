const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

// Created once: constructing a formatter costs a hundred times as much as using it, and a transcript formats every message.
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short' })
const date = createDateFormat({ day: 'numeric', month: 'short' })
const weekdayAndDate = createDateFormat({ weekday: 'short', day: 'numeric', month: 'short' })
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const dateAndClock = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Short and relative within a day ("2m", "3h"), then the weekday, then the date. */
export function formatRelativeTime(iso: string, now: number): string {
  const age = now - Date.parse(iso)
  if (age < minute) return 'now'
  if (age < hour) return `${Math.floor(age / minute)}m`
  if (age < day) return `${Math.floor(age / hour)}h`
  return formatOlder(iso, now)
}

/** Like `formatRelativeTime`, for use in a sentence: "just now", "6 min ago", "on Fri". */
export function formatTimeAgo(iso: string, now: number): string {
  const age = now - Date.parse(iso)
  if (age < minute) return 'just now'
  if (age < hour) return `${Math.floor(age / minute)} min ago`
  if (age < day) return `${Math.floor(age / hour)} h ago`
  return `on ${formatOlder(iso, now)}`
}

export function formatTime(iso: string): string {
  return clock.format(new Date(iso))
}

export function formatDateTime(iso: string): string {
  return dateAndClock.format(new Date(iso))
}

/** "Today", "Yesterday", "Fri, Nov 20", or with the year if it is another one. */
export function formatDay(iso: string, now: number): string {
  const days = Math.round((startOfDay(new Date(now)) - startOfDay(new Date(iso))) / day)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return weekdayAndDate(iso, now)
}

export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = [...(words[0] ?? '')][0] ?? '?'
  const last = words.length > 1 ? ([...words.at(-1)!][0] ?? '') : ''
  return (first + last).toUpperCase()
}

/** At most `maxLength` characters, then an ellipsis. Never splits a surrogate pair. */
export function truncate(text: string, maxLength: number): string {
  const characters = [...text]
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength).join('').trimEnd()}…`
}

/** Shortens a key to its first and last characters: "pk_9f…2c". */
export function truncateMiddle(text: string, head = 10, tail = 4): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`
}

/** Caps a count at "99+". */
export function formatBadgeCount(count: number): string {
  return count > 99 ? '99+' : String(count)
}

/** Removes the scheme and a trailing slash: "https://acme.com/" → "acme.com". */
export function stripScheme(url: string): string {
  return url.replace(/^https?:\/\//i, '').replace(/\/$/, '')
}

function formatOlder(iso: string, now: number): string {
  return now - Date.parse(iso) < 7 * day ? weekday.format(new Date(iso)) : date(iso, now)
}

/** Returns a function that formats a date, with the year unless it is the current one. */
function createDateFormat(options: Intl.DateTimeFormatOptions) {
  const withoutYear = new Intl.DateTimeFormat(undefined, options)
  const withYear = new Intl.DateTimeFormat(undefined, { ...options, year: 'numeric' })
  return (iso: string, now: number) => {
    const then = new Date(iso)
    const isThisYear = then.getFullYear() === new Date(now).getFullYear()
    return (isThisYear ? withoutYear : withYear).format(then)
  }
}

function startOfDay(date: Date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
