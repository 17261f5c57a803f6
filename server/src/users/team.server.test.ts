import { describe, expect, test } from 'vitest'
import { addConversations } from '../../test/fixtures/conversations.ts'
import {
  createFixtures,
  createPrivateFixtures,
  createPublishedProject,
  listMessages,
} from '../../test/fixtures/fixtures.ts'
import { call, invite, newEmail, type Person, person } from '../../test/kit/client.ts'
import { embeddedTest } from '../../test/kit/engine.ts'

const fixtures = createFixtures()
const unknown = '01890000-0000-7000-8000-000000000000'
const lastOwner = 'A company needs at least one active Owner'
const ownersOnly = 'Only an Owner can do that'

const accept = (path: string, name = 'Kim') =>
  fixtures.call('POST', path, { name, password: 'correct horse' })
const getId = (person: Person) => person.data.user.id
const change = (by: Person, whom: string | Person, body: object) =>
  by.call('PATCH', `/api/users/${typeof whom === 'string' ? whom : getId(whom)}`, body)
const remove = (by: Person, whom: string | Person) =>
  by.call('DELETE', `/api/users/${typeof whom === 'string' ? whom : getId(whom)}`)

describe('a role change', () => {
  test('applies from the next request', async () => {
    const owner = await fixtures.signUp()
    const agent = await fixtures.joined(owner, 'Agent')
    expect((await agent.call('GET', '/api/audit')).status).toBe(403)
    expect((await change(owner, agent, { role: 'Admin' })).body.data.user).toMatchObject({
      id: getId(agent),
      role: 'Admin',
      status: 'active',
    })
    expect((await agent.call('GET', '/api/audit')).status).toBe(200)
    await change(owner, agent, { role: 'Agent' })
    expect((await agent.call('GET', '/api/audit')).status).toBe(403)
  })

  test('to or from Owner requires an Owner', async () => {
    const owner = await fixtures.signUp()
    const admin = await fixtures.joined(owner, 'Admin')
    const agent = await fixtures.joined(owner, 'Agent')
    const refused = { status: 403, body: { message: ownersOnly } }
    expect(await change(admin, agent, { role: 'Owner' })).toMatchObject(refused)
    expect(await change(admin, admin, { role: 'Owner' })).toMatchObject(refused)
    expect(await change(admin, owner, { role: 'Agent' })).toMatchObject(refused)
    expect(await change(admin, owner, { status: 'disabled' })).toMatchObject(refused)
    expect(await remove(admin, owner)).toMatchObject(refused)
    expect((await change(admin, agent, { role: 'Admin' })).status).toBe(200)
    expect((await change(owner, agent, { role: 'Owner' })).status).toBe(200)
    expect((await change(agent, owner, { role: 'Admin' })).status).toBe(200)
  })

  test.each([[{ role: 'Boss' }], [{ role: null }], [{ status: 'invited' }], [{ status: ['active'] }]])(
    'returns 400 for %j',
    async (body) => {
      const owner = await fixtures.signUp()
      const agent = await fixtures.joined(owner, 'Agent')
      expect((await change(owner, agent, body)).status).toBe(400)
    },
  )

  test('is allowed for a pending invitation, a status change is not', async () => {
    const owner = await fixtures.signUp()
    const { user, path } = await invite(owner, { email: 'later@example.com', role: 'Agent' })
    expect((await change(owner, user.id, { status: 'active' })).status).toBe(409)
    expect((await change(owner, user.id, { role: 'Admin' })).body.data.user).toMatchObject({
      role: 'Admin',
      status: 'invited',
    })
    expect((await accept(path)).body.data.user.role).toBe('Admin')
  })
})

describe('the last active Owner', () => {
  test('cannot be demoted, disabled or removed', async () => {
    const owner = await fixtures.signUp()
    const second = await fixtures.joined(owner, 'Owner')
    await invite(owner, { email: 'third-owner@example.com', role: 'Owner' })
    expect((await change(owner, second, { status: 'disabled' })).status).toBe(200)
    const refused = { status: 409, body: { message: lastOwner, code: 'conflict' } }
    expect(await change(owner, owner, { role: 'Admin' })).toMatchObject(refused)
    expect(await change(owner, owner, { status: 'disabled' })).toMatchObject(refused)
    expect(await remove(owner, owner)).toMatchObject(refused)
    expect((await change(owner, second, { status: 'active' })).status).toBe(200)
    expect((await change(owner, owner, { role: 'Admin' })).status).toBe(200)
  })

  test.each(['demoted', 'removed'])('remains when two are %s by each other concurrently', async (how) => {
    for (let round = 0; round < 5; round++) {
      const owner = await fixtures.signUp()
      const second = await fixtures.joined(owner, 'Owner')
      const end = (by: Person, whom: Person) =>
        how === 'removed' ? remove(by, whom) : change(by, whom, { role: 'Agent' })
      const statuses = (await Promise.all([end(owner, second), end(second, owner)])).map(
        ({ status }) => status,
      )
      expect(statuses).toContain(200)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      const owners = await fixtures.server.app.db.company(
        owner.data.company.id,
        (sql) => sql`select id from users where role = 'Owner' and status = 'active'`,
      )
      expect(owners).toHaveLength(1)
    }
  })
})

