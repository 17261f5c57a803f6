import type { AuditEvent } from '@aichat/contracts/company/audit'
import { describe, expect, test } from 'vitest'
import {
  createFixtures,
  createPrivateFixtures,
  createPublishedProject,
} from '../../test/fixtures/fixtures.ts'
import { type Person, person, waitUntil } from '../../test/kit/client.ts'

const fixtures = createFixtures()
const limited = createPrivateFixtures({ limitScale: 1, trustProxy: ['127.0.0.1'] })

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
      ['widget_changed', 'Robin', 'project'],
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

  test('says what a publish changed, and that the draft was edited once per burst of edits', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner)
    for (const primaryColor of ['#111111', '#222222', '#333333'])
      await owner.get('PATCH', `/api/widget/${project.widgetConfigId}`, { brand: { primaryColor } })
    await owner.get('POST', `/api/projects/${project.id}/publish`)
    const events = await listEvents(owner)
    expect(events.map(({ action }) => action)).toEqual([
      'published',
      'published',
      'widget_changed',
      'project_created',
      'signed_up',
    ])
    expect(events[0]?.subject?.changes).toEqual([
      { field: 'brand.primaryColor', from: expect.stringMatching(/^#/), to: '#333333' },
    ])
  })

  test('records the fields of texts that changed, cut to a bounded length', async () => {
    const owner = await fixtures.signUp()
    const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
    const instructions = 'x'.repeat(2000)
    await owner.get('PUT', `/api/projects/${id}/agent/profile`, { instructions, tone: 'Friendly' })
    await owner.get('PUT', `/api/projects/${id}/agent/profile`, { instructions })
    const events = await listEvents(owner, '?action=profile_changed')
    expect(events.map(({ subject }) => subject)).toEqual([
      {
        kind: 'project',
        id,
        name: 'Shop',
        changes: [
          { field: 'tone', from: 'Professional', to: 'Friendly' },
          { field: 'instructions', from: '', to: `${'x'.repeat(199)}…` },
        ],
      },
    ])
  })

  test('records sign-outs, and the reuse of a refresh token', async () => {
    const owner = await fixtures.signUp()
    const { email } = owner.data.user
    const enter = () => fixtures.call('POST', '/api/auth/login', { email, password: 'correct horse' })
    const { tokens } = (await enter()).body
    for (let times = 0; times < 2; times++)
      await fixtures.call('POST', '/api/auth/logout', { refreshToken: tokens.refreshToken })
    expect(await listActions(owner)).toEqual(['signed_out', 'signed_in', 'signed_up'])

    const refresh = async (refreshToken: string) =>
      (await fixtures.call('POST', '/api/auth/refresh-token', { refreshToken })).body
    const stolen = (await enter()).body.tokens.refreshToken
    const second = (await refresh(stolen)).tokens.refreshToken
    await refresh(second)
    expect((await refresh(stolen)).success).toBe(false)
    const [event] = await listEvents(owner)
    expect(event).toMatchObject({
      action: 'refresh_token_reused',
      user: { id: owner.data.user.id },
      address: '127.0.0.1',
    })
  })

  test('records denied attempts, at most one per person, route and minute', async () => {
    const owner = await limited.signUp('acme')
    const agent = await limited.joined(owner, 'Agent', 'Robin')
    const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
    // A rule inside of a permitted route refuses too: only an Owner changes an Owner.
    await owner.get('PATCH', `/api/users/${agent.data.user.id}`, { role: 'Admin' })
    const demotion = await agent.call('PATCH', `/api/users/${owner.data.user.id}`, { role: 'Agent' })
    expect(demotion.status).toBe(403)
    await owner.get('PATCH', `/api/users/${agent.data.user.id}`, { role: 'Agent' })
    for (let times = 0; times < 5; times++) {
      expect((await agent.call('DELETE', `/api/projects/${id}`)).status).toBe(403)
      expect((await agent.call('GET', '/api/audit')).status).toBe(403)
    }
    const denied = await waitUntil(
      () => listEvents(owner, '?action=access_denied'),
      (events) => events.length >= 3,
    )
    expect(denied.map(({ user, subject }) => [user?.name, subject?.name]).toSorted()).toEqual([
      ['Robin', 'DELETE /api/projects/:projectId'],
      ['Robin', 'GET /api/audit'],
      ['Robin', 'PATCH /api/users/:userId'],
    ])
  })

  test('exports as CSV without formulas, and as JSON Lines, with the filters of the list', async () => {
    const owner = await fixtures.signUp()
    const formula = '=HYPERLINK("https://attacker.example.com")'
    for (let index = 0; index < 600; index += 100)
      await fixtures.server.app.db.company(
        owner.data.company.id,
        (sql) => sql`
          insert into audit_events (id, company_id, user_id, user_name, action, ip_address)
          select gen_random_uuid(), ${owner.data.company.id}, ${owner.data.user.id}, ${formula}, 'signed_in', '::1'
          from generate_series(1, 100)`,
      )
    const csv = await owner.call('GET', '/api/audit/export?format=csv&action=signed_in')
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(csv.headers.get('content-disposition')).toContain('audit-log.csv')
    const rows = csv.text.trimEnd().split('\r\n')
    expect(rows).toHaveLength(601)
    for (const row of rows.slice(1)) expect(row).toContain(`"'=HYPERLINK(""https://`)

    const lines = await owner.call('GET', '/api/audit/export?format=jsonl')
    const events: AuditEvent[] = lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(events).toHaveLength(603)
    expect(new Set(events.map(({ id }) => id)).size).toBe(603)
    expect(events.slice(0, 2)).toMatchObject([
      { action: 'audit_log_exported', subject: { to: 'jsonl' } },
      { action: 'audit_log_exported', subject: { to: 'csv' } },
    ])
    expect((await owner.call('GET', '/api/audit/export?userId=x&format=jsonl')).text).toBe('')
    const rival = await fixtures.signUp('rival')
    expect((await rival.call('GET', '/api/audit/export')).text).not.toContain('HYPERLINK')
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
    const form = { companyName: 'A', name: 'A', email: 'forwarded@example.com', password: 'correct horse' }
    const forwarded = { 'x-forwarded-for': '203.0.113.9' }
    for (const [{ server, call }, trustProxy, address] of [
      [fixtures, [], '127.0.0.1'],
      [limited, ['127.0.0.1'], '203.0.113.9'],
    ] as const) {
      expect(server.app.settings.trustProxy).toEqual(trustProxy)
      const { body } = await call('POST', '/api/auth/signup', form, forwarded)
      expect((await listEvents(person(server.url, body)))[0]?.address).toBe(address)
    }
  })
})
