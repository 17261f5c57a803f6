import { expect, test } from 'vitest'
import { findPastDates } from './find-past-dates.ts'

const now = new Date('2026-11-22T12:00:00Z')

function list(text: string, writtenAt: string | null = '2026-05-04T08:00:00Z'): string[] {
  const sections = [{ headings: [], text }]
  return findPastDates([{ id: 'item', title: 'Page', sections, writtenAt, error: null }], now).flatMap(
    ({ passages }) =>
      passages.flatMap(({ quote, highlights }) =>
        highlights.map(({ start, end }) => quote.slice(start, end).trim()),
      ),
  )
}

test.each([
  ['Gear Week, 14–21 November 2026: 15 % off all ropes.', '21 November 2026'],
  ['Camps in July 2026 still have room.', 'July 2026'],
  ['The next talk is on Thursday, 5 November, at 19:00.', '5 November'],
  ['Over Easter, from 5 to 8 May, the club is open from 9 to 20.', '8 May'],
  ['Am 3. Oktober 2026 ist das Büro geschlossen.', '3. Oktober 2026'],
])('was ahead when it was written: %s', (text, date) => {
  expect(list(text)).toContain(date)
})

test.each([
  ['a date to come', 'Gear Week, 14–21 December 2026: 15 % off all ropes.'],
  ['history', 'Im Oktober 2026 hat Wels seinen Geburtstag gefeiert.'],
  ['the start of a state', 'Prices from 1 July 2026: 30 euros.'],
  ['each year', 'Every year until 31 August the lake is patrolled.'],
  ['a log entry', '2026-06-30 18:10:33 installed, then expected to start'],
  ['exported data', '"2026-06-30","Offer","example.com","",1,1,0'],
  ['the number of a section', 'Which offer is currently valid?, 3.1.10.'],
  ['a usual season', 'Monday to Friday, 1 June to 30 September: 8 to 20.'],
])('is not reported: %s', (_, text) => {
  expect(list(text)).toEqual([])
})

test('without the time of writing, the sentence decides', () => {
  expect(list('Camps in July 2026 still have room.', null)).toEqual([])
  expect(list('Register until 3 July 2026.', null)).toEqual(['3 July 2026'])
})
