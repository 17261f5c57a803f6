import { addDays } from '@aichat/contracts/kit/dates'
import { expect, test } from 'vitest'
import { getPercentile, toWeekdayHours } from './overview.ts'
import { divideByMonths, getPrevious, listDays, listRanges } from './period.ts'

test('a percentile is the smallest value that the share does not exceed', () => {
  const of = (values: [number, number][], share: number) =>
    getPercentile(
      values.map(([value, total]) => ({ value, total })),
      share,
    )
  expect(of([], 0.5)).toBeNull()
  expect(of([[7, 1]], 0.9)).toBe(7)
  expect(
    of(
      [
        [20, 1],
        [10, 1],
      ],
      0.5,
    ),
  ).toBe(10)
  expect(
    of(
      [
        [10, 9],
        [100, 1],
      ],
      0.9,
    ),
  ).toBe(10)
  expect(
    of(
      [
        [10, 8],
        [100, 2],
      ],
      0.9,
    ),
  ).toBe(100)
  expect(
    of(
      [
        [10, 0],
        [100, 1],
      ],
      0.5,
    ),
  ).toBe(100)
})

test('hours of the week are in a row for each weekday', () => {
  const hours = toWeekdayHours([
    { measure: 'hour', value: 0, total: 3 },
    { measure: 'hour', value: 167, total: 4 },
    { measure: 'rating', value: 5, total: 9 },
  ])
  expect([hours.length, hours[0]?.[0], hours[6]?.[23], hours.flat().reduce((sum, one) => sum + one)]).toEqual(
    [7, 3, 4, 7],
  )
})

test.each([
  ['2026-01-05', '2026-01-20'],
  ['2026-01-01', '2026-01-31'],
  ['2026-01-01', '2026-02-27'],
  ['2025-12-15', '2026-03-01'],
  ['2024-02-29', '2025-02-28'],
  ['2026-01-31', '2026-02-01'],
  ['2026-02-01', '2026-02-28'],
  ['2026-03-31', '2026-03-31'],
])('the months and days of %s to %s are each of its days once', (from, to) => {
  const { months, days } = divideByMonths({ from, to })
  const ofMonths = listDays(months)
    .filter((day) => day.endsWith('-01'))
    .flatMap((first) =>
      listDays({ from: first, to: addDays(first, 31) }).filter(
        (day) => day.slice(0, 7) === first.slice(0, 7),
      ),
    )
  expect([...days.flatMap(listDays), ...ofMonths].sort()).toEqual(listDays({ from, to }))
})

test.each([
  ['2026-01-05', '2026-01-20', false],
  ['2026-01-02', '2026-01-29', false],
  ['2026-01-15', '2026-02-10', false],
  ['2026-01-31', '2026-02-01', false],
  ['2026-02-01', '2026-02-28', false],
  ['2025-10-05', '2025-11-01', false],
  ['2025-12-03', '2026-03-28', false],
  ['2026-03-31', '2026-03-31', false],
  ['2026-01-03', '2026-01-03', true],
  ['2025-11-02', '2025-11-20', true],
  ['2025-02-10', '2026-02-09', true],
])(
  'the sums of %s to %s contain each of its days once, and no other (current: %s)',
  (from, to, isCurrent) => {
    const counted = new Map<string, number>()
    const add = (day: string, sign: number) => counted.set(day, (counted.get(day) ?? 0) + sign)
    for (const { unit, sign, ...range } of listRanges({ from, to, isCurrent }))
      for (const day of listDays(range)) {
        if (unit === 'day') add(day, sign)
        else if (day.endsWith('-01'))
          for (const one of listDays({ from: day, to: addDays(day, 30) }))
            if (one.slice(0, 7) === day.slice(0, 7) && !(isCurrent && one > to)) add(one, sign)
      }
    const days = [...counted].filter(([, sign]) => sign !== 0)
    expect(days.every(([, sign]) => sign === 1)).toBe(true)
    expect(days.map(([day]) => day).sort()).toEqual(listDays({ from, to }))
  },
)

test('a part that is nearly a month is the month without its other days', () => {
  expect(listRanges({ from: '2025-11-02', to: '2025-11-29', isCurrent: true })).toEqual([
    { unit: 'month', sign: 1, from: '2025-11-01', to: '2025-11-01' },
    { unit: 'day', sign: -1, from: '2025-11-01', to: '2025-11-01' },
  ])
  for (const [from, to] of [
    ['2025-11-02', '2025-11-12'],
    ['2025-11-02', '2025-11-29'],
    ['2025-10-18', '2025-11-14'],
  ] as const)
    expect(listRanges({ from, to })).toEqual([{ unit: 'day', sign: 1, from, to }])
})

test('the last month of a current period is counted as a whole, and of the period before day by day', () => {
  const current = { from: '2026-01-30', to: '2026-03-05', isCurrent: true }
  expect(divideByMonths(current)).toMatchObject({
    months: { from: '2026-02-01', to: '2026-03-01' },
    days: [{ from: '2026-01-30', to: '2026-01-31' }, { from: '2026-04-01' }],
  })
  expect(divideByMonths({ ...current, isCurrent: false })).toMatchObject({
    months: { from: '2026-02-01', to: '2026-02-01' },
    days: [{ from: '2026-01-30' }, { from: '2026-03-01', to: '2026-03-05' }],
  })
  expect(getPrevious(current, 35)).toEqual({ from: '2025-12-26', to: '2026-01-29', isCurrent: false })
})
