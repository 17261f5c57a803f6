import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { explainConnectionError } from '../../kit/db/connection-error.ts'
import { openDatabase } from '../../kit/db/database.ts'
import { DataDirectoryInUseError } from '../../kit/db/embedded/data-directory-lock.ts'
import { findMissingRights } from '../../kit/db/roles.ts'
import {
  type DatabaseSchema,
  explainNewerSchema,
  readDatabaseSchema,
} from '../../kit/db/schema-compatibility.ts'
import { commandName, connectToRunning } from '../backup-source.ts'
import { checkDeployment } from './deployment.ts'
import type { DoctorContext } from './doctor-context.ts'
import { bad, type Finding, getErrorMessage, ok, warn } from './finding.ts'

const part = 'database'
const minServerVersion = 150_000

type Opened = { client: pg.ClientBase; close(): Promise<void> }

export async function checkDatabase(context: DoctorContext): Promise<Finding[]> {
  const { settings, root } = context
  if (!settings.databaseUrl && !existsSync(path.join(settings.dataDir, 'database')))
    return [ok(part, 'embedded; it is created at the first start')]
  let opened: Opened
  try {
    opened = await open(context)
  } catch (error) {
    const { cause = error } = error as Error
    const remedy =
      explainConnectionError(cause)?.remedy ?? 'Check DATABASE_URL. The message contains the reason.'
    return [bad(part, `the connection failed: ${getErrorMessage(cause)}`, remedy)]
  }
  const { client, close } = opened
  try {
    // One short transaction: other clients of the embedded database wait for it.
    await client.query('BEGIN READ ONLY')
    const version = await checkVersion(client, settings.databaseUrl !== null)
    const schema = await checkSchema(client, root)
    const found = [version, await checkRights(client), schema.finding]
    if (schema.hasTables && schema.finding.state !== 'bad') {
      found.push(
        await checkRowLevelSecurity(client),
        await checkRoles(client),
        ...(await checkExtensions(client)),
      )
      found.push(await checkQueue(client), await checkDatabaseClock(client))
      if (schema.finding.state === 'ok') found.push(...(await checkDeployment(client, settings)))
      if (settings.databaseUrl) found.push(await checkConnectionLimit(client, settings.databasePool))
    }
    await client.query('COMMIT')
    return found
  } finally {
    await close()
  }
}

async function open({ settings, log }: DoctorContext): Promise<Opened> {
  try {
    const database = await openDatabase({ ...settings, databasePool: 1 }, log, commandName)
    try {
      const client = await database.pool.connect()
      return {
        client,
        async close() {
          client.release(true)
          await database.close()
        },
      }
    } catch (error) {
      await database.close()
      throw error
    }
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError)) throw error
    const client = await connectToRunning(settings.dataDir)
    return { client, close: () => client.end() }
  }
}

