import { expect, test } from 'vitest'
import { maskPersonalData } from './mask-personal-data.ts'

test.each([
  ['Is my order sent to kim.lee+shop@mail.example.com?', 'Is my order sent to [email]?'],
  ['Call me at +49 30 1234567, please', 'Call me at [phone number], please'],
  ['Meine Nummer ist 030/12345678.', 'Meine Nummer ist [phone number].'],
  ['My card is 4111 1111 1111 1111', 'My card is [card number]'],
])('hides personal data: %s', (text, masked) => {
  expect(maskPersonalData(text)).toBe(masked)
})

test.each([
  'Where is order 20481234?',
  'Are you open on 2026-12-24 from 09:00 to 17:00?',
  'Does model X200 cost 1,299.00 euros?',
  'Is 10 000 km a year enough?',
])('keeps other figures: %s', (text) => {
  expect(maskPersonalData(text)).toBe(text)
})
