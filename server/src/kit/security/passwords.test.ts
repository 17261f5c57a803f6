import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

test('a password matches its own hash only, and no password matches a missing one', async () => {
  const stored = await hashPassword('correct horse')
  expect(await verifyPassword(stored, 'correct horse')).toBe(true)
  expect(await verifyPassword(stored, 'wrong one')).toBe(false)
  expect(await verifyPassword(null, 'no account has this password')).toBe(false)
})

test('more passwords than can be hashed in a few seconds are refused, and the others are hashed', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 180 }, () => hashPassword('correct horse')))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused.length).toBeGreaterThan(30)
  for (const { reason } of refused) expect(reason).toMatchObject({ retryAfterSeconds: 2 })
  expect(await hashPassword('correct horse')).toMatch(/^\$argon2id\$/)
})
