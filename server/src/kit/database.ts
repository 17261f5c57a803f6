import path from 'node:path'
import pg from 'pg'
import Postgrator from 'postgrator'
import type { Log } from './log.ts'
import { type Embedded, startEmbedded } from './pglite.ts'
import type { Settings } from './settings.ts'

export type Database = { pool: pg.Pool; close(): Promise<void> }

const limits = '-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=10000'

/** Opens PostgreSQL where DATABASE_URL names one, else the embedded database in the data directory. */
export async function openDatabase(settings: Settings, log: Log): Promise<Database> {
  if (settings.databaseUrl) {
    const pool = new pg.Pool({
      connectionString: settings.databaseUrl,
      max: 20,
      connectionTimeoutMillis: 5000,
      options: `-c timezone=UTC ${limits}`,
    })
    pool.on('error', () => {}) // a connection lost while idle; the next query opens another (createDb logs it)
    return { pool, close: () => pool.end() }
  }
  const embedded: Embedded = await startEmbedded(settings.dataDir, log)
  const pool = new pg.Pool({ ...embedded.connection, max: 8, connectionTimeoutMillis: 30_000 })
  return {
    pool,
    async close() {
      await pool.end()
      await embedded.stop()
    },
  }
}

/** Brings the schema up to date. Processes that start together wait for each other. */
export async function migrate(pool: pg.Pool, directory: string): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('SET statement_timeout = 0')
    await client.query('SELECT pg_advisory_lock(7267426)')
    const postgrator = new Postgrator({
      migrationPattern: path.join(directory, '*'),
      driver: 'pg',
      schemaTable: 'schema_versions',
      execQuery: (query) => client.query(query),
      execSqlScript: async (script) => {
        await client.query(script)
      },
    })
    return (await postgrator.migrate()).length
  } finally {
    await client.query('SELECT pg_advisory_unlock(7267426)').catch(() => {})
    client.release(true)
  }
}
