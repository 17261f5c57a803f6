import path from 'node:path'
import pg from 'pg'
import Postgrator from 'postgrator'
import { installJobs } from '../jobs/jobs.ts'
import type { Log } from '../observability/log.ts'
import type { Settings } from '../process/settings.ts'
import { acquireAdvisoryLock, releaseAdvisoryLock } from './advisory-lock.ts'
import { toStartError } from './connection-error.ts'
import type { Connections } from './db.ts'
import { startMaintenance } from './embedded/embedded-maintenance.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded/pglite.ts'
import { grantExport } from './export-role.ts'
import { createRoles } from './roles.ts'
import { refuseNewerSchema, storeMinSchemaVersion } from './schema-compatibility.ts'
import { applySqlFunctions } from './sql-functions.ts'

export type Database = Connections & { close(): Promise<void> }

/**
 * Solid-state disks read at random hardly more slowly than in sequence. JIT compilation takes seconds where PostgreSQL overestimates the
 * cost of a query, as it often does with row-level security.
 */
const planner = '-c random_page_cost=1.1 -c jit=off'
const timeouts = '-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=10000'

/** The application_name of the product's connections, by which commands detect that it is running. */
export const applicationName = 'aichat'

/** Opens the PostgreSQL of DATABASE_URL, or without it the embedded database in the data directory. */
export async function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'databasePool' | 'dataDir' | 'embeddedFsync'>,
  log: Log,
  name = applicationName,
): Promise<Database> {
  if (settings.databaseUrl) {
    const pool = new pg.Pool({
      connectionString: settings.databaseUrl,
      application_name: name,
      max: settings.databasePool,
      pipeline: true,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: 5000,
      options: `-c timezone=UTC ${planner} ${timeouts}`,
    })
    ignoreConnectionErrors(pool)
    await testConnection(pool, settings.databaseUrl)
    return { pool, hasOwnSessions: true, close: () => pool.end() }
  }
  const embedded: EmbeddedDatabase = await startEmbedded(settings)
  const pool = new pg.Pool({
    ...embedded.connection,
    max: Math.min(8, settings.databasePool),
    connectionTimeoutMillis: 30_000,
    pipeline: true,
  })
  ignoreConnectionErrors(pool)
  const maintenance = startMaintenance(pool, settings.dataDir, log)
  return {
    pool,
    hasOwnSessions: false,
    async close() {
      await maintenance.close()
      await pool.end()
      await embedded.stop()
    },
  }
}

/** @throws StartError when the address, the user or the database is wrong, or the server is away */
async function testConnection(pool: pg.Pool, databaseUrl: string): Promise<void> {
  try {
    const client = await pool.connect()
    client.release()
  } catch (error) {
    await pool.end()
    throw toStartError(error, databaseUrl)
  }
}

/** A lost connection is reported to its query, and as an event, which would end the process if it were not handled. */
function ignoreConnectionErrors(pool: pg.Pool): void {
  pool.on('error', () => {}) // an idle connection; the next query opens another (createDb logs it)
  pool.on('connect', (client) => client.on('error', () => {}))
}

const lockKey = 7267426

/**
 * Brings the schema up to date: migrations first, then functions. Processes that start together wait for each other.
 * @param root the folder that contains server/migrations and server/sql
 * @param onWait called when another process holds the lock
 * @returns the number of migrations that were applied
 */
export async function migrate(pool: pg.Pool, root: string, onWait?: () => void): Promise<number> {
  const client = await pool.connect()
  try {
    await acquireAdvisoryLock(client, lockKey, onWait)
    await client.query('SET statement_timeout = 0')
    // One transaction, version numbers included: a process that fails or ends half-way leaves the schema as it was.
    await client.query('BEGIN')
    const count = await updateSchema(client, path.join(root, 'server'))
    await client.query('COMMIT')
    await installJobs(pool)
    return count
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {}) // the connection is lost, and the transaction with it
    throw error
  } finally {
    await releaseAdvisoryLock(client, lockKey)
    client.release(true)
  }
}

async function updateSchema(client: pg.ClientBase, directory: string): Promise<number> {
  const postgrator = new Postgrator({
    migrationPattern: path.join(directory, 'migrations', '*'),
    driver: 'pg',
    schemaTable: 'schema_versions',
    execQuery: (query) => client.query(query),
    execSqlScript: async (script) => {
      await client.query(script)
    },
  })
  const ownVersion = await postgrator.getMaxVersion()
  await refuseNewerSchema(client, ownVersion)
  await createRoles(client)
  const applied = await postgrator.migrate()
  // During a rolling upgrade a process of the version before may start: it must not bring back its own functions.
  const isNewer = (await postgrator.getDatabaseVersion()) > ownVersion
  if (!isNewer) await storeMinSchemaVersion(client)
  if (!isNewer) await applySqlFunctions(client, path.join(directory, 'sql/functions'), applied.length > 0)
  await grantExport(client)
  return applied.length
}
