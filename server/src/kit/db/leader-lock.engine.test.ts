import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { waitUntil } from '../../../test/kit/client.ts'
import { createLeaderLock } from './leader-lock.ts'

const databaseUrl = process.env.DATABASE_URL ?? null

test.skipIf(!databaseUrl)('one of two processes has the lock,, and the other one once it ends', async () => {
  const name = `test ${Math.random()}`
  const [first, second] = [createLeaderLock(databaseUrl, name), createLeaderLock(databaseUrl, name)]
  const other = createLeaderLock(databaseUrl, `${name} other`)
  onTestFinished(() => Promise.all([second.close(), other.close()]).then(() => {}))
  expect(await first.tryAcquire()).toBe(true)
  expect(await second.tryAcquire()).toBe(false)
  expect(await first.tryAcquire()).toBe(true)
  expect(await other.tryAcquire()).toBe(true)
  await first.close()
  expect(await second.tryAcquire()).toBe(true)
})

test('a single process with the embedded database always has it', async () => {
  const lock = createLeaderLock(null, 'test')
  expect(await lock.tryAcquire()).toBe(true)
})

test.skipIf(!databaseUrl)(
  'a process without the lock keeps one connection, and gets a new one for a lost one',
  async () => {
    const name = `test ${Math.random()}`
    const [first, second] = [createLeaderLock(databaseUrl, name), createLeaderLock(databaseUrl, name)]
    const observer = new pg.Client({ connectionString: databaseUrl as string })
    await observer.connect()
    onTestFinished(() => Promise.all([first.close(), second.close(), observer.end()]).then(() => {}))
    const listHolders = async () =>
      (
        await observer.query(
          'SELECT pid FROM pg_locks WHERE locktype = $1 AND classid = 7267429 AND objid = hashtext($2)::bigint & 4294967295',
          ['advisory', name],
        )
      ).rows.map(({ pid }) => pid)
    const countConnections = async () =>
      (
        await observer.query(
          `SELECT count(*)::int AS count FROM pg_stat_activity WHERE query LIKE '%7267429, hashtext(%'
        AND query LIKE '%' || $1 || '%' AND pid <> pg_backend_pid()`,
          [name],
        )
      ).rows[0].count
    expect(await first.tryAcquire()).toBe(true)
    for (const _ of [1, 2, 3]) expect(await second.tryAcquire()).toBe(false)
    expect(await countConnections()).toBe(2)
    const [holder] = await listHolders()
    await observer.query('SELECT pg_terminate_backend($1)', [holder])
    await waitUntil(listHolders, (pids) => pids.length === 0)
    expect(await second.tryAcquire()).toBe(true)
    await first.tryAcquire().catch(() => {}) // the connection may still be in use
    expect(await first.tryAcquire()).toBe(false)
  },
)
