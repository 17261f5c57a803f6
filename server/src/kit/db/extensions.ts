import type pg from 'pg'
import { acquireAdvisoryLock, releaseAdvisoryLock } from './advisory-lock.ts'
import { grantExport } from './export-role.ts'

const lockKey = 7267427

/**
 * Creates a PostgreSQL extension and the objects that depend on it, in one transaction. Runs at every start, so that an
 * extension that is installed later is used from then on, and no migration fails without it.
 * @returns false when the extension is not installed on the server, or this user may not create it
 */
export async function enableExtension(pool: pg.Pool, extension: string, sql: string): Promise<boolean> {
  const client = await pool.connect()
  try {
    // Processes that start together must not create the same objects at the same time.
    await acquireAdvisoryLock(client, lockKey)
    await client.query(
      `BEGIN; SET LOCAL statement_timeout = 0; CREATE EXTENSION IF NOT EXISTS ${extension}; ${sql ? `${sql};` : ''} COMMIT`,
    )
    await grantExport(client)
    return true
  } catch {
    await client.query('ROLLBACK').catch(() => {})
    return false
  } finally {
    await releaseAdvisoryLock(client, lockKey)
    client.release()
  }
}
