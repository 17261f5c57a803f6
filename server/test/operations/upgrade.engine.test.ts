import type { Message } from '@aichat/contracts/chat/messages'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/kit/db/database.ts'
import { startVisit } from '../../src/ops/seed/api-client.ts'
import { listMessages, listSessions } from '../fixtures/fixtures.ts'
import { readFixture, restoreFixture } from '../fixtures/schema-031.ts'
import { call, connect, type Person, person, signUp, waitUntil } from '../kit/client.ts'
import { createEmptyDatabase } from '../kit/database.ts'
import { serverForThisTest } from '../kit/server.ts'

const log = pino({ level: 'silent' })

test('an installation of schema 31 is upgraded at the start and everything in it can be read and used', async () => {
  const { head, tables } = readFixture()
  expect(tables.filter(({ rows }) => rows.length === 0)).toEqual([])
  const place = await createEmptyDatabase(inject('template'))
  onTestFinished(() => place.remove())
  const database = await openDatabase({ ...place, databasePool: 2, embeddedFsync: false }, log)
  await restoreFixture(database.pool, place.dataDir)
  await database.close()

  const { dataDir, databaseUrl } = place
  const server = await serverForThisTest({ dataDir, databaseUrl, appSecret: head.appSecret })
  const signedIn = await call(server.url, 'POST', '/api/auth/login', {
    email: head.email,
    password: head.password,
  })
  expect(signedIn.status).toBe(200)
  const owner = person(server.url, signedIn.body)
  await readConversation(server.url, owner)
  await readSettings(owner)
  const projectId = await readProject(owner)
  await useProject(server.url, owner, projectId)
  // A second company meets none of the first one's rows.
  expect(await listSessions(await signUp(server.url, 'other'))).toEqual([])
})

async function readConversation(url: string, owner: Person): Promise<void> {
  const [session] = await listSessions(owner)
  expect(session).toMatchObject({ status: 'closed', visitor: { name: 'Guest Camper' } })
  const sessionId = session?.sessionId as string
  const messages = await listMessages(owner, sessionId)
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
  const reply = messages.find(({ isAi }) => isAi) as Message
  expect(reply.text).toContain('30 days')
  const why = await owner.get('GET', `/api/sessions/${sessionId}/messages/${reply._id}/why`)
  expect(why.passages.length).toBeGreaterThan(0)

  const { attachments } = messages.find((message) => message.attachments?.length) as Message
  const file = await fetch(`${url}/api/sessions/${sessionId}/attachments/${attachments?.[0]?.id}`, {
    headers: { authorization: `Bearer ${owner.tokens.accessToken}` },
  })
  expect(await file.text()).toBe('Order 17')
  const { notes } = await owner.get('GET', `/api/sessions/${sessionId}/notes`)
  expect(notes).toMatchObject([{ text: 'Asked about returns.', mentions: [expect.any(String)] }])
  // Through the search index, which the fixture brought, and through the visitor's name.
  expect(await listSessions(owner, '?search=how+many+days')).toHaveLength(1)
  expect(await listSessions(owner, '?search=guest+camper')).toHaveLength(1)
  expect(await listSessions(owner, '?search=not+there')).toEqual([])
}

async function readSettings(owner: Person): Promise<void> {
  const { users } = await owner.get('GET', '/api/users')
  expect(users.map(({ email }: { email: string }) => email)).toEqual(
    expect.arrayContaining(['owner@example.com', 'agent@example.com']),
  )
  expect((await owner.get('GET', '/api/labels')).labels).toMatchObject([{ name: 'Delivery', tone: 'warn' }])
  expect((await owner.get('GET', '/api/saved-replies')).savedReplies).toMatchObject([
    { name: 'Prices', files: [{ name: 'prices.txt' }] },
  ])
  expect((await owner.get('GET', '/api/api-keys')).keys).toMatchObject([{ name: 'Reports' }])
  const [webhook] = (await owner.get('GET', '/api/webhooks')).webhooks
  expect(webhook).toMatchObject({ url: 'http://127.0.0.1:9/hook', isEnabled: true, problem: null })
  const { deliveries } = await owner.get('GET', `/api/webhooks/${webhook.id}/deliveries`)
  expect(deliveries.length).toBeGreaterThan(0)
  expect((await owner.get('GET', '/api/audit')).events.length).toBeGreaterThan(3)
  const { prompts } = await owner.get('GET', '/api/superadmin/prompts')
  expect(JSON.stringify(prompts)).toContain('Rewrite {{text}} politely.')
}

async function readProject(owner: Person): Promise<string> {
  const [project] = await owner.get('GET', '/api/projects')
  expect(project).toMatchObject({ name: 'Shop', isPublished: true })
  const base = `/api/projects/${project.id}`
  expect(JSON.stringify(await owner.get('GET', `${base}/faq`))).toContain('From nine to five.')
  const knowledge = await owner.get('GET', `${base}/agent/kb`)
  expect(knowledge).toMatchObject([{ type: 'manual', status: 'embedded' }])
  expect((await owner.get('GET', `${base}/releases`)).releases).toMatchObject([{ number: 1 }])
  expect((await owner.get('GET', `${base}/installation`)).seen).toMatchObject([
    { origin: 'https://shop.example.com' },
  ])
  expect((await owner.get('GET', `${base}/identity-secrets`)).secrets).toMatchObject([
    { ending: expect.stringMatching(/^.{4}$/) },
  ])
  const { tests, lastRun } = await owner.get('GET', `${base}/answer-tests`)
  expect(tests).toMatchObject([{ result: { isPassed: true } }])
  expect(lastRun).toMatchObject({ finishedAt: expect.any(String) })
  return project.id
}

/** Writes through every trigger whose function was renamed: counters, webhooks, answer tests, word counts. */
async function useProject(url: string, owner: Person, projectId: string): Promise<void> {
  const [project] = await owner.get('GET', '/api/projects')
  const item = await owner.get('POST', `/api/projects/${projectId}/agent/kb`, {
    type: 'manual',
    content: 'Stoves burn gas cartridges of 230 grams.',
  })
  await owner.get('PATCH', `/api/projects/${projectId}/agent/kb/${item.id}/embedded`)
  // The project has an answer test, so the item is live once that has passed.
  await waitUntil(
    () => owner.get('GET', `/api/projects/${projectId}/answers`),
    ({ status }) => status === 'live',
  )
  const { visitorToken } = await startVisit(url, project.publicKey)
  const visitor = await connect(`${url}/visitor`, { visitorToken })
  const { session } = await visitor.send('message:send', {
    text: 'Which gas cartridges do the stoves burn?',
    clientId: 'gas',
  })
  const answered = await waitUntil(
    () => listMessages(owner, session.sessionId),
    (messages) => messages.some(({ isAi }) => isAi),
  )
  expect(answered.find(({ isAi }) => isAi)?.text).toContain('230 grams')
  const [webhook] = (await owner.get('GET', '/api/webhooks')).webhooks
  const { deliveries } = await owner.get('GET', `/api/webhooks/${webhook.id}/deliveries`)
  expect(deliveries[0]).toMatchObject({ type: 'message.created' })
}
