import { expect, test } from 'vitest'
import { createRecent } from './duplicate-filter.ts'

test('the last keys are remembered, older ones are forgotten', () => {
  const isNew = createRecent(2)
  expect(['a', 'a', 'b', 'c', 'a'].map(isNew)).toEqual([true, false, true, true, true])
})
