import pg from 'pg'
import { applicationName } from './database.ts'

/** For work that one process of the installation does at a time. */
export type LeaderLock = {
  /** Whether this process has the lock, from now on or already. */
  tryAcquire(): Promise<boolean>
  close(): Promise<void>
}

const lockClass = 7267429
const timeouts = { connectionTimeoutMillis: 10_000, query_timeout: 10_000 }

/**
 * The lock is held by a connection of its own, which is kept, so that the lock is free as soon as the process ends. After a network
 * failure two processes may have it for a while, so the work must be idempotent. `databaseUrl` is null for the embedded database,
 * which only one process uses.
 */
export function createLeaderLock(databaseUrl: string | null, name: string): LeaderLock {
  let client: pg.Client | null = null
  let isHeld = false

  function drop(lost: pg.Client): void {
    if (client !== lost) return
    client = null
    isHeld = false
  }

  async function connect(connectionString: string): Promise<pg.Client> {
    if (client) return client
    const connecting = new pg.Client({ connectionString, application_name: applicationName, ...timeouts })
    connecting.on('error', () => drop(connecting))
    connecting.on('end', () => drop(connecting))
    await connecting.connect()
    client = connecting
    return connecting
  }

  return {
    async tryAcquire() {
      if (!databaseUrl) return true
      const connection = await connect(databaseUrl)
      try {
        // A held lock could be acquired again, so the query only checks the connection then.
        const { rows } = await connection.query(
          isHeld
            ? 'SELECT true AS acquired'
            : `SELECT pg_try_advisory_lock(${lockClass}, hashtext('${name}')) AS acquired`,
        )
        isHeld = rows[0].acquired
        return isHeld
      } catch (error) {
        drop(connection)
        void connection.end().catch(() => {}) // it may be lost already
        throw error
      }
    },
    async close() {
      await client?.end()
    },
  }
}
