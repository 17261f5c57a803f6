import { expect, test } from 'vitest'
import { toQuotas } from './quotas.ts'

test.each([
  [null, null, 'ok'],
  [100, null, 'ok'],
  [100, 1000, 'near'],
  [79, 1000, 'reached'],
  [99, 1001, 'ok'],
  [null, 800, 'reached'],
  [79, 800, 'reached'],
] as const)('of %s answers and %s tokens, 79 and 800 are %s', (answersPerDay, tokensPerMonth, state) => {
  expect(toQuotas({ answersPerDay, tokensPerMonth }, { answers: 79, tokens: 800 }).state).toBe(state)
})
