import type { AuditEvent } from '@aichat/contracts/company/audit'
import { describe, expect, test } from 'vitest'
import { createFixtures, createPublishedProject, listMessages } from '../../test/fixtures/fixtures.ts'
import { call as callAt, type Person, signUp, waitUntil } from '../../test/kit/client.ts'
import { serverForThisTest } from '../../test/kit/server.ts'

const fixtures = createFixtures()

async function createKey(owner: Person, scopes: string[], name = 'Reports') {
  const { key, keys } = await owner.get('POST', '/api/api-keys', { name, scopes })
  const call = (method: string, path: string, body?: unknown) =>
    fixtures.call(method, path, body, { authorization: `Bearer ${key}` })
  return { key: key as string, id: keys[0].id as string, call }
}

async function conversation(owner: Person) {
  const project = await createPublishedProject(owner)
  const visitor = await (await fixtures.visitor(project.publicKey)).connect()
  const { session } = await visitor.send('message:send', { text: 'hello', clientId: 'c' })
  return {
    visitor,
    sessionId: session.sessionId as string,
    path: `/api/sessions/${session.sessionId}/messages`,
  }
}

describe('an API key', () => {
  test('is returned once and stored as a hash', async () => {
    const owner = await fixtures.signUp()
    const { key, id } = await createKey(owner, ['sessions:read'])
    expect(key).toMatch(/^aichat_[0-9a-f]{8}_[\w-]{43}$/)
    const { keys } = await owner.get('GET', '/api/api-keys')
    expect(keys).toEqual([
      {
        id,
        name: 'Reports',
        prefix: key.slice(0, 15),
        scopes: ['sessions:read'],
        createdBy: owner.data.user.name,
        createdAt: expect.any(String),
        lastUsedAt: null,
      },
    ])
    const rows = await fixtures.server.app.db.company(
      owner.data.company.id,
      (sql) => sql`select * from api_keys`,
    )
    expect(JSON.stringify(rows)).not.toContain(key.slice(16))
  })

  test.each([
    [{ scopes: ['sessions:read'] }, 'name'],
    [{ name: ' ', scopes: ['sessions:read'] }, 'name'],
    [{ name: 'A', scopes: [] }, 'scopes'],
    [{ name: 'A', scopes: ['everything'] }, 'scopes.0'],
  ])('is not created from %j', async (form, field) => {
    const owner = await fixtures.signUp()
    const { status, body } = await owner.call('POST', '/api/api-keys', form)
    expect({ status, field: body.errors[0].field }).toEqual({ status: 400, field })
  })

  test('edits a project but never its website, which says where the chat may be shown', async () => {
    const owner = await fixtures.signUp()
    const websiteUrl = 'https://shop.example.com'
    const { id } = await owner.get('POST', '/api/projects', { name: 'Shop', websiteUrl })
    const { call } = await createKey(owner, ['projects:read', 'projects:write'])
    const path = `/api/projects/${id}`
    for (const other of ['https://attacker.example.com', '', null]) {
      expect(await call('PUT', path, { name: 'Taken', websiteUrl: other })).toMatchObject({
        status: 403,
        body: {
          code: 'forbidden',
          message: 'An API key cannot change the website of a project. Change it in the console.',
          errors: [{ field: 'websiteUrl' }],
        },
      })
    }
    expect(await owner.get('GET', path)).toMatchObject({ name: 'Shop', websiteUrl })
    expect((await call('PUT', path, { name: 'Tents', websiteUrl })).status).toBe(200)
    expect((await call('PUT', path, { name: 'Boats' })).status).toBe(200)
    expect(await owner.get('GET', path)).toMatchObject({ name: 'Boats', websiteUrl })
    await owner.get('PUT', path, { name: 'Boats', websiteUrl: 'https://boats.example.com' })
    const { events } = await owner.get('GET', '/api/audit?action=project_changed')
    expect(events.map(({ user, subject }: AuditEvent) => [user?.name, subject?.changes])).toEqual([
      [owner.data.user.name, [{ field: 'websiteUrl', from: websiteUrl, to: 'https://boats.example.com' }]],
      ['Reports', [{ field: 'name', from: 'Tents', to: 'Boats' }]],
      ['Reports', [{ field: 'name', from: 'Shop', to: 'Tents' }]],
    ])
  })

  test('records its last use, and its changes in the audit log', async () => {
    const owner = await fixtures.signUp()
    const { id, call } = await createKey(owner, ['projects:read', 'projects:write'])
    expect((await call('GET', '/api/projects')).status).toBe(200)
    await waitUntil(
      async () => (await owner.get('GET', '/api/api-keys')).keys[0].lastUsedAt,
      (at) => at !== null,
    )
    expect((await call('POST', '/api/projects', { name: 'Made by a program' })).status).toBe(201)
    await owner.get('DELETE', `/api/api-keys/${id}`)
    expect((await call('GET', '/api/projects')).status).toBe(401)
    const { events } = await owner.get('GET', '/api/audit')
    expect(
      events.map((event: { action: string; user: { name: string } }) => [event.action, event.user.name]),
    ).toEqual([
      ['api_key_revoked', owner.data.user.name],
      ['project_created', 'Reports'],
      ['api_key_added', owner.data.user.name],
      ['signed_up', owner.data.user.name],
    ])
  })

  test('returns 401 for an unknown key', async () => {
    const owner = await fixtures.signUp()
    const { key } = await createKey(owner, ['sessions:read'])
    for (const wrong of [
      `${key}x`,
      key.slice(0, -1),
      'aichat_',
      `aichat_${'0'.repeat(8)}_${'a'.repeat(43)}`,
    ]) {
      const { status } = await fixtures.call('GET', '/api/sessions', undefined, {
        authorization: `Bearer ${wrong}`,
      })
      expect(status, wrong).toBe(401)
    }
  })

  test('is documented in OpenAPI with the scope of each route', async () => {
    const { body } = await fixtures.call('GET', '/api/openapi.json')
    expect(body.paths['/api/projects/{projectId}'].delete.description).toBe(
      'Permission: `projects.delete` (Owner, Admin). Not for API keys.',
    )
    expect(body.components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' })
    expect(body.paths['/api/sessions'].get.security).toEqual([{ bearer: [] }, { apiKey: ['sessions:read'] }])
    expect(body.paths['/api/api-keys'].get.security).toBeUndefined()
    expect(body.paths['/api/auth/login'].post.security).toEqual([])
  })

  test('has a rate limit of its own', async () => {
    const server = await serverForThisTest({ limitScale: 0.005 })
    const owner = await signUp(server.url, 'acme')
    const [busy, idle] = [
      await createKey(owner, ['projects:read']),
      await createKey(owner, ['projects:read']),
    ]
    const ask = (key: string) =>
      callAt(server.url, 'GET', '/api/projects', undefined, { authorization: `Bearer ${key}` })
    for (let asked = 0; asked < 3; asked++) expect((await ask(busy.key)).status).toBe(200)
    const refused = await ask(busy.key)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask(idle.key)).status).toBe(200)
  })
})

