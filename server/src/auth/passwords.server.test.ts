import type { SignedIn } from '@aichat/contracts/company/auth'
import { describe, expect, test } from 'vitest'
import { createFixtures, createPrivateFixtures } from '../../test/fixtures/fixtures.ts'
import { invite, type Person, person, waitUntil } from '../../test/kit/client.ts'
import { createClientAddresses } from '../../test/kit/client-addresses.ts'
import { createMailbox, linkIn } from '../../test/kit/mailbox.ts'

const fixtures = createFixtures()
const mailbox = createMailbox()
const limited = createPrivateFixtures({
  limitScale: 1,
  trustProxy: ['127.0.0.1', '::1', '::ffff:127.0.0.1'],
  mail: {
    // The port is known when the mailbox has started.
    get url() {
      return mailbox.url
    },
    from: 'Chat <chat@example.com>',
  },
})

const addressOf = createClientAddresses()

const login = (email: string, password: string) =>
  fixtures.call('POST', '/api/auth/login', { email, password })

async function signInAgain(owner: Person): Promise<Person> {
  return person(fixtures.server.url, (await login(owner.data.user.email, 'correct horse')).body)
}

const refreshStatus = async ({ tokens }: SignedIn) =>
  (await fixtures.call('POST', '/api/auth/refresh-token', { refreshToken: tokens.refreshToken })).status

test('a password of more than 256 bytes is refused before it is hashed', async () => {
  const owner = await fixtures.signUp()
  const long = 'x'.repeat(900_000)
  const refusal = { status: 400, body: { message: 'Password must be at most 256 bytes' } }
  const { email } = owner.data.user
  const form = { companyName: 'Long', name: 'Ann', email: 'long@example.com', password: long }
  expect(await fixtures.call('POST', '/api/auth/signup', form)).toMatchObject(refusal)
  const unknown = { email: 'unknown@example.com', password: long }
  for (const login of [{ email, password: long }, unknown])
    expect(await fixtures.call('POST', '/api/auth/login', login)).toMatchObject(refusal)
  const change = { currentPassword: long, newPassword: 'battery staple' }
  expect(await owner.call('POST', '/api/me/password', change)).toMatchObject(refusal)
  const reset = { token: 'reset_x', password: long }
  expect(await fixtures.call('POST', '/api/auth/reset-password', reset)).toMatchObject(refusal)
  const { path } = await invite(owner, { email: 'invited@example.com', role: 'Agent' })
  expect(await fixtures.call('POST', path, { name: 'Kim', password: long })).toMatchObject(refusal)
})

