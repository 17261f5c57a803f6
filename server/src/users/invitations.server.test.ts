import { describe, expect, test } from 'vitest'
import { createFixtures, createPrivateFixtures } from '../../test/fixtures/fixtures.ts'
import { invite, type Person, person, signUp, waitUntil } from '../../test/kit/client.ts'
import { createMailbox, linkIn } from '../../test/kit/mailbox.ts'
import { serverForThisTest } from '../../test/kit/server.ts'

const fixtures = createFixtures()
const mailbox = createMailbox()
const mailing = createPrivateFixtures({
  limitScale: 1,
  mail: {
    // The port is known when the mailbox has started.
    get url() {
      return mailbox.url
    },
    from: 'Chat <chat@example.com>',
  },
})
const unknown = '01890000-0000-7000-8000-000000000000'
const ownersOnly = 'Only an Owner can do that'

const accept = (path: string, name = 'Kim') =>
  fixtures.call('POST', path, { name, password: 'correct horse' })
const remove = (by: Person, id: string) => by.call('DELETE', `/api/users/${id}`)

describe('an invitation', () => {
  test('returns a link, appears in the team list, and creates a signed-in user', async () => {
    const owner = await fixtures.signUp()
    const { user, inviteUrl, path, canMail } = await invite(owner, {
      email: 'New@Example.com',
      name: ' Kim ',
      role: 'Agent',
    })
    expect(user).toEqual({
      id: expect.any(String),
      name: 'Kim',
      email: 'New@Example.com',
      role: 'Agent',
      status: 'invited',
      lastSeenAt: null,
      online: false,
    })
    expect(canMail).toBe(false)
    expect(inviteUrl).toMatch(/^http:\/\/localhost:3000\/invitations\/invitation_[\w-]{43}$/)
    expect((await owner.get('GET', '/api/users')).users[1]).toEqual(user)

    const read = await fixtures.call('GET', path)
    expect(read.body.data).toEqual({
      company: { name: owner.data.company.name },
      email: 'New@Example.com',
      name: 'Kim',
      role: 'Agent',
    })
    expect(read.headers.get('cache-control')).toBe('no-store')

    const { status, body } = await accept(path, 'Kim Lee')
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      tokens: { accessToken: expect.any(String), refreshToken: expect.any(String) },
      data: {
        user: { id: user.id, name: 'Kim Lee', email: 'New@Example.com', role: 'Agent' },
        company: owner.data.company,
      },
    })
    const authorization = `Bearer ${body.tokens.accessToken}`
    expect((await fixtures.call('GET', '/api/me', undefined, { authorization })).body.data).toEqual(body.data)
    const login = { email: 'new@example.com', password: 'correct horse' }
    expect((await fixtures.call('POST', '/api/auth/login', login)).body.data).toEqual(body.data)
    expect((await owner.get('GET', '/api/users')).users).toMatchObject([
      {},
      { id: user.id, status: 'active' },
    ])
  })

  test('is accepted once, even by concurrent requests', async () => {
    const { path } = await invite(await fixtures.signUp(), { email: 'once@example.com', role: 'Admin' })
    const answers = await Promise.all([accept(path), accept(path), accept(path)])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 404, 404])
  })

  test('returns the same 404 when it is unknown, used, expired, renewed or revoked', async () => {
    const owner = await fixtures.signUp()
    const used = await invite(owner, { email: 'used@example.com', role: 'Agent' })
    await accept(used.path)
    const expired = await invite(owner, { email: 'expired@example.com', role: 'Agent' })
    await fixtures.server.app.db.company(
      owner.data.company.id,
      (sql) => sql`update invitations set expires_at = now() where id = ${expired.user.id}`,
    )
    const renewed = await invite(owner, { email: 'renewed@example.com', role: 'Agent' })
    const renewal = await invite(owner, { email: 'RENEWED@example.com', role: 'Admin' })
    expect(renewal.user).toMatchObject({ id: renewed.user.id, role: 'Admin' })
    const withdrawn = await invite(owner, { email: 'withdrawn@example.com', role: 'Agent' })
    expect((await remove(owner, withdrawn.user.id)).status).toBe(200)

    const paths = [used, expired, renewed, withdrawn].map((one) => one.path)
    for (const path of [...paths, '/api/invitations/x', `/api/invitations/${'x'.repeat(290)}`]) {
      for (const answer of [await fixtures.call('GET', path), await accept(path)]) {
        const { requestId, ...rest } = answer.body
        expect({ status: answer.status, ...rest }, path).toEqual({
          status: 404,
          success: false,
          message: 'Not found',
          code: 'not_found',
        })
      }
    }
    expect((await fixtures.call('GET', renewal.path)).status).toBe(200)
    const again = await invite(owner, { email: 'expired@example.com', role: 'Agent' })
    expect((await accept(again.path)).status).toBe(201)
  })

  test('expires after seven days', async () => {
    const owner = await fixtures.signUp()
    const { user } = await invite(owner, { email: 'days@example.com', role: 'Agent' })
    const [row] = await fixtures.server.app.db.company(
      owner.data.company.id,
      (sql) => sql<{ days: number; hash: string }>`
        select extract(epoch from expires_at - now())::float / 86400 as days, token_hash as hash
        from invitations where id = ${user.id}`,
    )
    expect(row?.days).toBeCloseTo(7, 2)
    expect(row?.hash).not.toContain('invitation_')
  })

  test('returns 409 for the address of a member', async () => {
    const owner = await fixtures.signUp()
    const form = { email: owner.data.user.email.toUpperCase(), role: 'Agent' }
    expect(await owner.call('POST', '/api/users/invitations', form)).toMatchObject({
      status: 409,
      body: { message: 'An account with this email already exists', errors: [{ field: 'email' }] },
    })
  })

  test('does not reveal whether an address has an account in another company, whose owner gets a mail', async () => {
    const owner = await mailing.signUp('acme')
    const { email } = (await mailing.signUp('elsewhere')).data.user
    const answers = await Promise.all(
      [email, 'nowhere@example.com'].map((address) =>
        owner.call('POST', '/api/users/invitations', { email: address, role: 'Agent' }),
      ),
    )
    const shapes = answers.map(({ status, body }) => ({
      status,
      user: { ...body.data.user, id: '', email: '' },
      inviteUrl: body.data.inviteUrl.length,
    }))
    expect(shapes[0]).toEqual(shapes[1])
    const mail = await mailbox.next(email)
    expect(mail.text).toContain('already has an account in another company')
    expect(mail.text).not.toMatch(/https?:/)
    expect(linkIn(await mailbox.next('nowhere@example.com'))).toMatch(/^\/invitations\//)
  })

  test('is emailed to one address up to ten times an hour, and its link is always returned', async () => {
    const owner = await mailing.signUp('acme')
    const form = { email: 'often@example.com', role: 'Agent' }
    for (let index = 0; index < 12; index++) expect((await invite(owner, form)).inviteUrl).toContain('http')
    const count = async () => mailbox.countFor(form.email)
    await invite(owner, { ...form, email: 'invited-later@example.com' })
    await mailbox.next('invited-later@example.com')
    expect(await waitUntil(count, (mails) => mails >= 10)).toBe(10)
  })

  test('does not reserve the address, and cannot be accepted after a sign-up with it', async () => {
    const owner = await fixtures.signUp()
    const email = 'founder@example.com'
    const { path } = await invite(owner, { email, role: 'Agent' })
    const form = { companyName: 'Own', name: 'F', email, password: 'correct horse' }
    expect((await fixtures.call('POST', '/api/auth/signup', form)).status).toBe(201)
    expect((await accept(path)).status).toBe(409)
  })

  test('of two companies can be accepted only once', async () => {
    const form = { email: 'wanted@example.com', role: 'Agent' }
    const [acme, rival] = [await fixtures.signUp('acme'), await fixtures.signUp('rival')]
    const first = await invite(acme, form)
    const second = await invite(rival, form)
    expect((await accept(second.path)).body.data.company.id).toBe(rival.data.company.id)
    expect((await accept(first.path)).status).toBe(409)
  })

  test.each([
    [{ role: 'Agent' }, 'email'],
    [{ email: 'x', role: 'Agent' }, 'email'],
    [{ email: 'x@example.com' }, 'role'],
    [{ email: 'x@example.com', role: 'Superadmin' }, 'role'],
    [{ email: ['x@example.com'], role: 'Agent' }, 'email'],
    [{ email: 'x@example.com', role: 'Agent', name: 5 }, 'name'],
    [{ email: 'x@example.com', role: 'Agent', name: 'x'.repeat(121) }, 'name'],
  ])('returns 400 for %j', async (form, field) => {
    const answer = await (await fixtures.signUp()).call('POST', '/api/users/invitations', form)
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field, message: expect.any(String) }] } })
    expect(answer.body.message).not.toMatch(/^Invalid/)
  })

  test('of an Owner can be created and renewed only by an Owner', async () => {
    const owner = await fixtures.signUp()
    const admin = await fixtures.joined(owner, 'Admin')
    const form = { email: 'boss@example.com', role: 'Owner' }
    const refused = { status: 403, body: { message: ownersOnly } }
    expect(await admin.call('POST', '/api/users/invitations', form)).toMatchObject(refused)
    const { path } = await invite(owner, form)
    expect(await admin.call('POST', '/api/users/invitations', { ...form, role: 'Agent' })).toMatchObject(
      refused,
    )
    expect((await accept(path)).body.data.user.role).toBe('Owner')
  })

  test('ignores a role or company in the request that accepts it', async () => {
    const { path } = await invite(await fixtures.signUp(), { email: 'sly-agent@example.com', role: 'Agent' })
    const form = {
      name: 'Sly',
      password: 'correct horse',
      role: 'Owner',
      email: 'x@example.com',
      companyId: unknown,
    }
    expect((await fixtures.call('POST', path, form)).body.data.user).toMatchObject({
      role: 'Agent',
      email: 'sly-agent@example.com',
    })
  })

  test('is emailed if mail is configured, without header injection', async () => {
    const form = {
      companyName: 'Acme\r\nBcc: eve@example.com',
      name: 'Ann\r\nBcc: eve@example.com',
      email: 'ann@example.com',
      password: 'correct horse',
    }
    const owner = person(mailing.server.url, (await mailing.call('POST', '/api/auth/signup', form)).body)
    const { inviteUrl, canMail } = await owner.get('POST', '/api/users/invitations', {
      email: 'mailed@example.com',
      name: 'M\r\nX: y',
      role: 'Agent',
    })
    expect(canMail).toBe(true)
    const mail = await mailbox.next('mailed@example.com')
    expect(mail.recipients).toEqual(['mailed@example.com'])
    expect(mail.headers.some(({ key }) => key === 'bcc' || key === 'x')).toBe(false)
    expect(linkIn(mail)).toBe(new URL(inviteUrl).pathname)
  })

  test('is emailed without links, line breaks and bidirectional controls from names', async () => {
    const form = {
      companyName: 'Win at evil.test\r\n\r\nhttps://evil.test/login\u202e',
      name: 'www.evil.test ann@evil.test\u2066',
      email: 'another-ann@example.com',
      password: 'correct horse',
    }
    const owner = person(mailing.server.url, (await mailing.call('POST', '/api/auth/signup', form)).body)
    expect(owner.data).toMatchObject({
      user: { name: 'www.evil.test ann@evil.test' },
      company: { name: 'Win at evil.test https://evil.test/login' },
    })
    const { inviteUrl } = await owner.get('POST', '/api/users/invitations', {
      email: 'linked@example.com',
      role: 'Agent',
    })
    const { subject, text = '' } = await mailbox.next('linked@example.com')
    expect(subject).toBe('Join Win at evil. test https: //evil. test/login on AI Chat Platform')
    expect(text.replace(inviteUrl, '')).not.toMatch(/\S(?:[.:@]\S|\/\/)/)
    expect(text.split('\n\n')[0]).toBe(
      'www. evil. test ann@ evil. test invited you to join Win at evil. test https: //evil. test/login on AI Chat Platform.',
    )
  })

  test('is created even when the mail cannot be sent', async () => {
    const server = await serverForThisTest({ mail: { url: 'smtp://127.0.0.1:1', from: 'chat@example.com' } })
    const owner = await signUp(server.url, 'acme')
    const { inviteUrl } = await owner.get('POST', '/api/users/invitations', {
      email: 'a@example.com',
      role: 'Agent',
    })
    expect(inviteUrl).toContain('/invitations/')
    await waitUntil(
      async () => server.logged.join(),
      (lines) => lines.includes('failed to send a mail'),
    )
    expect(server.logged.join()).not.toContain(inviteUrl.split('/').at(-1))
  })
})
