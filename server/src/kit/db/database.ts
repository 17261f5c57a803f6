import path from 'node:path'
import pg from 'pg'
import Postgrator from 'postgrator'
import { installJobs } from '../jobs/jobs.ts'
import type { Log } from '../process/log.ts'
import type { Settings } from '../process/settings.ts'
import { startMaintenance } from './embedded-maintenance.ts'
import { grantExport } from './export-role.ts'
import { type Embedded, startEmbedded } from './pglite.ts'

export type Database = {
  pool: pg.Pool
  /** Each connection has a session of its own. Those to the embedded database share one. */
  hasOwnSessions: boolean
  close(): Promise<void>
}

/** No disk turns any more: to read here and there costs hardly more than to read on. */
const costs = '-c random_page_cost=1.1'
const limits = '-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=10000'

/** What the product's connections call themselves, so that a command can see whether it runs. */
export const productName = 'aichat'

/** Opens PostgreSQL where DATABASE_URL names one, else the embedded database in the data directory. */
export async function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'databasePool' | 'dataDir' | 'embeddedFsync'>,
  log: Log,
  name = productName,
): Promise<Database> {
  if (settings.databaseUrl) {
    const pool = new pg.Pool({
      connectionString: settings.databaseUrl,
      application_name: name,
      max: settings.databasePool,
      pipeline: true,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: 5000,
      options: `-c timezone=UTC ${costs} ${limits}`,
    })
    surviveLosses(pool)
    return { pool, hasOwnSessions: true, close: () => pool.end() }
  }
  const embedded: Embedded = await startEmbedded(settings)
  const pool = new pg.Pool({
    ...embedded.connection,
    max: Math.min(8, settings.databasePool),
    connectionTimeoutMillis: 30_000,
    pipeline: true,
  })
  surviveLosses(pool)
  const upkeep = startMaintenance(pool, settings.dataDir, log)
  return {
    pool,
    hasOwnSessions: false,
    async close() {
      upkeep.close()
      await pool.end()
      await embedded.stop()
    },
  }
}

/** A connection that is lost says so twice: to the query that waits on it, which counts, and as an event, which would end us. */
function surviveLosses(pool: pg.Pool): void {
  pool.on('error', () => {}) // while it was idle; the next query opens another (createDb logs it)
  pool.on('connect', (client) => client.on('error', () => {}))
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
    // All or nothing, its number included: a process that ends in the middle leaves the schema as it was.
    await client.query('BEGIN')
    const steps = await postgrator.migrate()
    await grantExport(client)
    await client.query('COMMIT')
    await installJobs(pool)
    return steps.length
  } finally {
    await client.query('SELECT pg_advisory_unlock(7267426)').catch(() => {})
    client.release(true)
  }
}
