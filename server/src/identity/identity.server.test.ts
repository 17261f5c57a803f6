import type { Session } from '@aichat/contracts/chat/sessions'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createFixtures, createPublishedProject, listSessions } from '../../test/fixtures/fixtures.ts'
import type { Person } from '../../test/kit/client.ts'

const fixtures = createFixtures()

type Claims = Record<string, unknown>

function sign(secret: string, claims: Claims, alg = 'HS256'): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret))
}

const soon = () => Math.floor(Date.now() / 1000) + 60

async function begin(publicKey: string, identity: string, visitorToken?: string) {
  const { body } = await fixtures.call('POST', `/api/public/${publicKey}/visitors`, {
    identity,
    visitorToken,
  })
  return body.data
}

async function prepare() {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  const path = `/api/projects/${project.id}/identity-secrets`
  const { secret } = await owner.get('POST', path)
  return { owner, project, path, secret: secret as string }
}

async function writes(publicKey: string, visitorToken: string, owner: Person): Promise<Session> {
  const line = await (await fixtures.visitor(publicKey, visitorToken)).connect()
  await line.send('message:send', { text: 'hello', clientId: 'c' })
  return (await listSessions(owner))[0] as Session
}

describe('a visitor identity', () => {
  test('is verified by a signed token', async () => {
    const { owner, project, secret } = await prepare()
    const token = await sign(secret, { sub: 'u-1', exp: soon(), name: 'Kim', email: 'kim@example.com' })
    const start = await begin(project.publicKey, token)
    expect(start).toMatchObject({ verified: true, returning: false })
    const { visitor } = await writes(project.publicKey, start.visitorToken, owner)
    expect(visitor).toMatchObject({
      verified: true,
      externalId: 'u-1',
      name: 'Kim',
      email: 'kim@example.com',
    })
  })

  test.each([
    ['without exp', (secret: string) => sign(secret, { sub: 'u-1' }), 'invalid'],
    ['without sub', (secret: string) => sign(secret, { exp: soon() }), 'invalid'],
    ['with a numeric sub', (secret: string) => sign(secret, { sub: 7, exp: soon() }), 'invalid'],
    ['that has expired', (secret: string) => sign(secret, { sub: 'u-1', exp: soon() - 120 }), 'expired'],
    ['signed with another secret', () => sign('x'.repeat(46), { sub: 'u-1', exp: soon() }), 'invalid'],
    [
      'signed with another algorithm',
      (secret: string) => sign(secret, { sub: 'u-1', exp: soon() }, 'HS512'),
      'invalid',
    ],
    [
      'without a signature',
      async () => 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1LTEiLCJleHAiOjk5OTk5OTk5OTl9.',
      'invalid',
    ],
    ['that is malformed', async () => 'x', 'invalid'],
  ])('is rejected for a token %s, and the visit continues', async (_, make, identityProblem) => {
    const { project, secret } = await prepare()
    const start = await begin(project.publicKey, await make(secret))
    expect(start).toMatchObject({ verified: false, identityProblem })
    expect(start.visitorToken).toMatch(/^vt_/)
  })

  test('is only valid in the project of the secret', async () => {
    const { owner, secret } = await prepare()
    const other = await createPublishedProject(owner)
    const token = await sign(secret, { sub: 'u-1', exp: soon() })
    expect(await begin(other.publicKey, token)).toMatchObject({ verified: false })
  })

  test('starts a new visitor when another customer logs in with the same browser', async () => {
    const { owner, project, secret } = await prepare()
    const first = await begin(project.publicKey, await sign(secret, { sub: 'u-1', exp: soon() }))
    await writes(project.publicKey, first.visitorToken, owner)
    for (const end of [soon(), soon() - 120]) {
      const token = await sign(secret, { sub: 'u-2', exp: end })
      const second = await begin(project.publicKey, token, first.visitorToken)
      expect(second.visitorToken).not.toBe(first.visitorToken)
      expect(second.messages).toEqual([])
    }
    const again = await begin(
      project.publicKey,
      await sign(secret, { sub: 'u-1', exp: soon() }),
      first.visitorToken,
    )
    expect(again.visitorToken).toBe(first.visitorToken)
    expect(again.messages).toHaveLength(1)
  })

  test('is an unverified claim without a token, and does not overwrite a verified identity', async () => {
    const { owner, project, secret } = await prepare()
    const visitor = await fixtures.visitor(project.publicKey)
    const line = await visitor.connect()
    await line.send('message:send', { text: 'hello', clientId: 'c' })
    await line.send('identify', { name: 'Kim', email: 'kim@example.com' })
    expect((await listSessions(owner))[0]?.visitor).toEqual({
      name: 'Kim',
      email: 'kim@example.com',
      phone: null,
    })
    const token = await sign(secret, { sub: 'u-1', exp: soon(), name: 'Signed' })
    await begin(project.publicKey, token, visitor.visitorToken)
    await line.send('identify', { name: 'Forged' })
    await line.send('prechat:submit', { fields: { name: 'Forged', email: 'f@example.com', phone: '123' } })
    const [session] = await listSessions(owner)
    expect(session?.visitor).toMatchObject({ name: 'Signed', email: null, phone: '123', verified: true })
    const details = await owner.get('GET', `/api/sessions/${session?.sessionId}/visitor`)
    expect(details.visitor).toMatchObject({ name: 'Signed', identity: 'verified' })
  })
})

describe('identity secrets', () => {
  test('are returned once, two are valid at a time, and changes are audited', async () => {
    const { owner, project, path, secret } = await prepare()
    const second = await owner.get('POST', path)
    expect(second.secrets).toHaveLength(2)
    expect(await owner.call('POST', path)).toMatchObject({ status: 409 })
    const listed = await owner.call('GET', path)
    expect(listed.text).not.toContain(secret)
    expect(listed.body.data.secrets[1]).toMatchObject({ ending: secret.slice(-4), lastUsedAt: null })
    for (const one of [secret, second.secret]) {
      const start = await begin(project.publicKey, await sign(one, { sub: 'u-1', exp: soon() }))
      expect(start.verified).toBe(true)
    }
    const { secrets } = await owner.get('GET', path)
    expect(secrets.every((one: { lastUsedAt: string | null }) => one.lastUsedAt)).toBe(true)
    await owner.get('DELETE', `${path}/${secrets[1].id}`)
    const late = await begin(project.publicKey, await sign(secret, { sub: 'u-1', exp: soon() }))
    expect(late.verified).toBe(false)
    const { events } = await owner.get('GET', '/api/audit')
    expect(events.map((event: { action: string }) => event.action)).toEqual(
      expect.arrayContaining(['identity_secret_added', 'identity_secret_removed']),
    )
    expect(JSON.stringify(events)).not.toContain(secret)
  })

  test('are restricted to Owners and Admins', async () => {
    const { owner, path } = await prepare()
    const agent = await fixtures.joined(owner, 'Agent')
    for (const method of ['GET', 'POST'])
      expect(await agent.call(method, path)).toMatchObject({ status: 403 })
  })
})
