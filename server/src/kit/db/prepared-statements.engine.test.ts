import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createFixtures } from '../../../test/fixtures/fixtures.ts'
import { waitUntil } from '../../../test/kit/client.ts'
import { createDb } from './db.ts'
import { embeddedPort } from './embedded/pglite.ts'

const fixtures = createFixtures()

test('prepared statements are freed when their connection closes', async () => {
  const { settings, log } = fixtures.server.app
  const owner = await fixtures.signUp()
  const pool = new pg.Pool({
    ...(settings.databaseUrl
      ? { connectionString: settings.databaseUrl }
      : { host: settings.dataDir, port: embeddedPort, user: 'postgres', database: 'postgres' }),
    max: 2,
    idleTimeoutMillis: 10,
  })
  const db = createDb({ pool, hasOwnSessions: settings.databaseUrl !== null }, log)
  onTestFinished(() => db.close())
  const listStatements = () =>
    fixtures.server.app.db.company(
      owner.data.company.id,
      (sql) =>
        sql`select name from pg_prepared_statements where statement like ${"select 'a connection of this test%"}`,
    )
  const run = () =>
    db.company(owner.data.company.id, async (sql) => {
      await sql.prepared`select 'a connection of this test, first'`
      await sql.prepared`select 'a connection of this test, second'`
    })
  await Promise.all([run(), run()])
  // The connections to PostgreSQL have separate sessions, in which their statements end with them.
  if (!settings.databaseUrl) expect((await listStatements()).length).toBeGreaterThan(0)
  await waitUntil(listStatements, (statements) => statements.length === 0)
  await waitUntil(
    async () => pool.totalCount,
    (count) => count === 0,
  )
  // The connection is usable again.
  await run()
})
