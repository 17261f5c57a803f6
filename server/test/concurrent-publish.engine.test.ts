import type pg from 'pg'
import { expect } from 'vitest'
import { findCurrentContent, storeVersion } from '../src/knowledge/version-store.ts'
import { connectAsOwner } from './fixtures/conversations.ts'
import { addKnowledge, createFixtures, createPublishedProject } from './fixtures/fixtures.ts'
import { waitUntil } from './kit/client.ts'
import { sharedTest as test } from './kit/engine.ts'

// Needs connections with separate sessions: the embedded database runs one transaction at a time.
const fixtures = createFixtures()
const textOf = (days: number) => `You may return any item within ${days} days of delivery.`

function untilWaiting(client: pg.Client, count: number): Promise<pg.QueryResult> {
  return waitUntil(
    () =>
      client.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    ({ rowCount }) => rowCount === count,
  )
}

test('a former text that is used again during a publish keeps its chunks', async () => {
  const { app } = fixtures.server
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  const path = `/api/projects/${project.id}`
  const itemId = await addKnowledge(owner, project.id, textOf(30))
  const companyId = owner.data.company.id
  const former = await app.db.company(companyId, (sql) => findCurrentContent(sql, itemId))
  if (!former) throw new Error('The item has no content')
  await owner.get('PATCH', `${path}/answers`, { mode: 'manual' })
  await owner.get('PATCH', `${path}/agent/kb/${itemId}`, { content: textOf(14) })
  await waitUntil(
    () => owner.get('GET', `${path}/agent/kb`),
    ([item]) => item.stage === null,
  )

  const connect = () => connectAsOwner(app.settings)
  const [holder, publisher, watcher] = [await connect(), await connect(), await connect()]
  await holder.query('begin')
  await holder.query('select from knowledge_items where id = $1 for update', [itemId])
  const storing = app.db.company(companyId, (sql) =>
    storeVersion(sql, { companyId, projectId: project.id, itemId }, former, null),
  )
  await untilWaiting(watcher, 1)
  // It archives the former text, or waits because that text is about to be used.
  const publishing = publisher.query('select publish_answers($1)', [project.id])
  await Promise.race([publishing, untilWaiting(watcher, 2)])
  await holder.query('commit')
  await Promise.all([storing, publishing])

  await watcher.query('select publish_answers($1)', [project.id])
  const { rows } = await watcher.query(
    `select a.version, c.body from answer_entries a
     left join knowledge_chunks c on c.item_id = a.entry_id and c.version = a.version
     where a.entry_id = $1 and a.is_live`,
    [itemId],
  )
  expect(rows).toMatchObject([{ body: textOf(30) }])
})
