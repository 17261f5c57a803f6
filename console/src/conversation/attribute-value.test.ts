import { expect, test } from 'vitest'
import { toAttributeValue } from './attribute-value.ts'

test.each([
  [12345.5, 'number', '12,345.5'],
  [0, 'number', '0'],
  [true, 'boolean', 'Yes'],
  [false, 'boolean', 'No'],
  ['2026-03-01', 'date', 'Mar 1, 2026'],
  ['2026-03-01T10:00:00Z', 'date', expect.stringContaining('Mar 1, 2026')],
  ['2026-13-41', 'text', '2026-13-41'],
  ['https://shop.example.com/7', 'link', 'https://shop.example.com/7'],
  ['javascript:alert(1)', 'text', 'javascript:alert(1)'],
  ['https://', 'text', 'https://'],
  ['yearly', 'text', 'yearly'],
])('%j is shown as %s: %s', (value, kind, text) => {
  expect(toAttributeValue(value)).toEqual({ kind, text })
})
