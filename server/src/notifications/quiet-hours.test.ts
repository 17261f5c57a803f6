import { expect, test } from 'vitest'
import { findQuietEnd } from './quiet-hours.ts'

const quietHours = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' }

test.each([
  ['2026-11-29T20:59:00Z', null],
  ['2026-11-29T21:00:00Z', '2026-11-30T06:00:00Z'],
  ['2026-11-30T03:30:20Z', '2026-11-30T06:00:00Z'],
  ['2026-11-30T06:00:00Z', null],
  // The clock goes back at 01:00 UTC.
  ['2026-10-24T21:00:00Z', '2026-10-25T06:00:00Z'],
])('at %s quiet hours from 22:00 to 07:00 in Berlin end at %s', (now, end) => {
  expect(findQuietEnd(quietHours, Date.parse(now))).toBe(end && Date.parse(end))
})

test('quiet hours within a day have an end on that day', () => {
  const lunch = { from: '12:00', to: '13:30', timeZone: 'UTC' }
  expect(findQuietEnd(lunch, Date.parse('2026-11-29T12:10:00Z'))).toBe(Date.parse('2026-11-29T13:30:00Z'))
  expect(findQuietEnd(lunch, Date.parse('2026-11-29T13:30:00Z'))).toBeNull()
})
