import { expect, test } from 'vitest'
import { findContradictions } from './find-contradictions.ts'

const now = new Date('2026-11-22T12:00:00Z')

function count(...texts: string[]): number {
  const items = texts.map((text, index) => ({
    id: `item-${index}`,
    title: ['Help', 'Questions'][index] ?? '',
    sections: [{ headings: [], text }],
    writtenAt: null,
    error: null,
  }))
  return findContradictions(items, now).length
}

test.each([
  ['The shipping fee is 5.90 EUR.', 'Our shipping fee is 4.90 EUR.'],
  ['Returns are accepted within 30 days.', 'Returns are accepted within 14 days.'],
])('%s / %s', (one, other) => {
  expect(count(one, other)).toBe(1)
})

test.each([
  [
    'different currencies',
    'The shipping fee is 5.9 % and 0.30 USD.',
    'Our shipping fee is 4.9 % and 0.30 EUR.',
  ],
  [
    'different status codes',
    'To resolve a 404 error message, reload the page.',
    'To resolve a 403 error message, log in.',
  ],
])('%s are different cases', (_, one, other) => {
  expect(count(one, other)).toBe(0)
})
