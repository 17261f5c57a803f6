import { type BusinessHours, weekdays } from '@aichat/contracts/company/hours'
import { expect, test } from 'vitest'
import { describeHours } from './describe-hours.ts'

const nineToFive = [{ from: '09:00', to: '17:00' }]
const hours: BusinessHours = {
  timeZone: 'Asia/Tokyo',
  week: {
    ...(Object.fromEntries(weekdays.map((day) => [day, nineToFive])) as BusinessHours['week']),
    tuesday: [
      { from: '08:00', to: '12:00' },
      { from: '13:00', to: '17:30' },
    ],
  },
  exceptions: [{ date: '2026-11-25', name: 'Founding day', spans: [] }],
  outsideHours: 'ai',
}

test.each([
  // 23:30 UTC on Monday is 08:30 on Tuesday in Tokyo.
  [
    '2026-11-23T23:30:00Z',
    'Today the team is open from 08:00 to 12:00 and from 13:00 to 17:30. The team opens again on Tuesday 24 November 2026 at 13:00.',
  ],
  [
    '2026-11-24T09:00:00Z',
    'Today the team is open from 08:00 to 12:00 and from 13:00 to 17:30. The team opens again on Thursday 26 November 2026 at 09:00.',
  ],
  [
    '2026-11-25T09:00:00Z',
    'Today the team is closed (Founding day). The team opens again on Thursday 26 November 2026 at 09:00.',
  ],
])('at %s the line names the hours of today and the next opening', (time, line) => {
  expect(describeHours(hours, Date.parse(time)).replaceAll(/(day),/g, '$1')).toBe(line)
})

test('without an opening ahead the line has none', () => {
  const week = Object.fromEntries(weekdays.map((day) => [day, []])) as unknown as BusinessHours['week']
  expect(describeHours({ ...hours, week }, Date.parse('2026-11-23T23:30:00Z'))).toBe(
    'Today the team is closed.',
  )
})
