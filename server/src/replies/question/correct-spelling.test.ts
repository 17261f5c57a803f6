import { expect, test } from 'vitest'
import { isTypoOf } from './correct-spelling.ts'

test.each([
  ['hsipping', 'shipping'],
  ['erturns', 'returns'],
  ['hwat', 'what'],
  ['shiping', 'shipping'],
  ['shpipnig', 'shipping'],
])('%s is a typo of %s', (word, like) => {
  expect(isTypoOf(word, like)).toBe(true)
})

test.each([
  ['clipping', 'shipping'],
  ['erred', 'reads'],
  ['won', 'own'],
])('%s is no typo of %s', (word, like) => {
  expect(isTypoOf(word, like)).toBe(false)
})