async function checkVersion(client: pg.ClientBase, isServer: boolean): Promise<Finding> {
  const { rows } = await client.query(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number`,
  )
  const { version, number } = rows[0]
  const found = isServer ? `PostgreSQL ${version}` : `embedded (PostgreSQL ${version})`
  return number < minServerVersion ? bad(part, found, 'Update PostgreSQL to 15 or later.') : ok(part, found)
}

/** Whether this user may create and update the schema, and switch to the roles of queries. */
async function checkRights(client: pg.ClientBase): Promise<Finding> {
  const statements = await findMissingRights(client)
  return statements.length > 0
    ? bad(
        'rights',
        'the database user lacks rights',
        `As an administrator of PostgreSQL: ${statements.join(' ')}`,
      )
    : ok('rights', 'the database user may create and update the tables')
}

async function checkSchema(
  client: pg.ClientBase,
  root: string,
): Promise<{ finding: Finding; hasTables: boolean }> {
  const newest = Math.max(
    ...readdirSync(path.join(root, 'server/migrations')).map((file) => Number.parseInt(file, 10)),
  )
  const schema = await readDatabaseSchema(client)
  return { finding: describeSchema(schema, newest), hasTables: schema.version > 0 }
}

function describeSchema(schema: DatabaseSchema, newest: number): Finding {
  const { version } = schema
  const name = 'schema'
  if (version === 0) return ok(name, 'no tables exist yet; the first start creates them')
  if (version > newest) {
    const found = `version ${version} of a newer release; this release has version ${newest}`
    return explainNewerSchema(schema, newest)
      ? bad(
          name,
          `${found} and does not start`,
          `Install a release with schema version ${schema.minVersion} or later.`,
        )
      : warn(name, found, 'Complete the upgrade: replace the processes of this release.')
  }
  if (version < newest)
    return warn(
      name,
      `version ${version}; this release has version ${newest}`,
      'Create a backup, then start the product, which updates the schema.',
    )
  return ok(name, `version ${version}, up to date`)
}

async function checkRowLevelSecurity(client: pg.ClientBase): Promise<Finding> {
  const { rows } = await client.query<{ name: string; hasCompany: boolean }>(`
    SELECT name, "hasCompany" FROM (
      SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS "isForced",
        EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'company_id'
          AND NOT a.attisdropped) AS "hasCompany",
        EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'tenant_isolation'
          AND p.polqual IS NOT NULL AND p.polwithcheck IS NOT NULL) AS "hasPolicy"
      FROM pg_class c
      WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND c.relname NOT IN ('schema_versions', 'schema_functions', 'last_backup', 'deployment')
    ) t WHERE NOT ("isForced" AND "hasPolicy" AND "hasCompany") ORDER BY name`)
  const name = 'row-level security'
  if (rows.length === 0) return ok(name, 'enforced on every table')
  const tables = rows.map((row) => row.name)
  const foreignTables = rows.filter((row) => !row.hasCompany).map((row) => row.name)
  if (foreignTables.length === rows.length)
    return warn(
      name,
      `tables of another program: ${foreignTables.join(', ')}`,
      'Use a separate database for the product.',
    )
  return bad(
    name,
    `not enforced on ${tables.join(', ')}`,
    `Stop the product. ALTER TABLE … ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY; where the policy tenant_isolation ` +
      'is missing, restore a backup.',
  )
}

async function checkRoles(client: pg.ClientBase): Promise<Finding> {
  const { rows } = await client.query<{ name: string; hasPower: boolean }>(`
    SELECT r.rolname AS name,
      r.rolsuper OR r.rolbypassrls OR r.rolcanlogin OR r.rolcreaterole OR r.rolcreatedb
        OR EXISTS (SELECT FROM pg_class c WHERE c.relowner = r.oid) AS "hasPower"
    FROM pg_roles r WHERE r.rolname IN ('aichat_app', 'aichat_lookup', 'aichat_search', 'aichat_export')`)
  const powerful = rows.filter(({ hasPower }) => hasPower).map(({ name }) => name)
  if (powerful.length > 0)
    return bad(
      'roles',
      `${powerful.join(', ')} have more rights than reading and writing rows`,
      'ALTER ROLE … NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB; they must not own tables.',
    )
  return ok('roles', `${rows.length} roles with least privilege`)
}

const uses: Record<string, string> = {
  pg_trgm: 'questions with typos find less',
  vector: 'semantic search is off',
}

const packages: Record<string, string> = { pg_trgm: 'the contrib extensions', vector: 'pgvector' }

async function checkExtensions(client: pg.ClientBase): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; version: string | null }>(
    `SELECT name, installed_version AS version FROM pg_available_extensions WHERE name = ANY ($1::text[])`,
    [Object.keys(uses)],
  )
  const known = new Map(rows.map(({ name, version }) => [name, version]))
  return Object.entries(uses).map(([name, without]) => {
    const version = known.get(name)
    if (version) return ok('extension', `${name} ${version}`)
    return known.has(name)
      ? warn(
          'extension',
          `${name} is not enabled: ${without}`,
          `As a superuser: CREATE EXTENSION ${name}; then restart the product.`,
        )
      : warn(
          'extension',
          `${name} is not installed: ${without}`,
          `Install ${packages[name]} for this PostgreSQL, then restart the product.`,
        )
  })
}

const maxWaitSeconds = { warn: 60, bad: 600 }

async function checkQueue(client: pg.ClientBase): Promise<Finding> {
  const { rows: there } = await client.query(`SELECT to_regclass('jobs.job') IS NOT NULL AS "isThere"`)
  if (!there[0].isThere) return ok('queue', 'no job was ever queued')
  const { rows } = await client.query(`
    SELECT count(*)::int AS waiting,
      coalesce(extract(epoch FROM now() - min(greatest(created_on, start_after))), 0)::int AS seconds
    FROM jobs.job WHERE state < 'active' AND start_after <= now() AND name NOT LIKE '\\_\\_pgboss%'`)
  const { waiting, seconds } = rows[0]
  const found = waiting === 0 ? 'no jobs waiting' : `${waiting} waiting, the oldest for ${seconds} s`
  const todo = 'Start a worker (npm run worker) or a server with JOBS=on. If one runs, read its log.'
  if (seconds > maxWaitSeconds.bad) return bad('queue', found, todo)
  return seconds > maxWaitSeconds.warn ? warn('queue', found, todo) : ok('queue', found)
}

const maxClockSkewSeconds = { warn: 2, bad: 60 }

async function checkDatabaseClock(client: pg.ClientBase): Promise<Finding> {
  const begun = Date.now()
  const { rows } = await client.query('SELECT extract(epoch FROM clock_timestamp())::float8 AS now')
  const middle = (begun + Date.now()) / 2
  const seconds = Math.abs(rows[0].now - middle / 1000)
  const found = `the clock of the database differs by ${seconds.toFixed(1)} s`
  const todo = 'Synchronize both machines by NTP: tokens and rate limits depend on it.'
  if (seconds > maxClockSkewSeconds.bad) return bad('clock', found, todo)
  return seconds > maxClockSkewSeconds.warn ? warn('clock', found, todo) : ok('clock', found)
}

async function checkConnectionLimit(client: pg.ClientBase, pool: number): Promise<Finding> {
  const { rows } = await client.query(
    `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS max`,
  )
  const { max } = rows[0]
  const found = `a process uses up to ${pool} of ${max} connections`
  return pool > max
    ? bad('connections', found, 'Lower DATABASE_POOL or raise max_connections of PostgreSQL.')
    : ok('connections', found)
}
