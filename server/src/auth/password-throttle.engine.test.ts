import { describe, expect, test } from 'vitest'
import { createFixtures, createPrivateFixtures } from '../../test/fixtures/fixtures.ts'
import { call, waitUntil } from '../../test/kit/client.ts'
import { createClientAddresses } from '../../test/kit/client-addresses.ts'
import { sharedTest } from '../../test/kit/engine.ts'
import { createFakeTimers } from '../../test/kit/fake-timers.ts'
import { serverForThisTest } from '../../test/kit/server.ts'
import { createRateLimits } from '../kit/http/rate-limits.ts'
import { createPasswordThrottle } from './password-throttle.ts'

const password = 'correct horse'
const refused = { status: 429, body: { code: 'rate_limited' } }

/** The real limits, and the address of a client is accepted from a proxy on this machine. */
const settings = { limitScale: 1, trustProxy: ['127.0.0.1', '::1', '::ffff:127.0.0.1'] }
const timers = createFakeTimers()
const limited = createPrivateFixtures({ ...settings, publicUrl: 'https://chat.example.com' }, { timers })
/** How long an attempt waits after too many wrong passwords. */
const delayMs = 2000
const fixtures = createFixtures()

const addressOf = createClientAddresses()

function enter(address: string, form: { email: string; password: string }, cookie = '', at = limited.server) {
  const headers = { 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) }
  return call(at.url, 'POST', '/api/auth/login', form, headers)
}

/** Wrong passwords for one account, ten from each address, so that no limit of an address refuses them. */
async function guess(email: string, count: number): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < count; index++) {
    const address = addressOf(Math.floor(index / 10))
    statuses.push((await enter(address, { email, password: `guess ${index}` })).status)
  }
  return statuses
}

describe('wrong passwords', () => {
  test('from one address are refused after ten, while the owner signs in from another', async () => {
    const { email } = (await limited.signUp('owner')).data.user
    expect(await guess(email, 10)).toEqual(Array(10).fill(401))
    const again = await enter(addressOf(0), { email: email.toUpperCase(), password })
    expect(again).toMatchObject(refused)
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await enter(addressOf(101), { email, password })).status).toBe(200)
    expect(await enter(addressOf(0), { email, password })).toMatchObject(refused)
  })

  test('are limited in the same way for an unknown account', async () => {
    const email = 'unknown@example.com'
    expect(await guess(email, 10)).toEqual(Array(10).fill(401))
    expect(await enter(addressOf(0), { email, password })).toMatchObject(refused)
    expect((await enter(addressOf(101), { email, password })).status).toBe(401)
  })

  test('of many accounts are refused after fifty from one address, and right ones do not count', async () => {
    const { email } = (await limited.signUp('owner')).data.user
    const address = addressOf(1)
    for (let index = 0; index < 5; index++)
      expect((await enter(address, { email, password })).status).toBe(200)
    for (let index = 0; index < 50; index++) {
      const form = { email: `person-${index}@example.com`, password }
      expect((await enter(address, form)).status).toBe(401)
    }
    expect(await enter(address, { email, password })).toMatchObject(refused)
    expect((await enter(addressOf(2), { email, password })).status).toBe(200)
  })

  test('from one IPv6 network count together', async () => {
    const form = { email: 'unknown-in-network@example.com', password }
    for (let index = 0; index < 10; index++)
      expect((await enter(`2001:db8:1:2::${index}`, form)).status).toBe(401)
    expect(await enter('2001:db8:1:2:ffff:1:2:3', form)).toMatchObject(refused)
    expect((await enter('2001:db8:1:3::1', form)).status).toBe(401)
  })

  sharedTest('at several processes count together', async () => {
    const first = limited.server
    const { databaseUrl, redisUrl, appSecret } = first.app.settings
    const second = await serverForThisTest({ ...settings, databaseUrl, redisUrl, appSecret })
    const form = { email: 'unknown-at-both@example.com', password }
    for (let index = 0; index < 10; index++)
      expect((await enter(addressOf(0), form, '', index % 2 ? first : second)).status).toBe(401)
    for (const server of [first, second])
      expect(await enter(addressOf(0), form, '', server)).toMatchObject(refused)
  })
})

