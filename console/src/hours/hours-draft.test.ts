import { type BusinessHours, businessHours } from '@aichat/contracts/company/hours'
import { describe, expect, test } from 'vitest'
import {
  formatSpans,
  fromDraft,
  hoursSentence,
  listNextDays,
  parseSpans,
  toDraft,
  validateDraft,
} from './hours-draft.ts'

const day = [{ from: '09:00', to: '17:00' }]
const hours: BusinessHours = {
  timeZone: 'Pacific/Auckland',
  week: { monday: day, tuesday: day, wednesday: [], thursday: day, friday: day, saturday: [], sunday: [] },
  exceptions: [
    { date: '2026-12-25', name: 'Christmas Day', spans: [] },
    { date: '2026-11-25', name: 'Open day', spans: [{ from: '18:00', to: '00:00' }] },
  ],
  outsideHours: 'form',
}

describe('parseSpans', () => {
  test.each([
    ['', []],
    ['Closed', []],
    ['9-17', ['09:00–17:00']],
    ['9:00–12:00, 13:30—17:00', ['09:00–12:00', '13:30–17:00']],
    ['9am to 5.30 pm', ['09:00–17:30']],
    ['12 am - 12 pm', ['00:00–12:00']],
    ['22:00-2:00', ['22:00–02:00']],
    ['0-24', ['00:00–24:00']],
    ['24 hours', ['00:00–24:00']],
  ])('reads %j', (text, spans) => {
    expect(parseSpans(text)?.map((span) => formatSpans([span]))).toEqual(spans)
  })

  test.each(['9', '9-', '9-12-17', '25-26', '9:60-17', '24:30-25', '13pm-14', 'nine to five', '9-17 Monday'])(
    'refuses %j',
    (text) => {
      expect(parseSpans(text)).toBeNull()
    },
  )
})

test('a draft gives back the hours that it was made of, with exceptions by date', () => {
  const restored = fromDraft(toDraft(hours))
  expect(restored).toEqual({ ...hours, exceptions: hours.exceptions.toReversed() })
  expect(businessHours.safeParse(restored).success).toBe(true)
})

test('every wrong field of a draft is named', () => {
  const draft = toDraft(hours)
  const [first, second] = draft.exceptions
  const errors = validateDraft({
    ...draft,
    week: { ...draft.week, monday: 'early' },
    exceptions: [
      { ...first!, name: ' ' },
      { ...second!, id: 7, date: first!.date, hours: 'x' },
      { ...second!, id: 8, date: '' },
    ],
  })
  expect([...errors.keys()]).toEqual(['monday', `${first!.id} name`, '7 date', '7 hours', '8 date'])
  expect(errors.get('monday')).toBe(hoursSentence)
})

test('the next days begin with the day of the time zone', () => {
  expect(listNextDays(hours, new Date('2026-11-23T12:00:00Z')).slice(0, 3)).toEqual([
    { date: '2026-11-24', hours: '09:00–17:00', name: '' },
    { date: '2026-11-25', hours: '18:00–24:00', name: 'Open day' },
    { date: '2026-11-26', hours: '09:00–17:00', name: '' },
  ])
})