describe('a password change', () => {
  const change = (who: Person, currentPassword: unknown, newPassword: unknown) =>
    who.call('POST', '/api/me/password', { currentPassword, newPassword })

  test('returns new tokens and revokes every other sign-in', async () => {
    const owner = await fixtures.signUp()
    const other = await signInAgain(owner)
    const line = await other.connect()
    const { status, body } = await change(owner, 'correct horse', 'battery staple')
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      tokens: { accessToken: expect.any(String), refreshToken: expect.any(String) },
      data: owner.data,
    })
    const renewed = person(fixtures.server.url, body)
    expect((await renewed.call('GET', '/api/me')).body.data).toEqual(owner.data)
    expect(await refreshStatus(renewed)).toBe(200)
    expect((await other.call('GET', '/api/me')).status).toBe(401)
    expect(await refreshStatus(other)).toBe(401)
    expect(await refreshStatus(owner)).toBe(401)
    await line.disconnected()
    expect((await login(owner.data.user.email, 'correct horse')).status).toBe(401)
    expect((await login(owner.data.user.email, 'battery staple')).status).toBe(200)
  })

  test('requires the current password', async () => {
    const owner = await fixtures.signUp()
    expect(await change(owner, 'wrong', 'battery staple')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'currentPassword', message: 'Current password is incorrect' }] },
    })
    expect((await login(owner.data.user.email, 'correct horse')).status).toBe(200)
    expect((await owner.call('GET', '/api/me')).status).toBe(200)
  })

  test.each([
    [undefined, 'battery staple', 'currentPassword', 'Password is required'],
    ['correct horse', '', 'newPassword', 'Password is required'],
    ['correct horse', 'short', 'newPassword', 'Password must be at least 6 characters'],
    ['correct horse', 'é'.repeat(129), 'newPassword', 'Password must be at most 256 bytes'],
    [['correct horse'], 'battery staple', 'currentPassword', 'Password is required'],
  ])('returns 400 for %j, %j', async (current, next, field, message) => {
    expect(await change(await fixtures.signUp(), current, next)).toMatchObject({
      status: 400,
      body: { errors: [{ field, message }] },
    })
  })

  test('accepts only one of two concurrent changes', async () => {
    const owner = await fixtures.signUp()
    const answers = await Promise.all(
      ['one one', 'two two'].map((next) => change(owner, 'correct horse', next)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('limits guesses of the current password', async () => {
    const owner = await limited.signUp()
    const statuses: number[] = []
    for (let index = 0; index < 12; index++) {
      const guess = { currentPassword: `guess ${index}`, newPassword: 'battery staple' }
      statuses.push((await owner.call('POST', '/api/me/password', guess)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429])
  })
})

describe('a password reset', () => {
  const forgot = (email: unknown, address = addressOf(0), headers = {}) =>
    limited.call('POST', '/api/auth/forgot-password', { email }, { 'x-forwarded-for': address, ...headers })
  const reset = (token: unknown, password: unknown = 'battery staple') =>
    limited.call('POST', '/api/auth/reset-password', { token, password })
  const nothing = { status: 200, body: { success: true, data: null } }
  const accepted = { status: 200, body: { success: true, data: { canMail: true } } }

  async function mailed(email: string): Promise<string> {
    expect(await forgot(email)).toMatchObject(accepted)
    const path = linkIn(await mailbox.next(email))
    expect(path).toMatch(/^\/reset-password\/reset_[\w-]{43}$/)
    return path.split('/').at(-1) as string
  }

  /** Requests a mail to another account and waits for it: mails that were requested before have been sent by then. */
  async function waitForAnotherMail(): Promise<void> {
    const { email } = (await limited.signUp('another')).data.user
    expect(await forgot(email, addressOf(200))).toMatchObject(accepted)
    await mailbox.next(email)
  }

  test('sets a password once per link and revokes every sign-in', async () => {
    const owner = await limited.signUp('forgetful')
    const { email } = owner.data.user
    const line = await owner.connect()
    const first = await mailed(email)
    const second = await mailed(email)
    expect((await reset(second, 'short')).status).toBe(400)
    const answers = await Promise.all([reset(second), reset(second)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 200)).toMatchObject(nothing)

    expect((await owner.call('GET', '/api/me')).status).toBe(401)
    await line.disconnected()
    const refresh = { refreshToken: owner.tokens.refreshToken }
    expect((await limited.call('POST', '/api/auth/refresh-token', refresh)).status).toBe(401)
    const enter = (password: string) => limited.call('POST', '/api/auth/login', { email, password })
    expect((await enter('correct horse')).status).toBe(401)
    const again = person(limited.server.url, (await enter('battery staple')).body)
    expect((await again.get('GET', '/api/audit?action=password_reset')).events).toMatchObject([
      { user: { name: owner.data.user.name } },
    ])

    const dead = {
      message: 'This link has expired or was already used. Request a new one.',
      code: 'bad_input',
    }
    for (const token of [first, second, 'reset_x', '']) {
      expect(await reset(token), token).toMatchObject({ status: 400, body: dead })
    }
    for (const token of [undefined, null, 7, ['x'], 'x'.repeat(600)]) {
      expect((await reset(token)).status, String(token)).toBe(400)
    }
    expect(limited.server.logged.join()).not.toContain('reset_')
  })

  test('link expires after one hour and does not work for a disabled user', async () => {
    const owner = await limited.signUp('late')
    const { db } = limited.server.app
    const company = owner.data.company.id
    const token = await mailed(owner.data.user.email)
    const [row] = await db.company(
      company,
      (sql) => sql<{ minutes: number; hash: string }>`
        select extract(epoch from expires_at - now())::float / 60 as minutes, token_hash as hash
        from password_resets`,
    )
    expect(row?.minutes).toBeCloseTo(60, 0)
    expect(row?.hash).not.toBe(token)
    await db.company(company, (sql) => sql`update password_resets set expires_at = now()`)
    expect((await reset(token)).status).toBe(400)

    const another = await mailed(owner.data.user.email)
    await db.company(company, (sql) => sql`update users set status = 'disabled'`)
    expect((await reset(another)).status).toBe(400)
    const count = mailbox.countFor(owner.data.user.email)
    await forgot(owner.data.user.email)
    await waitForAnotherMail()
    expect(mailbox.countFor(owner.data.user.email)).toBe(count)
  })

  test('returns the same response for an unknown address, and sends no mail', async () => {
    expect(await forgot('unknown@example.com')).toMatchObject(accepted)
    await waitForAnotherMail()
    expect(mailbox.countFor('unknown@example.com')).toBe(0)
    for (const email of [undefined, 'x', ['a@example.com'], { a: 1 }]) {
      expect((await forgot(email)).status).toBe(400)
    }
  })

  test('sends at most five mails an hour without revealing it, and allows ten requests per client', async () => {
    const owner = await limited.signUp('flooded')
    const statuses: number[] = []
    for (let index = 0; index < 12; index++) statuses.push((await forgot(owner.data.user.email)).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
    await waitForAnotherMail()
    await waitUntil(
      async () => mailbox.countFor(owner.data.user.email),
      (count) => count >= 5,
    )
    expect(mailbox.countFor(owner.data.user.email)).toBe(5)
  })

  test('reaches the owner while others request mails for the account from many addresses', async () => {
    const { email } = (await limited.signUp('flooded')).data.user
    const login = { email, password: 'correct horse' }
    const { headers } = await limited.call('POST', '/api/auth/login', login)
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    for (let index = 0; index < 30; index++)
      expect(await forgot(email, addressOf(index % 6))).toMatchObject(accepted)
    // Twenty, and one of the reserve.
    await waitForAnotherMail()
    const reaches = (count: number) =>
      waitUntil(
        async () => mailbox.countFor(email),
        (sent) => sent >= count,
      )
    expect(await reaches(21)).toBe(21)
    expect(await forgot(email, addressOf(6), { cookie })).toMatchObject(accepted)
    expect(await reaches(22)).toBe(22)
  })

  test('logs a warning without secrets when mail is not configured', async () => {
    const { logged } = fixtures.server
    const start = logged.length
    const owner = await fixtures.signUp()
    for (const email of [owner.data.user.email, 'unknown@example.com'])
      expect(await fixtures.call('POST', '/api/auth/forgot-password', { email })).toMatchObject({
        body: { data: { canMail: false } },
      })
    const lines = await waitUntil(
      async () => logged.slice(start).join(),
      (logged) => logged.includes('mail is not configured'),
    )
    expect(lines).not.toContain('reset_')
    expect(lines).not.toContain(owner.data.user.email)
  })
})
