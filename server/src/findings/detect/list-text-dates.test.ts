import { expect, test } from 'vitest'
import { listTextDates } from './list-text-dates.ts'

const writtenAt = new Date('2026-06-10T09:00:00Z')
const list = (text: string, written: Date | null = writtenAt) =>
  listTextDates(text, written).map(({ start, end, endsAt }) => ({
    text: text.slice(start, end),
    last: new Date(endsAt - 1).toISOString().slice(0, 10),
  }))

test.each([
  ['Open until 3 July 2026.', '3 July 2026', '2026-07-03'],
  ['Released in spring 2026.', 'spring 2026', '2026-05-31'],
  ['Winter 2025: closed.', 'Winter 2025', '2026-02-28'],
  ['Ab Oktober 2026 in Wels.', 'Oktober 2026', '2026-10-31'],
  ['Planned for the third quarter of 2026.', 'third quarter of 2026', '2026-09-30'],
  ['Prices of 2025.', '2025', '2025-12-31'],
])('%s', (text, shown, last) => {
  expect(list(text, null)).toEqual([{ text: shown, last }])
})

test.each([
  ['Closed until mid-August.', 'August', '2026-08-31'],
  ['Sommeraktion bis 31.8.: elf statt zehn', '31.8.', '2026-08-31'],
  ['From 5 February we are back.', '5 February', '2027-02-05'],
])('the year of "%s" is the one that follows the time of writing', (text, shown, last) => {
  expect(list(text)).toEqual([{ text: shown, last }])
  expect(list(text, null)).toEqual([])
})

test('a date without a year that may be one of last year is left out', () => {
  expect(list('Register until 1 May.')).toEqual([])
})

test('dates without a year have the only year of the text', () => {
  expect(list('Easter 2025, from 18 to 21 April', null).map(({ last }) => last)).toEqual([
    '2025-04-30',
    '2025-04-21',
  ])
})
