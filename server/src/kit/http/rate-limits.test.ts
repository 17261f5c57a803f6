import { authRateLimits } from '@aichat/contracts/company/auth'
import { perCompany, perUser } from '@aichat/contracts/kit/rate-limit'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { consumeDeclared, createRateLimits, networkOf } from './rate-limits.ts'

test('without its Redis server, a process counts on its own', async () => {
  const options = { enableOfflineQueue: false, maxRetriesPerRequest: 1, retryStrategy: () => null }
  const client = new Redis('redis://127.0.0.1:1', options)
  client.on('error', () => {})
  onTestFinished(() => client.disconnect())
  const limits = createRateLimits({ client, prefix: 'test' }, 1)
  const key = 'ann@example.com 10.0.0.1'
  const attempt = () => limits.tryConsume(authRateLimits.passwordAccountAddress, key)
  for (let index = 0; index < 10; index++) expect(await attempt()).toBe(true)
  expect(await attempt()).toBe(false)
  await limits.clear(authRateLimits.passwordAccountAddress, key)
  expect(await attempt()).toBe(true)
  for (let index = 0; index < 20; index++) {
    expect(await attempt()).toBe(true)
    await limits.restore(authRateLimits.passwordAccountAddress, key)
  }
  for (let index = 0; index < 9; index++) expect(await attempt()).toBe(true)
  await expect(limits.consume(authRateLimits.passwordAccountAddress, key)).rejects.toMatchObject({
    status: 429,
    retryAfterSeconds: expect.any(Number),
  })
})

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '::ffff:10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['ann@example.com', 'ann@example.com'],
])('the limits of %s count for %s', (key, network) => {
  expect(networkOf(key)).toBe(network)
})

test('a declared limit that has no key is an error, not an unlimited call', async () => {
  const counted: string[] = []
  const limits = { consume: async (_: unknown, key: string) => void counted.push(key) }
  const declared = [perUser(authRateLimits.signup), perCompany(authRateLimits.reset)]
  await consumeDeclared(limits, declared, { user: 'ann', company: 'acme' })
  expect(counted).toEqual(['ann', 'acme'])
  await expect(consumeDeclared(limits, declared, { user: 'ann' })).rejects.toThrow(
    'The rate limit reset cannot be counted by company here',
  )
})
