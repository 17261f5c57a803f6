import { describe, expect, test } from 'vitest'
import { readFactSentences } from '../../../test/fixtures/fact-sentences.ts'
import { findUnsupportedFacts } from './check-facts.ts'
import { extractFacts } from './extract-facts.ts'

const check = (sentence: string, passages: string) => findUnsupportedFacts(sentence, extractFacts(passages))
const seen = readFactSentences('seen').map(({ sentence, ...one }) => [sentence, one] as const)

describe('accepts sentences that the passages support', () => {
  test.each(seen.filter(([, { isHonest }]) => isHonest))('%s', (sentence, { passages }) => {
    expect(check(sentence, passages)).toEqual([])
  })
})

describe('finds what the passages do not say', () => {
  test.each(seen.filter(([, { isHonest }]) => !isHonest))('%s', (sentence, { passages }) => {
    expect(check(sentence, passages)).not.toEqual([])
  })
})

test('judges sentences right that it was not written for', () => {
  const all = readFactSentences('unseen')
  const isRejected = (one: (typeof all)[number]) => check(one.sentence, one.passages).length > 0
  const honest = all.filter(({ isHonest }) => isHonest)
  const dishonest = all.filter(({ isHonest }) => !isHonest)
  expect(honest.length + readFactSentences('seen').filter(({ isHonest }) => isHonest).length).toBeGreaterThan(
    150,
  )
  expect(honest.filter(isRejected).length).toBeLessThanOrEqual(3)
  expect(dishonest.filter((one) => !isRejected(one)).length).toBeLessThanOrEqual(2)
})

test('names each unsupported fact', () => {
  const passages = 'Delivery takes 3 days.'
  expect(
    check('Pay 99 euros at https://evil.example/pay by Sunday or call +49 40 5550 199.', passages),
  ).toEqual(['evil.example/pay', '+49405550199', 'sunday', '99 €'])
})
