import type pg from 'pg'
import { expect } from 'vitest'
import { setContact } from '../src/visitors/store.ts'
import { connectAsOwner } from './fixtures/conversations.ts'
import { createPrivateFixtures, createPublishedProject } from './fixtures/fixtures.ts'
import { waitUntil } from './kit/client.ts'
import { sharedTest as test } from './kit/engine.ts'

// Needs connections with separate sessions: the embedded database runs one transaction at a time.
const fixtures = createPrivateFixtures()

async function countWaitingForLocks(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0].count
}

test('erasing a visitor while they identify themselves does not deadlock', async () => {
  const { app } = fixtures.server
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  const line = await (await fixtures.visitor(project.publicKey)).connect()
  await line.send('message:send', { text: 'Hello', clientId: 'c' })
  await line.send('identify', { email: 'sam@example.com' })
  const companyId = owner.data.company.id
  const [visitor] = await app.db.company(companyId, (sql) => sql<{ id: string }>`select id from visitors`)

  // Both wait for the visitor's row, and continue in the order in which they began to wait.
  const [holder, watcher] = [await connectAsOwner(app.settings), await connectAsOwner(app.settings)]
  await holder.query('begin')
  await holder.query('select from visitors where id = $1 for update', [visitor?.id])
  const erasing = owner.call('POST', '/api/visitors/erase', { email: 'sam@example.com' })
  await waitUntil(
    () => countWaitingForLocks(watcher),
    (count) => count === 1,
  )
  const identifying = app.db.company(companyId, (sql) =>
    setContact(sql, visitor?.id ?? '', { name: 'Sam' }, null),
  )
  await waitUntil(
    () => countWaitingForLocks(watcher),
    (count) => count === 2,
  )
  await holder.query('commit')
  expect((await erasing).body).toMatchObject({ data: { visitors: 1, conversations: 1 } })
  await identifying
  expect(fixtures.server.logged.join('')).not.toContain('deadlock')
})

test('a transaction is repeated after a deadlock', async () => {
  const { app } = fixtures.server
  const owner = await fixtures.signUp()
  const projects = [await createPublishedProject(owner), await createPublishedProject(owner)]
  let attempts = 0
  let lockedCount = 0
  let release = () => {}
  const bothHaveOne = new Promise<void>((resolve) => {
    release = resolve
  })
  const renameBoth = (ids: string[]) =>
    app.db.company(owner.data.company.id, async (sql) => {
      attempts += 1
      await sql`update projects set name = name || '!' where id = ${ids[0]}`
      lockedCount += 1
      if (lockedCount === 2) release()
      await bothHaveOne
      await sql`update projects set name = name || '!' where id = ${ids[1]}`
    })
  const ids = projects.map(({ id }) => id)
  await Promise.all([renameBoth(ids), renameBoth(ids.toReversed())])
  expect(attempts).toBe(3)
  const names = await owner.get('GET', '/api/projects')
  expect(names.map(({ name }: { name: string }) => name)).toEqual(['Shop!!', 'Shop!!'])
  expect(fixtures.server.logged.join('')).toContain('repeated after a deadlock')
})

test('a session that the server ends is answered 503', async () => {
  const { app } = fixtures.server
  const owner = await fixtures.signUp()
  // Expected before the session ends, so that its failure is handled whenever it comes.
  const ended = expect(
    app.db.company(owner.data.company.id, (sql) => sql`select pg_sleep(60)`),
  ).rejects.toMatchObject({ message: expect.stringContaining('temporarily unavailable') })
  const watcher = await connectAsOwner(app.settings)
  await waitUntil(
    async () => {
      const { rows } = await watcher.query(
        `select pg_terminate_backend(pid) as is_ended from pg_stat_activity
         where datname = current_database() and query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`,
      )
      return rows.length
    },
    (count) => count === 1,
  )
  await ended
})