describe('a message sent with an API key', () => {
  test('reaches the visitor once, with the name of the key as sender', async () => {
    const owner = await fixtures.signUp()
    const { visitor, sessionId, path } = await conversation(owner)
    const { call } = await createKey(owner, ['sessions:write', 'sessions:read'], 'Order desk')
    const first = await call('POST', path, { text: 'Your parcel left today', clientId: 'parcel-1' })
    expect(first.status).toBe(200)
    expect(first.body.data.message).toMatchObject({
      from: 'agent',
      isAi: false,
      text: 'Your parcel left today',
      agent: { name: 'Order desk' },
      seq: 2,
    })
    const again = await call('POST', path, { text: 'Your parcel left today', clientId: 'parcel-1' })
    expect(again.body.data.message._id).toBe(first.body.data.message._id)
    expect((await visitor.next('message:new', ({ message }) => message.seq === 2)).message.text).toBe(
      'Your parcel left today',
    )
    expect(await listMessages(owner, sessionId)).toHaveLength(2)
    expect((await call('GET', path)).body.data.messages).toHaveLength(2)
    expect((await call('POST', path, { text: ' ', clientId: 'x' })).status).toBe(400)
    await owner.get('PATCH', `/api/sessions/${sessionId}/status`, { status: 'closed' })
    expect((await call('POST', path, { text: 'Too late', clientId: 'y' })).status).toBe(409)
  })
})
