import { expect, test } from 'vitest'
import { editDistance, isOneEditAway } from './edit-distance.ts'

test.each([
  ['refund', 'refund', 0],
  ['refund', 'refnud', 1],
  ['refund', 'refun', 1],
  ['refund', 'return', 3],
  ['ca', 'abc', 3],
])('the distance of %s and %s is %i', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance)
})

test('one edit away is an edit distance of at most 1, for all short words of three letters', () => {
  const words = ['']
  for (const word of words) if (word.length < 4) words.push(...['a', 'b', 'c'].map((letter) => word + letter))
  const differences = words.flatMap((one) =>
    words.filter((other) => isOneEditAway(one, other) !== editDistance(one, other) <= 1),
  )
  expect(words).toHaveLength(121)
  expect(differences).toEqual([])
})
