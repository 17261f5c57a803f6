import type pg from 'pg'

/**
 * Acquires a lock of the session, however long another process holds it: a migration or the build of an index may take
 * longer than any time limit of a request. `onWait` is called when the lock is not free.
 */
export async function acquireAdvisoryLock(
  client: pg.ClientBase,
  key: number,
  onWait: () => void = () => {},
): Promise<void> {
  const { rows } = await client.query(`SELECT pg_try_advisory_lock(${key}) AS acquired`)
  if (rows[0].acquired) return
  onWait()
  await client.query('SET statement_timeout = 0; SET lock_timeout = 0')
  await client.query(`SELECT pg_advisory_lock(${key})`)
  await client.query('RESET statement_timeout; RESET lock_timeout')
}

export async function releaseAdvisoryLock(client: pg.ClientBase, key: number): Promise<void> {
  // The lock of a lost connection is released with its session.
  await client.query(`SELECT pg_advisory_unlock(${key})`).catch(() => {})
}
