import { describe, expect, test } from 'vitest'
import { createFixtures } from '../../test/fixtures/fixtures.ts'
import { call, invite, signUp } from '../../test/kit/client.ts'
import { sharedTest } from '../../test/kit/engine.ts'
import { serverForThisTest, type TestServer } from '../../test/kit/server.ts'

const fixtures = createFixtures()
const inviteOnly = 'Sign-up is by invitation only. Ask your team for an invitation.'
const closed = 'New accounts are turned off here. Ask your administrator for help.'

const readSettings = async ({ url }: TestServer) => (await call(url, 'GET', '/api/auth/settings')).body.data

function signUpAt({ url }: TestServer, email: string) {
  const form = { companyName: 'Late', name: 'Ann', email, password: 'correct horse' }
  return call(url, 'POST', '/api/auth/signup', form)
}

describe('sign-up', () => {
  test('is open by default', async () => {
    expect(await readSettings(fixtures.server)).toEqual({ signup: 'open', canMail: false })
  })

  test('by invitation only still allows the first company, and people to join it', async () => {
    const mail = { url: 'smtp://127.0.0.1:1', from: 'chat@example.com' }
    const server = await serverForThisTest({ signup: 'invite', mail })
    expect(await readSettings(server), 'the settings before the first company, where mail is sent').toEqual({
      signup: 'open',
      canMail: true,
    })
    const open = () => fetch(`${server.url}/`, { redirect: 'manual' })
    expect((await open()).headers.get('location')).toBe('/signup')
    const owner = await signUp(server.url, 'first')
    expect((await open()).headers.get('location'), 'the first page once there is an account').toBeNull()
    expect(await readSettings(server)).toMatchObject({ signup: 'invite' })
    for (const email of ['late@example.com', owner.data.user.email])
      expect(await signUpAt(server, email)).toMatchObject({
        status: 403,
        body: { message: inviteOnly, code: 'forbidden' },
      })
    const { path } = await invite(owner, { email: 'kim@example.com', role: 'Agent' })
    const form = { name: 'Kim', password: 'correct horse' }
    expect((await call(server.url, 'POST', path, form)).status).toBe(201)
  })

  test('that is closed allows the first company, and no further person', async () => {
    const server = await serverForThisTest({ signup: 'closed' })
    const owner = await signUp(server.url, 'first')
    const { user } = owner.data
    expect(await readSettings(server)).toMatchObject({ signup: 'closed' })
    const refusal = { status: 403, body: { message: closed } }
    expect(await signUpAt(server, 'late@example.com')).toMatchObject(refusal)
    const form = { email: 'kim@example.com', role: 'Agent' }
    expect(await owner.call('POST', '/api/users/invitations', form)).toMatchObject(refusal)
    expect((await owner.get('GET', '/api/users')).users).toHaveLength(1)
    const login = { email: user.email, password: 'correct horse' }
    expect((await call(server.url, 'POST', '/api/auth/login', login)).status).toBe(200)
  })

  sharedTest('that was closed after an invitation does not accept it', async () => {
    const server = await serverForThisTest({})
    const { path } = await invite(await signUp(server.url, 'first'), {
      email: 'kim@example.com',
      role: 'Agent',
    })
    const { databaseUrl, appSecret } = server.app.settings
    const { url } = await serverForThisTest({ databaseUrl, appSecret, signup: 'closed' })
    const form = { name: 'Kim', password: 'correct horse' }
    for (const answer of [await call(url, 'GET', path), await call(url, 'POST', path, form)])
      expect(answer).toMatchObject({ status: 403, body: { message: closed } })
  })
})
