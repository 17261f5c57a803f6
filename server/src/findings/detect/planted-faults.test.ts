import { expect, test } from 'vitest'
import { evaluateFindings } from '../../../test/fixtures/planted-faults.ts'

test('finds most of 100 planted faults, and reports little else', () => {
  const { precision, recall } = evaluateFindings()
  expect(precision).toBeGreaterThanOrEqual(0.8)
  expect(recall).toBeGreaterThanOrEqual(0.7)
})
