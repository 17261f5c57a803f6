import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFixtures } from '../../test/fixtures/fixtures.ts'
import { call, type Person, person, signUp, waitUntil } from '../../test/kit/client.ts'
import { startServer, type TestServer } from '../../test/kit/server.ts'
import { createTokens } from '../kit/security/tokens.ts'

const fixtures = createFixtures()

/** A server with the real limits. Its clock is ahead of the real one by `aheadMs`, which tests only increase. */
let limited: TestServer & { stop(): Promise<void> }
let aheadMs = 0
beforeAll(async () => {
  limited = await startServer({ limitScale: 1 }, { clock: { now: () => Date.now() + aheadMs } })
})
afterAll(() => limited?.stop())

const form = { companyName: 'Acme', name: 'Ann', email: 'ann@example.com', password: 'secret' }
const fillAll = 'Please fill in all required fields'

describe('sign-up', () => {
  test('returns tokens, the user as Owner, and the company', async () => {
    const { status, body, headers } = await fixtures.call('POST', '/api/auth/signup', form)
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      tokens: { accessToken: expect.any(String), refreshToken: expect.any(String) },
      data: {
        user: { id: expect.any(String), name: 'Ann', email: 'ann@example.com', role: 'Owner' },
        company: {
          id: expect.any(String),
          name: 'Acme',
          publicKey: expect.stringMatching(/^co_/),
          timeZone: 'UTC',
        },
      },
    })
    expect(headers.get('x-powered-by')).toBeNull()
  })

  test.each([
    ['Asia/Kathmandu', 'Asia/Kathmandu'],
    ['Mars/Olympus', 'UTC'],
    ['+01:00', 'UTC'],
  ])('keeps the time zone of the browser: %s is %s', async (timeZone, stored) => {
    const email = `${timeZone.length}@zones.example.com`
    const { body } = await fixtures.call('POST', '/api/auth/signup', { ...form, email, timeZone })
    expect(body.data.company.timeZone).toBe(stored)
  })

  test.each([['ann@example.com'], ['ANN@example.com'], ['  ann@example.com '], ['ａnn@example.com']])(
    'returns 409 for the existing address %s',
    async (email) => {
      const { status, body } = await fixtures.call('POST', '/api/auth/signup', { ...form, email })
      expect(status).toBe(409)
      expect(body).toMatchObject({
        success: false,
        message: 'An account with this email already exists',
        code: 'conflict',
      })
    },
  )

  test('accepts only one of two concurrent requests with the same address', async () => {
    const both = { ...form, email: 'both@example.com' }
    const answers = await Promise.all([
      fixtures.call('POST', '/api/auth/signup', both),
      fixtures.call('POST', '/api/auth/signup', both),
    ])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409])
  })

  test.each([
    [{ companyName: undefined }, 'companyName', 'Company name is required', fillAll],
    [{ companyName: '   ' }, 'companyName', 'Company name is required', fillAll],
    [{ name: '' }, 'name', 'Your name is required', fillAll],
    [{ email: '' }, 'email', 'Please enter a valid email address', fillAll],
    [{ password: '' }, 'password', 'Password is required', fillAll],
    [{ password: 123456 }, 'password', 'Password is required', fillAll],
    [{ email: ['a@example.com'] }, 'email', 'Please enter a valid email address', fillAll],
    [{ email: 'ann' }, 'email', 'Please enter a valid email address', 'Please enter a valid email address'],
    [{ email: 'a@b' }, 'email', 'Please enter a valid email address', 'Please enter a valid email address'],
    [
      { password: '12345' },
      'password',
      'Password must be at least 6 characters',
      'Password must be at least 6 characters',
    ],
    [
      { password: 'é'.repeat(129) },
      'password',
      'Password must be at most 256 bytes',
      'Password must be at most 256 bytes',
    ],
    [{ name: 'x'.repeat(121) }, 'name', 'Use at most 120 characters', 'Use at most 120 characters'],
  ])('returns 400 for %j', async (change, field, sentence, message) => {
    const { status, body } = await fixtures.call('POST', '/api/auth/signup', {
      ...form,
      email: 'new@example.com',
      ...change,
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({ success: false, code: 'bad_input', message })
    expect(body.errors).toContainEqual({ field, message: sentence })
  })

  test('reports every field when the body is missing', async () => {
    for (const body of [undefined, {}, '{}']) {
      const answer = await fixtures.call('POST', '/api/auth/signup', body)
      expect(answer.status).toBe(400)
      expect(answer.body.message).toBe(fillAll)
      expect(answer.body.errors.map((error: { field: string }) => error.field)).toEqual([
        'companyName',
        'name',
        'email',
        'password',
      ])
    }
  })

  test('ignores a role or company in the body', async () => {
    const { body } = await fixtures.call('POST', '/api/auth/signup', {
      ...form,
      email: 'sly@example.com',
      role: 'Superadmin',
      companyId: 'x',
      tenantId: 'x',
    })
    expect(body.data.user.role).toBe('Owner')
    expect(body.data.company.id).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('login', () => {
  test('returns the same shape as sign-up', async () => {
    const owner = await fixtures.signUp()
    const { status, body } = await fixtures.call('POST', '/api/auth/login', {
      email: owner.data.user.email.toUpperCase(),
      password: 'correct horse',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, data: owner.data })
  })

  test('returns the same response for an unknown address and a wrong password', async () => {
    const owner = await fixtures.signUp()
    const answers = await Promise.all([
      fixtures.call('POST', '/api/auth/login', { email: owner.data.user.email, password: 'wrong one' }),
      fixtures.call('POST', '/api/auth/login', { email: 'unknown@example.com', password: 'wrong one' }),
    ])
    for (const { status, body } of answers) {
      expect(status).toBe(401)
      expect(body).toMatchObject({ message: 'Invalid email or password', code: 'wrong_credentials' })
    }
  })

  test('reports missing fields', async () => {
    const { status, body } = await fixtures.call('POST', '/api/auth/login', { email: 'a@example.com' })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      message: fillAll,
      errors: [{ field: 'password', message: 'Password is required' }],
    })
  })

  test('is rate limited per account, regardless of the forwarded address', async () => {
    const statuses: number[] = []
    for (let index = 0; index < 12; index++) {
      const { status, headers } = await call(
        limited.url,
        'POST',
        '/api/auth/login',
        { email: 'victim@example.com', password: `guess ${index}` },
        { 'x-forwarded-for': `10.0.0.${index}` },
      )
      statuses.push(status)
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
    expect(statuses.slice(10)).toEqual([429, 429])
  })
})

describe('an access token', () => {
  const secret = 'a secret that is not the server’s own one'
  const forgeries: [string, (good: string) => Promise<string> | string][] = [
    [
      'of another secret',
      () =>
        createTokens({ appSecret: secret, previousAppSecret: null }, { now: Date.now }).signAccess(someone),
    ],
    ['without a signature', (good) => `${good.split('.').slice(0, 2).join('.')}.`],
    [
      'of no algorithm',
      (good) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${good.split('.')[1]}.`,
    ],
    [
      'with another payload',
      (good) => [good.split('.')[0], btoa('{"sub":"x"}'), good.split('.')[2]].join('.'),
    ],
    [
      'without an end',
      () => new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret)),
    ],
  ]
  const someone = {
    userId: '01890000-0000-7000-8000-000000000001',
    companyId: '01890000-0000-7000-8000-000000000002',
    signInId: '01890000-0000-7000-8000-000000000003',
  }

  test.each(forgeries)('is rejected: %s', async (_, forge) => {
    const owner = await fixtures.signUp()
    const token = await forge(owner.tokens.accessToken)
    expect(
      (await fixtures.call('GET', '/api/me', undefined, { authorization: `Bearer ${token}` })).status,
    ).toBe(401)
  })

  test('expires after 15 minutes', async () => {
    let now = Date.now()
    const tokens = createTokens({ appSecret: secret, previousAppSecret: null }, { now: () => now })
    const token = await tokens.signAccess(someone)
    now += 14 * 60_000
    expect(await tokens.readAccess(token)).toMatchObject(someone)
    now += 2 * 60_000
    expect(await tokens.readAccess(token)).toBeNull()
  })
})

describe('a refresh token', () => {
  const refresh = (refreshToken: unknown) =>
    fixtures.call('POST', '/api/auth/refresh-token', { refreshToken })

  test('stays valid until its successor is used', async () => {
    const { tokens } = await fixtures.signUp()
    for (let index = 0; index < 5; index++) expect((await refresh(tokens.refreshToken)).status).toBe(200)
  })

  test('serves twenty concurrent requests with one successor', async () => {
    const { tokens } = await fixtures.signUp()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(tokens.refreshToken)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map((answer) => answer.body.tokens.refreshToken)).size).toBe(1)
  })

  test('revokes its family when it is reused after its successor', async () => {
    const { tokens } = await fixtures.signUp()
    const second = (await refresh(tokens.refreshToken)).body.tokens.refreshToken
    const third = (await refresh(second)).body.tokens.refreshToken
    expect((await refresh(third)).status).toBe(200)
    expect(await refresh(tokens.refreshToken)).toMatchObject({
      status: 401,
      body: { message: 'Token refresh failed' },
    })
    for (const token of [second, third]) expect((await refresh(token)).status).toBe(401)
  })

  describe('that is presented again after a while', () => {
    /** The two responses to one token, separated by more than the time of a retry. */
    async function presentTwice() {
      const refreshThere = (refreshToken: string) =>
        call(limited.url, 'POST', '/api/auth/refresh-token', { refreshToken })
      const { tokens } = await signUp(limited.url, 'acme')
      const first = await refreshThere(tokens.refreshToken)
      aheadMs += 12_000
      const second = await refreshThere(tokens.refreshToken)
      return {
        refreshThere,
        first: first.body.tokens.refreshToken as string,
        second: second.body.tokens.refreshToken as string,
      }
    }

    test('by a slow duplicate of the request does not revoke its family', async () => {
      const { refreshThere, first } = await presentTwice()
      const { status, body } = await refreshThere(first)
      expect(status).toBe(200)
      expect((await refreshThere(body.tokens.refreshToken)).status).toBe(200)
    })

    test('by a second client revokes the family when both use their successors', async () => {
      const { refreshThere, first, second } = await presentTwice()
      const { body } = await refreshThere(first)
      expect((await refreshThere(second)).status).toBe(401)
      expect((await refreshThere(body.tokens.refreshToken)).status).toBe(401)
    })

    test('revokes its family once a successor has been used', async () => {
      const { refreshThere, first, second } = await presentTwice()
      const { body } = await refreshThere(second)
      expect((await refreshThere(first)).status).toBe(401)
      expect((await refreshThere(body.tokens.refreshToken)).status).toBe(401)
    })
  })

  test('issues valid access tokens', async () => {
    const { tokens, data } = await fixtures.signUp()
    const { body } = await refresh(tokens.refreshToken)
    const me = await fixtures.call('GET', '/api/me', undefined, {
      authorization: `Bearer ${body.tokens.accessToken}`,
    })
    expect(me.body.data).toEqual(data)
  })

  test('is revoked by a logout', async () => {
    const { tokens } = await fixtures.signUp()
    const { status, body } = await fixtures.call('POST', '/api/auth/logout', {
      refreshToken: tokens.refreshToken,
    })
    expect({ status, body }).toEqual({ status: 200, body: { success: true, data: null } })
    expect((await refresh(tokens.refreshToken)).status).toBe(401)
  })

  test('is rejected when malformed', async () => {
    const { tokens } = await fixtures.signUp()
    for (const token of ['', 'x', tokens.accessToken, `${tokens.refreshToken}x`, 'x'.repeat(500)]) {
      expect((await refresh(token)).status, token).toBe(401)
    }
    for (const token of [undefined, null, 7, ['x'], { a: 1 }, 'x'.repeat(600)]) {
      expect((await refresh(token)).status, String(token)).toBe(400)
    }
  })
})

const login = (email: string, password: string) =>
  fixtures.call('POST', '/api/auth/login', { email, password })

async function signInAgain(owner: Person): Promise<Person> {
  return person(fixtures.server.url, (await login(owner.data.user.email, 'correct horse')).body)
}

describe('a revoked sign-in', () => {
  test('invalidates its access token and sockets after a logout, but no other sign-in', async () => {
    const owner = await fixtures.signUp()
    const other = await signInAgain(owner)
    const [line, otherLine] = [await owner.connect(), await other.connect()]
    expect((await owner.call('GET', '/api/me')).status).toBe(200)
    await fixtures.call('POST', '/api/auth/logout', { refreshToken: owner.tokens.refreshToken })
    expect((await owner.call('GET', '/api/me')).status).toBe(401)
    await line.disconnected()
    await expect(owner.connect()).rejects.toThrow('Authentication failed')
    expect((await other.call('GET', '/api/me')).status).toBe(200)
    expect(otherLine.socket.connected).toBe(true)
  })

  test('invalidates its access token and sockets after token reuse', async () => {
    const owner = await fixtures.signUp()
    const other = await signInAgain(owner)
    const [line, otherLine] = [await owner.connect(), await other.connect()]
    const refresh = async (refreshToken: string) =>
      (await fixtures.call('POST', '/api/auth/refresh-token', { refreshToken })).body
    const second = await refresh(owner.tokens.refreshToken)
    const third = await refresh(second.tokens.refreshToken)
    await refresh(third.tokens.refreshToken)
    expect(await refresh(owner.tokens.refreshToken)).toMatchObject({ message: 'Token refresh failed' })
    await line.disconnected()
    expect((await owner.call('GET', '/api/me')).status).toBe(401)
    expect(otherLine.socket.connected).toBe(true)
    expect((await other.call('GET', '/api/me')).status).toBe(200)
  })
})

test('the team list shows who is online', async () => {
  const owner = await fixtures.signUp()
  const list = async () => (await owner.get('GET', '/api/users')).users
  expect(await list()).toEqual([{ ...owner.data.user, status: 'active', lastSeenAt: null, online: false }])
  await owner.connect()
  await waitUntil(list, ([member]) => member.online)
})

test('a sign-in deletes those of the same user that have ended or expired, and no other', async () => {
  const [ann, bob] = [await fixtures.signUp('ann'), await fixtures.signUp('bob')]
  const { db } = fixtures.server.app
  const signIn = async (who: Person) => {
    const { email } = who.data.user
    const { body } = await fixtures.call('POST', '/api/auth/login', { email, password: 'correct horse' })
    return person(fixtures.server.url, body)
  }
  const count = async (who: Person) => {
    const rows = await db.company(who.data.company.id, (sql) => sql`select id from sign_ins`)
    return rows.length
  }
  const second = await signIn(ann)
  await signIn(ann)
  await signIn(bob)
  await fixtures.call('POST', '/api/auth/logout', { refreshToken: second.tokens.refreshToken })
  const expire = (who: Person) =>
    db.company(
      who.data.company.id,
      (sql) => sql`
        update sign_ins set expires_at = now() where id = (select id from sign_ins order by issued_at limit 1)`,
    )
  await expire(ann)
  await expire(bob)
  const newest = await signIn(ann)
  expect(await count(ann)).toBe(2)
  expect(await count(bob)).toBe(2)
  expect((await newest.call('GET', '/api/me')).status).toBe(200)
  const { refreshToken } = second.tokens
  expect((await fixtures.call('POST', '/api/auth/refresh-token', { refreshToken })).status).toBe(401)
})
