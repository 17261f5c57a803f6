import { expect, test } from 'vitest'
import { languages } from '../language/language-data.ts'
import { toConcept } from './concept.ts'

const draft = { word: 'delivery', stems: ['deliveri'], also: [], family: [], parts: [] }

test.each([
  { frequency: 2, chunks: 3, weight: 0.8 },
  { frequency: 200, chunks: 300, weight: 0.16 },
  { frequency: 1, chunks: 300, weight: 1 },
])('a word in $frequency of $chunks chunks has a weight of $weight', ({ frequency, chunks, weight }) => {
  const counts = new Map([['deliveri', frequency]])
  const isKnown = (stem: string) => counts.has(stem)
  const statistics = { counts, isKnown, chunks, languages, plain: 'which delivery', hasIdentifiers: false }
  expect(toConcept(draft, statistics).weight).toBeCloseTo(weight, 1)
})
