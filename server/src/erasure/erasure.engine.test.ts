import { existsSync } from 'node:fs'
import path from 'node:path'
import { raw } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { addConversations, limitStatements } from '../../test/fixtures/conversations.ts'
import { createPrivateFixtures, createPublishedProject, listSessions } from '../../test/fixtures/fixtures.ts'
import { type Person, upload } from '../../test/kit/client.ts'
import { createSweep } from '../files/sweep.ts'
import type { Sql } from '../kit/db/db.ts'
import { createRetention } from './retention.ts'

const fixtures = createPrivateFixtures({ fetchAllow: ['127.0.0.1:9'] })

/** A visitor with an email address and a conversation that has rows in every related table and a file. */
async function talked(owner: Person, email: string, publicKey: string) {
  const visitor = await fixtures.visitor(publicKey)
  const line = await visitor.connect()
  await line.send('message:send', { text: `I am ${email}`, clientId: 'c1' })
  await line.send('identify', { email })
  const file = { name: 'papers.txt', content: 'my papers' }
  const path = `/api/public/${publicKey}/attachments`
  const { body } = await upload(fixtures.server.url, path, visitor.visitorToken, [file])
  const { session } = await line.send('message:send', { attachments: [body.data.id], clientId: 'c2' })
  const sessionId: string = session.sessionId
  await owner.get('POST', `/api/sessions/${sessionId}/notes`, { text: `About ${email}` })
  const label = (await owner.get('GET', '/api/labels')).labels[0]
  await owner.get('PATCH', `/api/sessions/${sessionId}/labels`, { labelId: label.id, isOn: true })
  const rows = await inCompany(
    owner,
    (sql) => sql<{ key: string; visitorId: string }>`
    select f.key, d.visitor_id as "visitorId" from files f join sessions d on d.id = f.session_id
    where f.session_id = ${sessionId}`,
  )
  const { key, visitorId } = rows[0] as { key: string; visitorId: string }
  const { tenantId: companyId } = (await listSessions(owner))[0] as { tenantId: string }
  await inCompany(
    owner,
    (sql) => sql`
    insert into reply_traces (company_id, session_id, seq, trace) values (${companyId}, ${sessionId}, 1, '{}')`,
  )
  await inCompany(
    owner,
    (sql) => sql`
    insert into reply_counts (company_id, project_id, day, visitor_id, replies)
    select ${companyId}, project_id, current_date, ${visitorId}, 3 from sessions where id = ${sessionId}`,
  )
  return { visitor, line, sessionId, key, visitorId, email }
}
type Talked = Awaited<ReturnType<typeof talked>>

function inCompany<T>(owner: Person, work: (sql: Sql) => Promise<T>): Promise<T> {
  return fixtures.server.app.db.company(owner.data.company.id, work)
}

/** The tables, and the storage, that still contain data of a conversation. */
async function findTraces(owner: Person, { sessionId, visitorId, email, key }: Talked) {
  const tables = await inCompany(
    owner,
    (sql) => sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id' order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await inCompany(owner, (sql) => sql`select t.* from ${raw(name)} t`)
    const text = JSON.stringify(rows)
    if ([sessionId, visitorId, email, key].some((part) => text.includes(part))) found.push(name)
  }
  const isKept = existsSync(path.join(fixtures.server.app.settings.dataDir, 'files', key))
  return isKept ? [...found, 'the storage'] : found
}

/** The text for the search is added in the background, so it may be missing. */
const allTraces = expect.arrayContaining([
  'files',
  'messages',
  'notes',
  'reply_counts',
  'reply_traces',
  'session_labels',
  'session_states',
  'sessions',
  'visitors',
  'webhook_events',
  'the storage',
])

async function company() {
  const owner = await fixtures.signUp()
  await owner.get('POST', '/api/labels', { name: 'Urgent', tone: 'bad' })
  await owner.get('POST', '/api/webhooks', { url: 'http://127.0.0.1:9/', events: ['message.created'] })
  const project = await createPublishedProject(owner)
  return { owner, project }
}

