import type { AuditEvent } from '@aichat/contracts/audit'
import { describe, expect, test } from 'vitest'
import {
  call,
  createFixtures,
  createPublishedProject,
  type Person,
  person,
  waitUntil,
} from '../../test/fixtures.ts'
import { serverForThisTest } from '../../test/server.ts'

const fixtures = createFixtures()

async function listEvents(owner: Person, query = ''): Promise<AuditEvent[]> {
  return (await owner.get('GET', `/api/audit${query}`)).events
}

const listActions = async (owner: Person) => (await listEvents(owner)).map((event) => event.action)

describe('the audit log', () => {
  test('lists events, newest first', async () => {
    const owner = await fixtures.signUp('acme')
    const { user, company } = owner.data
    const agent = await fixtures.joined(owner, 'Agent', 'Robin')
    await owner.get('PATCH', `/api/users/${agent.data.user.id}`, { role: 'Admin', status: 'active' })
    await agent.get('PATCH', '/api/company', { name: 'New', domain: 'example.com' })
    const project = await createPublishedProject(agent)
    await agent.get('POST', `/api/projects/${project.id}/publish`) // the same draft: no release, no event
    await agent.get('DELETE', `/api/projects/${project.id}`)
    await owner.get('PATCH', `/api/users/${agent.data.user.id}`, { status: 'disabled' })
    await owner.get('DELETE', `/api/users/${agent.data.user.id}`)

    const events = await listEvents(owner)
    expect(events.map(({ action, user, subject }) => [action, user?.name, subject?.kind])).toEqual([
      ['removed', user.name, 'user'],
      ['status_changed', user.name, 'user'],
      ['project_deleted', 'Robin', 'project'],
      ['published', 'Robin', 'project'],
      ['project_created', 'Robin', 'project'],
      ['company_changed', 'Robin', 'company'],
      ['company_changed', 'Robin', 'company'],
      ['role_changed', user.name, 'user'],
      ['joined', 'Robin', 'user'],
      ['invited', user.name, 'user'],
      ['signed_up', user.name, undefined],
    ])
    expect(events.find(({ action }) => action === 'role_changed')).toEqual({
      id: expect.any(String),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      action: 'role_changed',
      user: { id: user.id, name: user.name },
      subject: { kind: 'user', id: agent.data.user.id, name: 'Robin', from: 'Agent', to: 'Admin' },
      address: '127.0.0.1',
    })
    expect(events.filter(({ action }) => action === 'company_changed').map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        { kind: 'company', id: company.id, name: 'New', field: 'name', from: company.name, to: 'New' },
        { kind: 'company', id: company.id, name: 'New', field: 'domain', from: '', to: 'example.com' },
      ]),
    )
  })

  test('records sign-ins, failed sign-ins of existing accounts, and password changes', async () => {
    const owner = await fixtures.signUp()
    const enter = (email: string, password: string) =>
      fixtures.call('POST', '/api/auth/login', { email, password })
    await enter(owner.data.user.email, 'wrong one')
    await waitUntil(
      () => listActions(owner),
      (actions) => actions[0] === 'sign_in_failed',
    )
    await enter('unknown@example.com', 'wrong one')
    const again = person(fixtures.server.url, (await enter(owner.data.user.email, 'correct horse')).body)
    const passwords = { currentPassword: 'correct horse', newPassword: 'battery staple' }
    const renewed = person(
      fixtures.server.url,
      (await again.call('POST', '/api/me/password', passwords)).body,
    )
    expect(await listActions(renewed)).toEqual([
      'password_changed',
      'signed_in',
      'sign_in_failed',
      'signed_up',
    ])
    expect(JSON.stringify(await listEvents(renewed))).not.toMatch(/wrong one|correct horse|battery staple/)
  })

  test('records no event for refused or rolled back requests', async () => {
    const owner = await fixtures.signUp()
    const before = await listActions(owner)
    await owner.call('PATCH', `/api/users/${owner.data.user.id}`, { role: 'Agent' })
    await owner.call('POST', '/api/projects', { name: ' ' })
    await owner.call('PATCH', '/api/company', { name: owner.data.company.name })
    expect(await listActions(owner)).toEqual(before)
  })

  test('supports pagination and filters by action and user', async () => {
    const owner = await fixtures.signUp()
    const agent = await fixtures.joined(owner, 'Admin')
    for (let index = 0; index < 7; index++) await agent.get('POST', '/api/projects', { name: `P${index}` })
    const all = await listEvents(owner)
    const pages: AuditEvent[] = []
    let cursor = ''
    for (let page = 0; page < 10; page++) {
      const { events, nextCursor } = await owner.get('GET', `/api/audit?limit=3${cursor}`)
      pages.push(...events)
      if (!nextCursor) break
      expect(events).toHaveLength(3)
      cursor = `&cursor=${nextCursor}`
    }
    expect(all).toHaveLength(10)
    expect(pages).toEqual(all)
    expect(await listEvents(owner, '?action=project_created')).toHaveLength(7)
    expect(await listEvents(owner, `?userId=${owner.data.user.id}`)).toHaveLength(2)
    expect(await listEvents(owner, '?userId=x')).toEqual([])
    expect(await listEvents(owner, '?cursor=x')).toEqual([])
    for (const query of ['?limit=x', '?limit=-1', '?action=x']) {
      expect((await owner.call('GET', `/api/audit${query}`)).status, query).toBe(400)
    }
  })

  test('shows only the own company, to Owners and Admins', async () => {
    const [acme, rival] = [await fixtures.signUp('acme'), await fixtures.signUp('rival')]
    const [first] = await listEvents(acme)
    expect(await listEvents(rival, `?userId=${acme.data.user.id}`)).toEqual([])
    expect(await listEvents(rival, `?cursor=${first?.id}`)).toEqual([])
    expect((await listEvents(rival)).map(({ user }) => user?.id)).toEqual([rival.data.user.id])
    expect((await (await fixtures.joined(acme, 'Agent')).call('GET', '/api/audit')).status).toBe(403)
    expect((await (await fixtures.joined(acme, 'Admin')).call('GET', '/api/audit')).status).toBe(200)
  })

  test('is append-only for the database role of the server', async () => {
    const owner = await fixtures.signUp()
    const { db } = fixtures.server.app
    const company = owner.data.company.id
    const rewrite = db.company(company, (sql) => sql`update audit_events set user_name = 'Forged'`)
    await expect(rewrite).rejects.toThrow(/permission denied/)
    await expect(db.company(company, (sql) => sql`delete from audit_events`)).rejects.toThrow(
      /permission denied/,
    )
  })

  test('accepts forwarded addresses only from trusted proxies', async () => {
    const form = { companyName: 'A', name: 'A', email: 'a@example.com', password: 'correct horse' }
    const forwarded = { 'x-forwarded-for': '203.0.113.9' }
    for (const [trustProxy, address] of [
      [[], '127.0.0.1'],
      [['127.0.0.1'], '203.0.113.9'],
    ] as const) {
      const server = await serverForThisTest({ trustProxy: [...trustProxy] })
      const { body } = await call(server.url, 'POST', '/api/auth/signup', form, forwarded)
      expect((await listEvents(person(server.url, body)))[0]?.address).toBe(address)
    }
  })
})
