import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createFixtures } from '../../../../test/fixtures/fixtures.ts'
import { waitUntil } from '../../../../test/kit/client.ts'
import { embeddedPort } from './pglite.ts'

const fixtures = createFixtures()

test('a table that only gets inserts is analyzed, and again when it has doubled', async () => {
  const { dataDir } = fixtures.server.app.settings
  const pool = new pg.Pool({ host: dataDir, port: embeddedPort, user: 'postgres', database: 'postgres' })
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  await pool.query('CREATE TABLE maintained (number integer)')
  const insert = (count: number) =>
    pool.query('INSERT INTO maintained SELECT n FROM generate_series(1, $1::int) AS n', [count])
  const countKnown = async (): Promise<number> => {
    const { rows } = await pool.query(`SELECT reltuples::int FROM pg_class WHERE relname = 'maintained'`)
    return rows[0].reltuples
  }
  await insert(200)
  await waitUntil(countKnown, (count) => count === 200)
  await insert(300)
  await waitUntil(countKnown, (count) => count === 500)
  expect(await countKnown()).toBe(500)
})
