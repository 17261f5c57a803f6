import pg from 'pg'
import { applicationName } from './database.ts'

/** `definition` is what follows ON in CREATE INDEX: the table with the columns or the method. */
export type Index = { name: string; definition: string }

export type IndexBuilder = {
  /**
   * Builds an index unless it exists, without a time limit and without blocking writes. Resolves early when another process
   * is building it.
   */
  build(index: Index): Promise<void>
  /** Abandons the builds in progress. PostgreSQL completes the statement that it is executing. */
  close(): Promise<void>
}

const lockClass = 7267428

/**
 * Builds the indexes of large tables in the background: a migration that builds one would block writes meanwhile.
 * `databaseUrl` is null for the embedded database, which executes one statement at a time and has no time limits.
 */
export function createIndexBuilder(pool: pg.Pool, databaseUrl: string | null): IndexBuilder {
  const clients = new Set<pg.Client>()
  let isClosed = false

  /** A separate connection, because those of the pool have time limits. */
  async function buildConcurrently(connectionString: string, index: Index): Promise<void> {
    const client = new pg.Client({ connectionString, application_name: applicationName })
    client.on('error', () => {}) // a lost connection also fails its query
    clients.add(client)
    try {
      await client.connect()
      await createConcurrently(client, index)
    } catch (error) {
      if (!isClosed) throw error
    } finally {
      clients.delete(client)
      await client.end()
    }
  }

  return {
    async build(index) {
      if (databaseUrl) return buildConcurrently(databaseUrl, index)
      await pool.query(`CREATE INDEX IF NOT EXISTS ${index.name} ON ${index.definition}`)
    },
    async close() {
      isClosed = true
      await Promise.all([...clients].map((client) => client.end()))
    },
  }
}

async function createConcurrently(client: pg.Client, { name, definition }: Index): Promise<void> {
  // Held until the connection closes.
  const lock = await client.query(
    `SELECT pg_try_advisory_lock(${lockClass}, hashtext('${name}')) AS acquired`,
  )
  if (!lock.rows[0].acquired) return
  const existing = await client.query(
    `SELECT indisvalid AS "isValid" FROM pg_index WHERE indexrelid = to_regclass('${name}')`,
  )
  if (existing.rows[0]?.isValid) return
  // An interrupted build leaves an invalid index.
  if (existing.rows[0]) await client.query(`DROP INDEX CONCURRENTLY ${name}`)
  await client.query(`CREATE INDEX CONCURRENTLY ${name} ON ${definition}`)
}
