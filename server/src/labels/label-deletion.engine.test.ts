import { expect, test } from 'vitest'
import { addConversations, limitStatements } from '../../test/fixtures/conversations.ts'
import { createPrivateFixtures, createPublishedProject } from '../../test/fixtures/fixtures.ts'
import { waitUntil } from '../../test/kit/client.ts'

const fixtures = createPrivateFixtures()
const count = 450

test('a label of very many conversations disappears at once and is removed in batches', async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  const sessionIds = await addConversations(fixtures.server, owner, project.id, count)
  const label = await owner.get('POST', '/api/labels', { name: 'Urgent', tone: 'bad' })
  await fixtures.server.app.db.company(
    owner.data.company.id,
    (sql) => sql`
      insert into session_labels (company_id, session_id, label_id)
      select ${owner.data.company.id}, id, ${label.id} from unnest(${sessionIds}::uuid[]) s (id)`,
  )
  await limitStatements(fixtures.server.app.settings, 'DELETE', 'session_labels', 200)
  const agentSocket = await owner.connect()
  const { rev } = await agentSocket.send('sync', { rev: null })

  expect((await owner.call('DELETE', `/api/labels/${label.id}`)).status).toBe(200)
  expect((await owner.get('GET', '/api/labels')).labels).toEqual([])
  expect((await owner.call('PUT', `/api/labels/${label.id}`, { name: 'Now', tone: 'ok' })).status).toBe(404)
  const again = await owner.get('POST', '/api/labels', { name: 'Urgent', tone: 'ok' })
  await waitUntil(
    () => fixtures.server.app.db.company(owner.data.company.id, (sql) => sql`select id from labels`),
    (labels) => labels.length === 1,
  )
  expect((await owner.get('GET', '/api/labels')).labels).toEqual([again])
  const labeled = await owner.get('GET', `/api/sessions?labelId=${label.id}`)
  expect(labeled.total).toBe(0)
  const { changed } = await agentSocket.send('sync', { rev })
  expect(changed.length).toBeGreaterThanOrEqual(200)
  expect(changed.flatMap(({ labelIds }: { labelIds: string[] }) => labelIds)).toEqual([])
})