describe('a disabled user', () => {
  test('loses HTTP, socket, token and login access immediately; old tokens stay revoked when enabled again', async () => {
    const owner = await fixtures.signUp()
    const agent = await fixtures.joined(owner, 'Agent')
    const line = await agent.connect()
    expect((await agent.call('GET', '/api/me')).status).toBe(200)
    expect((await change(owner, agent, { status: 'disabled' })).body.data.user.status).toBe('disabled')
    expect((await agent.call('GET', '/api/me')).status).toBe(401)
    await line.disconnected()
    await expect(agent.connect()).rejects.toThrow('Authentication failed')
    const refresh = () =>
      fixtures.call('POST', '/api/auth/refresh-token', { refreshToken: agent.tokens.refreshToken })
    const login = () =>
      fixtures.call('POST', '/api/auth/login', { email: agent.data.user.email, password: 'correct horse' })
    expect((await refresh()).status).toBe(401)
    expect((await login()).body.message).toBe('Invalid email or password')

    await change(owner, agent, { status: 'active' })
    expect((await refresh()).status).toBe(401)
    expect((await agent.call('GET', '/api/me')).status).toBe(401)
    expect((await login()).status).toBe(200)
  })

  test('loses an idle connection when the row is changed directly in the database', async () => {
    const owner = await fixtures.signUp()
    const agent = await fixtures.joined(owner, 'Agent')
    const [revoked, other] = [await agent.connect(), await owner.connect()]
    await fixtures.server.app.db.company(
      owner.data.company.id,
      (sql) => sql`update users set status = 'disabled' where id = ${getId(agent)}`,
    )
    await revoked.disconnected()
    await expect(agent.connect()).rejects.toThrow('Authentication failed')
    expect(other.socket.connected).toBe(true)
  })
})

const minute = 60_000

let now = Date.now()
/** A server whose clock stands still until a test advances it. */
const withClock = createPrivateFixtures({}, { clock: { now: () => now } })

/** A new company on that server. */
async function signUpWithClock() {
  const { app, url } = withClock.server
  const owner = await withClock.signUp()
  return {
    app,
    owner,
    line: await owner.connect(),
    advance: (milliseconds: number) => {
      now += milliseconds
    },
    /** Their tokens are issued at the current time of the server. */
    async addColleague(): Promise<Person> {
      const { path } = await invite(owner, { email: newEmail('colleague'), role: 'Agent' })
      const { body } = await call(url, 'POST', path, { name: 'Kim', password: 'correct horse' })
      return person(url, body)
    },
    refresh: async (refreshToken: string) =>
      (await call(url, 'POST', '/api/auth/refresh-token', { refreshToken })).body.tokens,
  }
}

describe('a connection', () => {
  test("does not outlive its token when another user's token is presented", async () => {
    const { line, advance, addColleague } = await signUpWithClock()
    advance(10 * minute)
    const colleague = await addColleague()
    const other = await colleague.connect()
    const token = colleague.tokens.accessToken
    expect(await line.send('auth:refresh', { token })).toMatchObject({ success: false })
    advance(7 * minute)
    await line.disconnected()
    expect(other.socket.connected).toBe(true)
  })

  test('outlives its token when a new one is presented', async () => {
    const { owner, line, advance, addColleague, refresh } = await signUpWithClock()
    const other = await (await addColleague()).connect()
    advance(10 * minute)
    const { accessToken } = await refresh(owner.tokens.refreshToken)
    expect(await line.send('auth:refresh', { token: accessToken })).toEqual({ success: true })
    advance(7 * minute)
    await other.disconnected()
    expect(line.socket.connected).toBe(true)
    advance(10 * minute)
    await line.disconnected()
  })
})

embeddedTest('a caller is cached for 30 s', async () => {
  const { app, owner, advance } = await signUpWithClock()
  const requestOwnUser = async () => (await owner.call('GET', '/api/me')).status
  expect(await requestOwnUser()).toBe(200)
  // Changed without an invalidation, so only the cache can answer.
  await app.db.company(owner.data.company.id, (sql) => sql`update sign_ins set ended_at = now()`)
  advance(29_999)
  expect(await requestOwnUser()).toBe(200)
  advance(1)
  expect(await requestOwnUser()).toBe(401)
})

