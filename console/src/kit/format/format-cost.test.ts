import { expect, test } from 'vitest'
import { formatCost } from './format-cost.ts'

test.each([
  [0, '$0.00'],
  [0.00114, '$0.0011'],
  [0.05, '$0.05'],
  [1.2, '$1.20'],
  [1234.567, '$1,234.57'],
])('%d is %s', (dollars, text) => {
  expect(formatCost(dollars)).toBe(text)
})
