import { expect, test } from 'vitest'
import { getPeriod } from './periods.ts'

const now = Date.UTC(2026, 2, 1, 2, 30)

test.each([
  ['month', 'UTC', '2026-03-01', '2026-03-01'],
  ['month', 'America/New_York', '2026-02-01', '2026-02-28'],
  ['last-month', 'UTC', '2026-02-01', '2026-02-28'],
  ['last-month', 'America/New_York', '2026-01-01', '2026-01-31'],
  ['30-days', 'UTC', '2026-01-31', '2026-03-01'],
] as const)('%s in %s is %s to %s', (name, timeZone, from, to) => {
  expect(getPeriod(name, timeZone, now)).toEqual({ from, to })
})
