import { expect, test } from 'vitest'
import { createDuplicateFilter } from './duplicate-filter.ts'

test('recognizes the last keys and evicts older ones', () => {
  const isNew = createDuplicateFilter(2)
  expect(['a', 'a', 'b', 'c', 'a'].map(isNew)).toEqual([true, false, true, true, true])
})