describe('erasure', () => {
  test('by email address deletes all data of its visitors, and nothing of others', async () => {
    const { owner, project } = await company()
    const sam = await talked(owner, 'Sam@Example.com', project.publicKey)
    const other = await talked(owner, 'alex@example.com', project.publicKey)
    const agentSocket = await owner.connect()
    expect(await findTraces(owner, sam)).toEqual(allTraces)

    const erased = await owner.get('POST', '/api/visitors/erase', { email: 'sam@example.com' })
    expect(erased).toEqual({ visitors: 1, conversations: 1 })
    expect(await agentSocket.next('sessions:removed')).toEqual({ sessionIds: [sam.sessionId] })
    expect(await findTraces(owner, sam)).toEqual([])
    expect(await findTraces(owner, other)).toEqual(allTraces)
    await sam.line.disconnected()
    expect(other.line.socket.connected).toBe(true)
    const { sessions, total } = await owner.get('GET', '/api/sessions')
    expect({ ids: sessions.map((one: { sessionId: string }) => one.sessionId), total }).toEqual({
      ids: [other.sessionId],
      total: 1,
    })
    const again = await fixtures.visitor(project.publicKey, sam.visitor.visitorToken)
    expect(again.returning).toBe(false)

    const { events } = await owner.get('GET', '/api/audit?action=visitors_erased')
    expect(events).toMatchObject([{ user: { name: owner.data.user.name }, subject: { to: '1' } }])
    expect(JSON.stringify(events).toLowerCase()).not.toContain('sam@')
    const none = await owner.call('POST', '/api/visitors/erase', { email: 'sam@example.com' })
    expect(none).toMatchObject({ status: 404, body: { errors: [{ field: 'email' }] } })
  })

  test('by email address deletes very many visitors in batches', async () => {
    const { owner, project } = await company()
    await addConversations(fixtures.server, owner, project.id, 250)
    await inCompany(owner, (sql) => sql`update visitors set email = 'bot@example.com'`)
    await limitStatements(fixtures.server.app.settings, 'DELETE', 'visitors', 200)
    expect(await owner.get('POST', '/api/visitors/erase', { email: 'bot@example.com' })).toEqual({
      visitors: 250,
      conversations: 250,
    })
    expect((await owner.get('GET', '/api/sessions')).total).toBe(0)
  })

  test('by conversation deletes its visitor with all conversations, within one company', async () => {
    const { owner, project } = await company()
    const { owner: rival } = await company()
    const sam = await talked(owner, 'sam@example.com', project.publicKey)
    expect((await rival.call('POST', '/api/visitors/erase', { email: sam.email })).status).toBe(404)
    expect(await owner.get('DELETE', `/api/sessions/${sam.sessionId}/visitor`)).toEqual({
      visitors: 1,
      conversations: 1,
    })
    expect(await findTraces(owner, sam)).toEqual([])
    expect((await owner.call('GET', `/api/sessions/${sam.sessionId}/messages`)).status).toBe(404)
  })
})