describe('a removed user', () => {
  test('is unassigned from all conversations, which count as changed', async () => {
    const owner = await fixtures.signUp()
    const agent = await fixtures.joined(owner, 'Agent')
    const project = await createPublishedProject(owner)
    const sessionIds = await addConversations(fixtures.server, owner, project.id, 3)
    for (const sessionId of sessionIds)
      await owner.get('PATCH', `/api/sessions/${sessionId}/assign`, { agentId: getId(agent) })
    const agentSocket = await owner.connect()
    const { rev } = await agentSocket.send('sync', { rev: null })
    expect((await remove(owner, agent)).status).toBe(200)
    const { changed } = await agentSocket.send('sync', { rev })
    expect(changed.map(({ sessionId }: { sessionId: string }) => sessionId).toSorted()).toEqual(
      sessionIds.toSorted(),
    )
    for (const { assignedAgentId } of changed) expect(assignedAgentId).toBeNull()
  })

  test('loses access, and their messages and releases are kept', async () => {
    const owner = await fixtures.signUp()
    const agent = await fixtures.joined(owner, 'Admin', 'Robin')
    const project = await createPublishedProject(agent)
    const visitor = await (await fixtures.visitor(project.publicKey)).connect()
    const { session } = await visitor.send('message:send', { text: 'hello', clientId: 'c' })
    const line = await agent.connect()
    await line.send('message:send', { sessionId: session.sessionId, text: 'hi there', clientId: 'a' })
    await owner.get('PATCH', `/api/sessions/${session.sessionId}/assign`, { agentId: getId(agent) })

    expect(await remove(owner, agent)).toMatchObject({ status: 200, body: { success: true, data: null } })
    await line.disconnected()
    expect((await agent.call('GET', '/api/me')).status).toBe(401)
    expect((await remove(owner, agent)).status).toBe(404)
    expect((await owner.get('GET', '/api/users')).users).toHaveLength(1)
    const messages = await listMessages(owner, session.sessionId)
    expect(messages[1]).toMatchObject({ text: 'hi there', agent: { id: getId(agent), name: 'Robin' } })
    expect((await owner.get('GET', `/api/projects/${project.id}`)).isPublished).toBe(true)
    expect((await owner.get('GET', '/api/sessions')).sessions[0].assignedAgentId).toBeNull()
  })

  test('can be invited again', async () => {
    const owner = await fixtures.signUp()
    const agent = await fixtures.joined(owner, 'Agent')
    await remove(owner, agent)
    const { path } = await invite(owner, { email: agent.data.user.email, role: 'Agent' })
    expect((await accept(path)).status).toBe(201)
  })
})

describe('the account', () => {
  test('name change applies to the next message on an open connection', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner)
    const visitor = await (await fixtures.visitor(project.publicKey)).connect()
    const { session } = await visitor.send('message:send', { text: 'hello', clientId: 'c' })
    const line = await owner.connect()
    expect(
      (await owner.call('PATCH', '/api/me', { name: '  New Name ', role: 'Agent', email: 'x' })).body,
    ).toEqual({
      success: true,
      data: { user: { ...owner.data.user, name: 'New Name' }, company: owner.data.company },
    })
    const sent = await line.send('message:send', { sessionId: session.sessionId, text: 'hi', clientId: 'a' })
    expect(sent.message.agent.name).toBe('New Name')
    expect(await owner.call('PATCH', '/api/me', { name: ' ' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'name', message: 'Your name is required' }] },
    })
  })
})

describe('the company', () => {
  test('name and domain are updated by Owners and Admins', async () => {
    const owner = await fixtures.signUp()
    const { company } = owner.data
    const patch = (body: unknown) => owner.call('PATCH', '/api/company', body)
    expect((await patch({ name: ' New ', domain: 'Shop.Example.com' })).body).toEqual({
      success: true,
      data: { ...company, name: 'New', domain: 'shop.example.com' },
    })
    expect((await patch({ name: 'Newer' })).body.data.domain).toBe('shop.example.com')
    expect((await patch({ domain: '', id: unknown, publicKey: 'x' })).body.data).toEqual({
      ...company,
      name: 'Newer',
    })
    expect((await patch({})).body.data.name).toBe('Newer')
    expect((await patch({ timeZone: 'Asia/Kathmandu' })).body.data.timeZone).toBe('Asia/Kathmandu')
    expect((await patch({ name: 'Newest' })).body.data.timeZone).toBe('Asia/Kathmandu')
    for (const body of [
      { timeZone: 'Europe/Atlantis' },
      { timeZone: '+01:00' },
      { timeZone: '' },
      { timeZone: null },
      { name: ' ' },
      { name: 5 },
      { domain: 'https://x.com/' },
      { domain: 'x' },
      { domain: ['x.com'] },
    ]) {
      expect((await patch(body)).status, JSON.stringify(body)).toBe(400)
    }
  })
})
