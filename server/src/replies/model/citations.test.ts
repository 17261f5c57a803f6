import { expect, test } from 'vitest'
import { extractCitations, stripCitations } from './citations.ts'

test.each([
  ['Free returns [1-3].', [1, 2, 3], 'Free returns.'],
  ['Free returns [1–2, 5].', [1, 2, 5], 'Free returns.'],
  ['Free returns [source: 4].', [4], 'Free returns.'],
  ['Free returns (see passages: 2-3).', [2, 3], 'Free returns.'],
  ['Free returns [3-1].', [3], 'Free returns.'],
  ['Open [9-17](https://example.com).', [], 'Open [9-17](https://example.com).'],
])('the citations of "%s" are read and removed', (sentence, numbers, text) => {
  expect(extractCitations(sentence)).toEqual(numbers)
  expect(stripCitations(sentence)).toBe(text)
})
