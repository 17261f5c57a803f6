import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createFixtures } from '../../../test/fixtures/fixtures.ts'
import { waitUntil } from '../../../test/kit/client.ts'
import { sharedTest } from '../../../test/kit/engine.ts'
import { embeddedPort } from './embedded/pglite.ts'
import { createIndexBuilder } from './index-builder.ts'

const fixtures = createFixtures()

/** A table with a row, as the owner of the database. */
async function createTable(name: string) {
  const { databaseUrl, dataDir } = fixtures.server.app.settings
  const pool = new pg.Pool(
    databaseUrl
      ? { connectionString: databaseUrl, options: '-c statement_timeout=5000 -c lock_timeout=2000' }
      : { host: dataDir, port: embeddedPort, user: 'postgres', database: 'postgres' },
  )
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  await pool.query(`CREATE TABLE ${name} (number integer); INSERT INTO ${name} VALUES (1)`)
  const index = { name: `${name}_number`, definition: `${name} (number)` }
  const builder = createIndexBuilder(pool, databaseUrl)
  const isValid = async (): Promise<boolean | undefined> => {
    const { rows } = await pool.query(
      `SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('${index.name}')`,
    )
    return rows[0]?.indisvalid
  }
  return { pool, name, index, builder, isValid }
}

/** Resolves when a statement that creates an index of the table has run for longer than a request may. */
function whenOverdue(pool: pg.Pool, table: string, longerThan: string) {
  return waitUntil(
    async () =>
      (
        await pool.query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX%${table}%'
             AND now() - query_start > interval '${longerThan}'`,
        )
      ).rows,
    (rows) => rows.length === 1,
  )
}

test('an index is built once, whenever it is requested', async () => {
  const { index, builder, isValid } = await createTable('requested')
  await Promise.all([builder.build(index), builder.build(index)])
  await builder.build(index)
  expect(await isValid()).toBe(true)
})

// The embedded database executes one statement at a time.
sharedTest('a build may take longer than a request, and does not block writes', async () => {
  const { pool, name, index, builder, isValid } = await createTable('busy')
  const writer = await pool.connect()
  await writer.query(`BEGIN; INSERT INTO ${name} VALUES (2)`)
  const built = builder.build(index)
  await Promise.race([whenOverdue(pool, name, '6 seconds'), built])
  expect(await isValid()).toBe(false)
  await pool.query(`INSERT INTO ${name} VALUES (3)`)
  await writer.query('COMMIT')
  writer.release()
  await built
  expect(await isValid()).toBe(true)
})

sharedTest('an interrupted build is repeated at the next request', async () => {
  const { pool, name, index, builder, isValid } = await createTable('interrupted')
  const writer = await pool.connect()
  await writer.query(`BEGIN; INSERT INTO ${name} VALUES (2)`)
  const built = expect(builder.build(index)).rejects.toThrow()
  const [backend] = await whenOverdue(pool, name, '0 seconds')
  await waitUntil(isValid, (valid) => valid === false)
  await pool.query('SELECT pg_terminate_backend($1)', [backend?.pid])
  await built
  await writer.query('COMMIT')
  writer.release()
  await builder.build(index)
  expect(await isValid()).toBe(true)
})

sharedTest('closing abandons a build without an error', async () => {
  const { pool, name, index, builder } = await createTable('closed')
  const writer = await pool.connect()
  await writer.query(`BEGIN; INSERT INTO ${name} VALUES (2)`)
  const built = builder.build(index)
  await whenOverdue(pool, name, '0 seconds')
  await builder.close()
  await built
  await writer.query('COMMIT')
  writer.release()
})
