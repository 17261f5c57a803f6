import { expect, test } from 'vitest'
import { evaluateFindings } from '../../../test/fixtures/planted-faults.ts'

/** The misses of `bookkeeping` were never read while the rules were written. */
test.each([
  { corpus: 'shop', leastRecall: 0.75 },
  { corpus: 'gym', leastRecall: 0.62 },
  { corpus: 'bookkeeping', leastRecall: 0.59 },
] as const)('finds planted faults of $corpus, and reports little else', ({ corpus, leastRecall }) => {
  const { precision, recall } = evaluateFindings(corpus)
  expect(precision).toBeGreaterThanOrEqual(0.8)
  expect(recall).toBeGreaterThanOrEqual(leastRecall)
})
