const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

// Created once: constructing a formatter costs a hundred times as much as using it, and a transcript formats every message.
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short' })
const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const weekdayAndDate = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
})
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const dateAndClock = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Short and relative within a day ("2m", "3h"), then the weekday, then the date. */
export function formatRelativeTime(iso: string, now = Date.now()): string {
  const then = new Date(iso)
  const age = now - then.getTime()
  if (age < minute) return 'now'
  if (age < hour) return `${Math.floor(age / minute)}m`
  if (age < day) return `${Math.floor(age / hour)}h`
  return (age < 7 * day ? weekday : date).format(then)
}

/** Like `formatRelativeTime`, for use in a sentence: "just now", "6 min ago", "on Fri". */
export function formatTimeAgo(iso: string, now = Date.now()): string {
  const then = new Date(iso)
  const age = now - then.getTime()
  if (age < minute) return 'just now'
  if (age < hour) return `${Math.floor(age / minute)} min ago`
  if (age < day) return `${Math.floor(age / hour)} h ago`
  return `on ${(age < 7 * day ? weekday : date).format(then)}`
}

export function formatTime(iso: string): string {
  return clock.format(new Date(iso))
}

export function formatDateTime(iso: string): string {
  return dateAndClock.format(new Date(iso))
}

/** "Today", "Yesterday" or "Fri 20 Nov". */
export function formatDay(iso: string, now = new Date()): string {
  const then = new Date(iso)
  const days = Math.round((startOfDay(now) - startOfDay(then)) / day)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return weekdayAndDate.format(then)
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

function startOfDay(date: Date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
