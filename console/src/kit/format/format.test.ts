import { expect, test } from 'vitest'
import {
  formatBadgeCount,
  formatDay,
  formatRelativeTime,
  formatTimeAgo,
  initials,
  truncate,
  truncateMiddle,
} from './format.ts'
import { formatCount } from './format-count.ts'
import { formatLanguage } from './format-language.ts'

const now = Date.parse('2026-01-10T12:00:00Z')
const before = (milliseconds: number) => new Date(now - milliseconds).toISOString()

test('formats times within a day as short relative times', () => {
  expect(formatRelativeTime(before(5_000), now)).toBe('now')
  expect(formatRelativeTime(before(2 * 60_000), now)).toBe('2m')
  expect(formatRelativeTime(before(3 * 3_600_000), now)).toBe('3h')
})

test('formats times for use in a sentence', () => {
  expect(formatTimeAgo(before(5_000), now)).toBe('just now')
  expect(formatTimeAgo(before(6 * 60_000), now)).toBe('6 min ago')
  expect(formatTimeAgo(before(3 * 3_600_000), now)).toBe('3 h ago')
  expect(formatTimeAgo(before(2 * 86_400_000), now)).toMatch(/^on \w/)
})

test('names today and yesterday', () => {
  const noon = new Date(2026, 0, 10, 12).getTime()
  expect(formatDay(new Date(2026, 0, 10, 1).toISOString(), noon)).toBe('Today')
  expect(formatDay(new Date(2026, 0, 9, 23).toISOString(), noon)).toBe('Yesterday')
})

test('names the year of a day in another year', () => {
  const noon = new Date(2026, 10, 30, 12).getTime()
  const thisYear = new Date(2026, 10, 20).toISOString()
  // The same date and weekday.
  const otherYear = new Date(2020, 10, 20).toISOString()
  expect(formatDay(thisYear, noon)).not.toContain('2026')
  expect(formatDay(otherYear, noon)).toContain('2020')
  expect(formatRelativeTime(thisYear, noon)).not.toContain('2026')
  expect(formatRelativeTime(otherYear, noon)).toContain('2020')
  expect(formatTimeAgo(otherYear, noon)).toMatch(/^on .*2020/)
})

test('truncates text at whole characters', () => {
  expect(truncate('a'.repeat(140), 140)).toBe('a'.repeat(140))
  expect(truncate('a'.repeat(141), 140)).toBe(`${'a'.repeat(140)}…`)
  expect(truncate('👍👍👍', 2)).toBe('👍👍…')
})

test('derives initials from names', () => {
  expect(initials('ada byron lovelace')).toBe('AL')
  expect(initials('Guest Visitor')).toBe('GV')
  expect(initials('')).toBe('?')
})

test('shortens keys and caps counts', () => {
  expect(truncateMiddle('pk_0123456789abcdef')).toBe('pk_0123456…cdef')
  expect(formatBadgeCount(99)).toBe('99')
  expect(formatBadgeCount(100)).toBe('99+')
})

test('formats counts with their noun', () => {
  expect([0, 1, 2, 1200].map((count) => formatCount(count, 'page'))).toEqual([
    '0 pages',
    '1 page',
    '2 pages',
    `${(1200).toLocaleString()} pages`,
  ])
})

test('formats language codes by name', () => {
  expect(['de', 'pt-BR', 'zh-Hans', 'x'].map(formatLanguage)).toEqual([
    'German',
    'Brazilian Portuguese',
    'Simplified Chinese',
    'x',
  ])
})