describe('the retention period of a project', () => {
  test('is unlimited by default and accepts 1 to 3650 days', async () => {
    const { owner, project } = await company()
    const at = `/api/projects/${project.id}/retention`
    const { id, name } = project
    const list = () => owner.get('GET', '/api/retention')
    expect(await list()).toEqual({ projects: [{ id, name, retentionDays: null }] })
    for (const retentionDays of [0, 3651, 1.5, '30', undefined])
      expect((await owner.call('PUT', at, { retentionDays })).status).toBe(400)
    for (const retentionDays of [30, 30, null])
      expect(await owner.get('PUT', at, { retentionDays })).toEqual({ retentionDays })
    expect(await list()).toEqual({ projects: [{ id, name, retentionDays: null }] })
    const { events } = await owner.get('GET', '/api/audit?action=retention_changed')
    expect(events.map((event: { subject: object }) => event.subject)).toMatchObject([
      { from: '30', to: '' },
      { from: '', to: '30' },
    ])
  })

  test('deletes older closed conversations with all their data', async () => {
    const { owner, project } = await company()
    const neighbour = await createPublishedProject(owner)
    await owner.get('PUT', `/api/projects/${project.id}/retention`, { retentionDays: 30 })
    const [old, open, young, elsewhere] = [
      await talked(owner, 'old@example.com', project.publicKey),
      await talked(owner, 'open@example.com', project.publicKey),
      await talked(owner, 'young@example.com', project.publicKey),
      await talked(owner, 'elsewhere@example.com', neighbour.publicKey),
    ]
    for (const { sessionId } of [old, young, elsewhere])
      await owner.get('PATCH', `/api/sessions/${sessionId}/status`, { status: 'closed' })
    for (const [{ sessionId, visitorId }, days] of [
      [old, 31],
      [open, 31],
      [young, 29],
      [elsewhere, 400],
    ] as const) {
      await inCompany(
        owner,
        (sql) => sql`
        update session_states set last_message_at = now() - make_interval(days => ${days})
        where session_id = ${sessionId}`,
      )
      await inCompany(
        owner,
        (sql) => sql`
        update visitors set last_seen_at = now() - make_interval(days => ${days}) where id = ${visitorId}`,
      )
    }
    const agentSocket = await owner.connect()
    const { app } = fixtures.server
    const sweep = createSweep(app)
    await createRetention({ ...app, sweep }).handle({
      companyId: owner.data.company.id,
      projectId: project.id,
    })
    sweep.close()
    expect(await agentSocket.next('sessions:removed')).toEqual({ sessionIds: [old.sessionId] })
    expect(await findTraces(owner, old)).toEqual([])
    for (const talk of [open, young, elsewhere]) expect(await findTraces(owner, talk)).toEqual(allTraces)
    expect((await owner.get('GET', '/api/sessions?status=closed')).total).toBe(2)
  })

  test('disconnects a visitor whose row is deleted, and their next chat starts anew', async () => {
    const { owner, project } = await company()
    await owner.get('PUT', `/api/projects/${project.id}/retention`, { retentionDays: 1 })
    const visitor = await fixtures.visitor(project.publicKey)
    const line = await visitor.connect()
    await inCompany(owner, (sql) => sql`update visitors set last_seen_at = now() - interval '2 days'`)
    const { app } = fixtures.server
    const sweep = createSweep(app)
    const retention = createRetention({ ...app, sweep })
    await retention.handle({ companyId: owner.data.company.id, projectId: project.id })
    await line.disconnected()
    await expect(visitor.connect()).rejects.toThrow('Authentication failed')
    const again = await fixtures.visitor(project.publicKey, visitor.visitorToken)
    expect(again.returning).toBe(false)
    const { success } = await (await again.connect()).send('message:send', { text: 'Hello', clientId: 'c' })
    expect(success).toBe(true)
  })

  test('disconnects a visitor who missed the deletion at the next message', async () => {
    const { owner, project } = await company()
    const line = await (await fixtures.visitor(project.publicKey)).connect()
    await inCompany(owner, (sql) => sql`delete from visitors`)
    expect(await line.send('message:send', { text: 'Hello', clientId: 'c' })).toMatchObject({
      success: false,
      code: 'not_ready',
    })
    await line.disconnected()
  })

  test('deletes long conversations few at a time', async () => {
    const { owner, project } = await company()
    const sessionIds = await addConversations(fixtures.server, owner, project.id, 5)
    await owner.get('PUT', `/api/projects/${project.id}/retention`, { retentionDays: 1 })
    await inCompany(
      owner,
      (sql) => sql`
        update session_states set last_seq = 6000, last_message_at = now() - interval '2 days'`,
    )
    const agentSocket = await owner.connect()
    const { app } = fixtures.server
    const retention = createRetention({ ...app, sweep: createSweep(app) })
    await retention.handle({ companyId: owner.data.company.id, projectId: project.id })
    const removed: string[][] = []
    for (let count = 0; count < 3; count++)
      removed.push((await agentSocket.next('sessions:removed')).sessionIds)
    expect(removed.map(({ length }) => length)).toEqual([2, 2, 1])
    expect(removed.flat().toSorted()).toEqual(sessionIds.toSorted())
  })
})