describe('after fifty wrong passwords for an account over all addresses', () => {
  test('an attempt waits and still signs in, and one from a known device does not wait', async () => {
    const owner = await limited.signUp('owner')
    const { email } = owner.data.user
    const device = await signInForCookie(email)
    const other = await signInForCookie((await limited.signUp('other')).data.user.email)
    expect(await guess(email, 50)).toEqual(Array(50).fill(401))
    const finished: string[] = []
    const attempt = (name: string, address: string, cookie?: string) =>
      enter(address, { email, password }, cookie).then(({ status }) => {
        expect(status, name).toBe(200)
        finished.push(name)
      })
    const waiting = [
      attempt('new device', addressOf(101)),
      attempt('device of another account', addressOf(102), other),
      attempt(
        'forged',
        addressOf(103),
        device.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      ),
    ]
    await waitUntil(
      async () => timers.pendingCount(delayMs),
      (count) => count === waiting.length,
    )
    await attempt('known device', addressOf(104), `theme=dark; ${device}`)
    expect(finished).toEqual(['known device'])
    timers.advance(delayMs)
    await Promise.all(waiting)
    const wrong = enter(addressOf(105), { email, password: 'wrong one' })
    await waitUntil(
      async () => timers.pendingCount(delayMs),
      (count) => count === 1,
    )
    timers.advance(delayMs)
    expect(await wrong).toMatchObject({ status: 401 })
  })

  test('attempts wait up to a number that a process can hold', async () => {
    const ownTimers = createFakeTimers()
    const limits = createRateLimits(null, 1)
    const throttle = createPasswordThrottle({ limits, timers: ownTimers, maxWaiting: 2 })
    const guessFrom = (host: number) =>
      throttle.verify({ account: 'a', address: `10.0.0.${host}` }, async () => null)
    const areWaiting = (wanted: number) =>
      waitUntil(
        async () => ownTimers.pendingCount(delayMs),
        (count) => count === wanted,
      )
    for (let index = 0; index < 50; index++) await guessFrom(index)
    const waiting = [guessFrom(101), guessFrom(102)]
    await areWaiting(2)
    await expect(guessFrom(103)).rejects.toMatchObject({ retryAfterSeconds: 2 })
    ownTimers.advance(delayMs)
    await Promise.all(waiting)
    const next = guessFrom(104)
    await areWaiting(1)
    ownTimers.advance(delayMs)
    await next
  })

  async function signInForCookie(email: string): Promise<string> {
    const { headers } = await enter(addressOf(109), { email, password })
    return headers.getSetCookie()[0]?.split(';')[0] as string
  }
})

test('a password that cannot be checked does not count as wrong', async () => {
  const throttle = createPasswordThrottle({ limits: createRateLimits(null, 1), timers: createFakeTimers() })
  const guess = { account: 'a', address: '10.0.0.1', countsForAddress: true }
  const fail = () => throttle.verify(guess, () => Promise.reject(new Error('no database')))
  for (let index = 0; index < 60; index++) await expect(fail()).rejects.toThrow('no database')
  for (let index = 0; index < 9; index++) expect(await throttle.verify(guess, async () => null)).toBeNull()
  await expect(fail()).rejects.toThrow('no database')
  expect(await throttle.verify(guess, async () => 'right')).toBe('right')
  for (let index = 0; index < 10; index++) expect(await throttle.verify(guess, async () => null)).toBeNull()
  await expect(throttle.verify(guess, async () => 'right')).rejects.toMatchObject({ status: 429 })
})

describe('the cookie of a known device', () => {
  test.each([
    ['http://localhost:3000', fixtures, 'aichat_device', ''],
    ['https://chat.example.com', limited, '__Secure-aichat_device', '; Secure'],
  ])(
    'of %s is not readable by scripts, and is sent to this origin only',
    async (publicUrl, { server }, name, secure) => {
      expect(server.app.settings.publicUrl).toBe(publicUrl)
      const form = { companyName: 'Acme', name: 'Ann', email: 'owner-of-device@example.com', password }
      const answers = [
        await call(server.url, 'POST', '/api/auth/signup', form),
        await call(server.url, 'POST', '/api/auth/login', form),
      ]
      for (const { headers } of answers) {
        expect(headers.getSetCookie()).toHaveLength(1)
        const [cookie = ''] = headers.getSetCookie()
        expect(cookie).toMatch(new RegExp(`^${name}=\\d+\\.[\\w-]{43}; `))
        expect(cookie.slice(cookie.indexOf(';'))).toBe(
          `; Path=/api/auth; Max-Age=15552000; HttpOnly; SameSite=Strict${secure}`,
        )
      }
      const failed = await call(server.url, 'POST', '/api/auth/login', { ...form, password: 'wrong one' })
      expect(failed.headers.getSetCookie()).toEqual([])
    },
  )
})

test('guesses of the current password with stolen tokens do not lock the user out of changing it', async () => {
  const owner = await limited.signUp('owner')
  const change = (address: string, currentPassword: string) =>
    limited.call(
      'POST',
      '/api/me/password',
      { currentPassword, newPassword: 'battery staple' },
      { authorization: `Bearer ${owner.tokens.accessToken}`, 'x-forwarded-for': address },
    )
  for (let index = 0; index < 10; index++) expect((await change(addressOf(0), 'wrong one')).status).toBe(400)
  expect(await change(addressOf(0), password)).toMatchObject(refused)
  expect((await change(addressOf(101), password)).status).toBe(200)
})
