import { expect, test } from 'vitest'
import { badgeCount, cut, dayName, initials, middleCut, shortTime } from './words.ts'

const now = Date.parse('2026-01-10T12:00:00Z')
const before = (milliseconds: number) => new Date(now - milliseconds).toISOString()

test('times are short and relative within a day', () => {
  expect(shortTime(before(5_000), now)).toBe('now')
  expect(shortTime(before(2 * 60_000), now)).toBe('2m')
  expect(shortTime(before(3 * 3_600_000), now)).toBe('3h')
})

test('days have names', () => {
  const noon = new Date(2026, 0, 10, 12)
  expect(dayName(new Date(2026, 0, 10, 1).toISOString(), noon)).toBe('Today')
  expect(dayName(new Date(2026, 0, 9, 23).toISOString(), noon)).toBe('Yesterday')
})

test('text is cut at whole characters', () => {
  expect(cut('a'.repeat(140), 140)).toBe('a'.repeat(140))
  expect(cut('a'.repeat(141), 140)).toBe(`${'a'.repeat(140)}…`)
  expect(cut('👍👍👍', 2)).toBe('👍👍…')
})

test('names become initials', () => {
  expect(initials('ada byron lovelace')).toBe('AL')
  expect(initials('Guest Visitor')).toBe('GV')
  expect(initials('')).toBe('?')
})

test('keys and counts stay short', () => {
  expect(middleCut('pk_0123456789abcdef')).toBe('pk_0123456…cdef')
  expect(badgeCount(99)).toBe('99')
  expect(badgeCount(100)).toBe('99+')
})
