import { expect, test } from 'vitest'
import { addConversations, limitStatements } from '../../test/fixtures/conversations.ts'
import { createPrivateFixtures, createPublishedProject } from '../../test/fixtures/fixtures.ts'
import { type Person, waitUntil } from '../../test/kit/client.ts'
import { createSweep } from '../files/sweep.ts'
import { openDeletions } from '../open-deletions.ts'

const fixtures = createPrivateFixtures()
const count = 450

async function countRows(owner: Person) {
  const [rows] = await fixtures.server.app.db.company(
    owner.data.company.id,
    (sql) => sql<{ projects: number; visitors: number; sessions: number; messages: number }>`
      select (select count(*)::int from projects) as projects, (select count(*)::int from visitors) as visitors,
        (select count(*)::int from sessions) as sessions, (select count(*)::int from messages) as messages`,
  )
  return rows
}

test('a project with very many conversations disappears at once and is removed in batches', async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  const other = await createPublishedProject(owner)
  await addConversations(fixtures.server, owner, project.id, count)
  const [remaining] = await addConversations(fixtures.server, owner, other.id, 1)
  const visitor = await (await fixtures.visitor(project.publicKey)).connect()
  await visitor.send('message:send', { text: 'Hello?', clientId: 'v1' })
  const otherVisitor = await (await fixtures.visitor(other.publicKey)).connect()
  const agentSocket = await owner.connect()
  expect((await owner.get('GET', '/api/sessions')).unreadTotal).toBe(1)
  const { rev } = await agentSocket.send('sync', { rev: null })
  await limitStatements(fixtures.server.app.settings, 'DELETE', 'visitors', 200)

  expect((await owner.call('DELETE', `/api/projects/${project.id}`)).status).toBe(200)
  expect((await owner.call('GET', `/api/projects/${project.id}`)).status).toBe(404)
  expect((await fixtures.call('GET', `/api/public/${project.publicKey}`)).status).toBe(404)
  const { sessions, total, unreadTotal } = await owner.get('GET', '/api/sessions')
  expect(unreadTotal).toBe(0)
  expect({ ids: sessions.map(({ sessionId }: { sessionId: string }) => sessionId), total }).toEqual({
    ids: [remaining],
    total: 1,
  })
  expect((await agentSocket.send('sync', { rev })).reset).toBe(true)

  expect(await agentSocket.next('project:removed')).toEqual({ projectId: project.id })
  for (const line of [visitor, otherVisitor])
    expect(await line.next('chat:removed')).toEqual({ publicKey: project.publicKey })

  await waitUntil(
    () => countRows(owner),
    (rows) => rows?.projects === 1,
  )
  expect(await countRows(owner)).toEqual({ projects: 1, visitors: 2, sessions: 1, messages: 1 })
  await visitor.disconnected()
  expect(otherVisitor.socket.connected).toBe(true)
  expect((await owner.get('GET', '/api/sessions?status=closed')).total).toBe(1)
})

test('a deletion that its process has left unfinished is continued', async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  await addConversations(fixtures.server, owner, project.id, 2)
  const { app } = fixtures.server
  await app.db.company(
    owner.data.company.id,
    (sql) => sql`update projects set deletion_requested_at = now() where id = ${project.id}`,
  )
  const sweep = createSweep(app)
  const deletions = openDeletions({ ...app, sweep })
  deletions.start()
  await waitUntil(
    () => countRows(owner),
    (rows) => rows?.projects === 0,
  )
  await deletions.close()
  expect(await countRows(owner)).toMatchObject({ visitors: 0, sessions: 0 })
})
