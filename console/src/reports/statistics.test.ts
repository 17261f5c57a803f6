import type { ReportOverview } from '@aichat/contracts/company/reports'
import { expect, test } from 'vitest'
import { getBefore, getInterval, groupDays } from './statistics.ts'

test.each([
  // Computed with SciPy: binomtest(count, cases).proportion_ci(method='wilson')
  [0, 10, 0, 0.2775],
  [4, 10, 0.1682, 0.6873],
  [10, 10, 0.7225, 1],
  [25, 137, 0.1268, 0.2555],
  [100, 199, 0.4337, 0.5713],
])('the interval of %i of %i is %f to %f', (count, cases, low, high) => {
  const interval = getInterval(count, cases)
  expect(interval?.[0]).toBeCloseTo(low, 3)
  expect(interval?.[1]).toBeCloseTo(high, 3)
})

test('there is no interval without cases, and none from 200 cases on', () => {
  expect(getInterval(0, 0)).toBeNull()
  expect(getInterval(50, 200)).toBeNull()
})

test('a period is compared with the one before, a single day with none', () => {
  const counts = { conversations: 10, quiet: 4 }
  const report = { from: '2026-01-08', to: '2026-01-14', previous: counts } as ReportOverview
  expect(getBefore(report, 'quiet')).toEqual({ count: 4, cases: 10 })
  expect(getBefore({ ...report, from: report.to }, 'quiet')).toBeUndefined()
  expect(
    getBefore({ ...report, previous: { ...report.previous, conversations: 0 } }, 'quiet'),
  ).toBeUndefined()
})

test('more than 92 days are joined to weeks that end with the period', () => {
  const days = (count: number) => Array.from({ length: count }, (_, index) => ({ day: String(index) }))
  expect(groupDays(days(92))).toHaveLength(92)
  const weeks = groupDays(days(93))
  expect(weeks).toHaveLength(14)
  expect(weeks[0]?.days).toHaveLength(2)
  expect(weeks.at(-1)).toMatchObject({ from: '86', to: '92' })
  expect(weeks.flatMap((week) => week.days)).toEqual(days(93))
  expect(groupDays([])).toEqual([])
})
