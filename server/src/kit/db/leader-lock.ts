import pg from 'pg'
import { applicationName } from './database.ts'

/** For work that one process of the installation does at a time. */
export type LeaderLock = {
  /** Whether this process has the lock, from now on or already. */
  tryAcquire(): Promise<boolean>
  close(): Promise<void>
}

const lockClass = 7267429

/**
 * The lock is held by a connection of its own, so that it is free as soon as the process ends. After a network failure two
 * processes may have it for a while, so the work must be idempotent. `databaseUrl` is null for the embedded database, which only
 * one process uses.
 */
export function createLeaderLock(databaseUrl: string | null, name: string): LeaderLock {
  let client: pg.Client | null = null

  async function connect(connectionString: string): Promise<pg.Client> {
    const connecting = new pg.Client({ connectionString, application_name: applicationName })
    const release = () => {
      if (client === connecting) client = null
    }
    connecting.on('error', release)
    connecting.on('end', release)
    await connecting.connect()
    return connecting
  }

  return {
    async tryAcquire() {
      if (!databaseUrl) return true
      if (client) {
        await client.query('SELECT 1')
        return client !== null
      }
      const connected = await connect(databaseUrl)
      const { rows } = await connected.query(
        `SELECT pg_try_advisory_lock(${lockClass}, hashtext('${name}')) AS acquired`,
      )
      if (rows[0].acquired) client = connected
      else await connected.end()
      return client !== null
    },
    async close() {
      await client?.end()
    },
  }
}
