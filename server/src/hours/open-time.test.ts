import { type BusinessHours, weekdays } from '@aichat/contracts/company/hours'
import { expect, test } from 'vitest'
import { createOpenTimes } from './open-time.ts'
import type { HoursVersion } from './store.ts'

const hourMs = 3_600_000
const at = (time: string) => Date.parse(`2026-06-${time}:00Z`)

function openFrom(from: string, to: string): BusinessHours {
  const week = Object.fromEntries(weekdays.map((day) => [day, [{ from, to }]])) as BusinessHours['week']
  return { timeZone: 'UTC', week, exceptions: [], outsideHours: 'ai' }
}

const version = (
  validFrom: string,
  schedule: BusinessHours | null,
  projectId: string | null = null,
): HoursVersion => ({ projectId, validFrom: at(validFrom), schedule })

test('a wait is measured within business hours, over nights and with parts of an hour', () => {
  const measure = createOpenTimes([version('01T00:00', openFrom('09:00', '17:00'))])
  expect(measure('a', at('02T16:30'), at('03T09:15'))).toBe(0.75 * hourMs)
  expect(measure('a', at('02T16:30'), at('04T09:15'))).toBe(8.75 * hourMs)
  expect(measure('a', at('02T18:00'), at('02T22:00'))).toBe(0)
  expect(measure('a', at('02T10:00'), at('02T10:00'))).toBe(0)
})

test('the hours that applied when the wait began count, also after a change', () => {
  const measure = createOpenTimes([
    version('02T00:00', openFrom('09:00', '17:00')),
    version('03T00:00', openFrom('09:00', '12:00')),
  ])
  expect(measure('a', at('01T10:00'), at('02T11:00'))).toBeNull()
  expect(measure('a', at('02T16:00'), at('03T13:00'))).toBe(5 * hourMs)
  expect(measure('a', at('03T00:00'), at('03T13:00'))).toBe(3 * hourMs)
})

test('a project has its own hours until they are deleted', () => {
  const measure = createOpenTimes([
    version('01T00:00', openFrom('09:00', '17:00')),
    version('02T00:00', openFrom('10:00', '11:00'), 'a'),
    version('03T00:00', null, 'a'),
    version('04T00:00', null),
  ])
  const whole = (projectId: string, day: string) => measure(projectId, at(`${day}T00:00`), at(`${day}T23:59`))
  expect(['01', '02', '03', '04'].map((day) => whole('a', day))).toEqual([
    8 * hourMs,
    hourMs,
    8 * hourMs,
    null,
  ])
  expect(whole('b', '02')).toBe(8 * hourMs)
})
