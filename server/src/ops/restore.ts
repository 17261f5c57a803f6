import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import pg from 'pg'
import { applicationName, migrate, openDatabase } from '../kit/db/database.ts'
import { resetDeployment } from '../kit/db/deployment.ts'
import type { Log } from '../kit/observability/log.ts'
import type { Settings } from '../kit/process/settings.ts'
import { getSecretFingerprint } from '../kit/security/derived-keys.ts'
import { openStorage } from '../kit/storage/open-storage.ts'
import { isStorageKey, type Storage } from '../kit/storage/storage.ts'
import {
  type ArchiveHeader,
  damaged,
  type Manifest,
  manifestName,
  parseHeader,
  parseManifest,
  readArchive,
} from './archive.ts'
import { commandName } from './backup-source.ts'
import {
  listSequences,
  listTables,
  quoteIdentifier,
  schemaVersion,
  type Table,
  vectorTable,
} from './catalog.ts'
import { createChecksum } from './checksum.ts'
import { OpsError } from './ops-error.ts'
import {
  type Count,
  countRows,
  enterCompany,
  enterExportRole,
  parseLine,
  splitLines,
  useStableTextFormat,
  writeRows,
} from './rows.ts'

type RestoreOptions = {
  settings: Settings
  log: Log
  /** The folder that contains server/migrations and server/sql. */
  root: string
  /** Enables the extensions that are installed, and reports whether vectors can be stored. */
  enableSearchExtensions: (pool: pg.Pool, log: Log) => Promise<{ vectors: boolean }>
  /** Deletes existing data in the same transaction. */
  replace: boolean
  say: (sentence: string) => void
}

export type RestoreResult = {
  tables: { name: string; archive: Count; database: Count }[]
  files: number
  missing: string[]
  notes: string[]
}

/**
 * Restores an archive into the configured database and storage in one transaction. Before the commit, the written rows are
 * read from the database and compared with the archive.
 */
export async function restoreBackup(input: Readable, given: RestoreOptions): Promise<RestoreResult> {
  const { settings, log, root } = given
  const entries = readArchive(input)
  const first = await entries.next()
  const head = parseHeader(first.done ? null : first.value)
  const database = await openDatabase(settings, log, commandName)
  try {
    await migrate(database.pool, root)
    const { vectors } = await given.enableSearchExtensions(database.pool, log)
    const storage = await openStorage(settings)
    try {
      return await inTransaction(database.pool, storage, (client, files) =>
        restoreEntries(client, files, { head, entries }, { ...given, vectors, storage }),
      )
    } finally {
      storage.close()
    }
  } finally {
    input.destroy()
    await database.close()
  }
}

/** Stored objects of a restore: new ones are deleted if it fails, replaced ones after it succeeded. */
type RestoredFiles = {
  put(key: string, content: Buffer): Promise<void>
  replaced: Set<string>
}

async function inTransaction(
  pool: pg.Pool,
  storage: Storage,
  work: (client: pg.PoolClient, files: RestoredFiles) => Promise<RestoreResult>,
): Promise<RestoreResult> {
  const client = await pool.connect()
  const added = new Set<string>()
  const replaced = new Set<string>()
  const kept = new Set<string>()
  const files: RestoredFiles = {
    replaced,
    async put(key, content) {
      kept.add(key)
      if (!replaced.has(key)) added.add(key)
      const mime = 'application/octet-stream'
      await storage.put(key, { open: () => Readable.from([content]), size: content.length, mime })
    },
  }
  try {
    await client.query('BEGIN')
    await useStableTextFormat(client)
    const imported = await work(client, files)
    await client.query('COMMIT')
    for (const key of replaced) if (!kept.has(key)) await storage.remove(key)
    return imported
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {}) // the connection is lost, and the transaction with it
    for (const key of added) await storage.remove(key).catch(() => {}) // the first error is the one to report
    throw error
  } finally {
    client.release(true)
  }
}

type RestoreContext = RestoreOptions & { vectors: boolean; storage: Storage }

async function restoreEntries(
  client: pg.PoolClient,
  files: RestoredFiles,
  { head, entries }: { head: ArchiveHeader; entries: ReturnType<typeof readArchive> },
  { settings, replace, say, vectors, storage }: RestoreContext,
): Promise<RestoreResult> {
  const tables = await matchTables(client, head)
  const notes: string[] = []
  if (head.secretMark !== getSecretFingerprint(settings.appSecret)) notes.push(differentSecretNote)
  await refuseWhileRunning(client)
  await emptyTables(client, files, replace)

  const read = new Map(tables.map((table) => [table.name, { table, checksum: createChecksum() }]))
  const found: Manifest['files'] = []
  const companies = new Set<string>()
  let manifest: Manifest | null = null
  const here = tables.filter(({ columns }) => columns.length > 0)
  for (const { name } of here) await client.query(`ALTER TABLE ${quoteIdentifier(name)} DISABLE TRIGGER USER`)
  for await (const { name, content } of entries) {
    const [kind, ...rest] = name.split('/')
    if (name === manifestName) {
      manifest = parseManifest({ name, content })
    } else if (kind === 'tables') {
      const target = read.get(rest[0] ?? '')
      const rows = splitLines(content)
      for (const line of rows) target?.checksum.add(line)
      if (!target || target.table.columns.length === 0) continue
      const parsed = rows.map(parseLine)
      for (const id of await writeRows(client, target.table, parsed, storage.bucket).catch(throwDamaged))
        companies.add(id)
    } else if (kind === 'files') {
      const key = rest.join('/')
      if (!isStorageKey(key)) throw new OpsError(damaged)
      await files.put(key, content)
      found.push({ key, size: content.length, sha256: createHash('sha256').update(content).digest('hex') })
    }
  }
  if (!manifest) throw new OpsError(contentMismatch)
  for (const [name, { checksum }] of read) assertSameCount(checksum.end(), manifest.tables[name])
  if (JSON.stringify(found) !== JSON.stringify(manifest.files)) throw new OpsError(contentMismatch)
  say(`${found.length} files stored`)

  // Deferred constraints are checked now: a table with pending trigger events cannot be altered.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE').catch(throwDamaged)
  const counted = await verifyRows(client, here, manifest)
  if (vectors) await restoreEmbeddingModels(client, companies)
  else if ((manifest.tables[vectorTable]?.rows ?? 0) > 0) notes.push(missingVectorsNote)
  for (const { name } of here) await client.query(`ALTER TABLE ${quoteIdentifier(name)} ENABLE TRIGGER USER`)
  await continueSequences(client)
  await resetDeployment(client)
  return { tables: counted, files: found.length, missing: manifest.missing, notes }
}

const contentMismatch = 'The archive does not match its manifest. Nothing was changed.'
const differentSecretNote =
  'APP_SECRET differs from that of the archive: everyone has to sign in again, and identity and webhook secrets cannot be ' +
  'decrypted and have to be created again. To keep them, set the original APP_SECRET (an embedded installation has it in ' +
  'DATA_DIR/app-secret) and restore again.'
const missingVectorsNote =
  'This database has no pgvector, so vectors were omitted and semantic search is off. They are computed again after pgvector ' +
  'is installed.'

/** The tables in the order of the archive. The table of vectors has no columns here if the database lacks pgvector. */
async function matchTables(client: pg.PoolClient, head: ArchiveHeader): Promise<Table[]> {
  const version = await schemaVersion(client)
  if (head.schemaVersion !== version)
    throw new OpsError(
      `The archive has schema version ${head.schemaVersion}, this installation has ${version}. ` +
        (head.schemaVersion < version
          ? 'Restore it with the version that created it, then update.'
          : 'Update this installation first.'),
    )
  const own = new Map((await listTables(client)).map((table) => [table.name, table]))
  return head.tables.flatMap(({ name, columns }) => {
    const table = own.get(name)
    if (!table && name === vectorTable) return [{ name, columns: [] }]
    if (table?.columns.map((column) => column.name).join() !== columns.join())
      throw new OpsError(`The columns of table ${name} differ between the archive and this database.`)
    return [table]
  })
}

async function refuseWhileRunning(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = $1`,
    [applicationName],
  )
  if (rows[0].count > 0)
    throw new OpsError('The product is running on this database. Stop every process of it first.')
}

/** Deletes existing data if that was requested, and blocks sign-ups until the end of the transaction. */
async function emptyTables(client: pg.PoolClient, files: RestoredFiles, replace: boolean): Promise<void> {
  await client.query('LOCK TABLE companies IN ACCESS EXCLUSIVE MODE')
  await enterExportRole(client)
  const companies = await client.query('SELECT count(*)::int AS count FROM companies')
  const keys = await client.query<{ key: string }>('SELECT key FROM files')
  await client.query('RESET ROLE')
  const { count } = companies.rows[0]
  if (count > 0 && !replace)
    throw new OpsError(
      `The database already has ${count === 1 ? '1 company' : `${count} companies`}. Nothing was changed. ` +
        'Restore into an empty database, or add --replace to delete the existing data.',
    )
  for (const { key } of keys.rows) files.replaced.add(key)
  const tables = await listTables(client)
  await client.query(`TRUNCATE ${tables.map(({ name }) => quoteIdentifier(name))}`)
}

/** Invalid values, broken constraints, and rows that row-level security rejects. */
const dataErrors = /^(22|23|42501)/

/** Values that the database rejects are not those that a backup wrote. */
function throwDamaged(error: unknown): never {
  if (error instanceof pg.DatabaseError && dataErrors.test(error.code ?? '')) throw new OpsError(damaged)
  throw error
}

function assertSameCount(read: Count, listed: Count | undefined): void {
  if (read.rows !== listed?.rows || read.checksum !== listed.checksum) throw new OpsError(contentMismatch)
}

async function verifyRows(
  client: pg.PoolClient,
  tables: Table[],
  manifest: Manifest,
): Promise<RestoreResult['tables']> {
  const counted: RestoreResult['tables'] = []
  await enterExportRole(client)
  for (const table of tables) {
    const archive = manifest.tables[table.name] as Count
    const database = await countRows(client, table)
    counted.push({ name: table.name, archive, database })
    if (database.rows !== archive.rows || database.checksum !== archive.checksum)
      throw new OpsError(`The rows in ${table.name} differ from the archive. Nothing was changed.`)
  }
  await client.query('RESET ROLE')
  return counted
}

/** Sets each item's embedding model to that of its restored vectors. Items without vectors are embedded again later. */
async function restoreEmbeddingModels(client: pg.PoolClient, companies: Set<string>): Promise<void> {
  for (const id of companies) {
    await enterCompany(client, id)
    await client.query(`
      UPDATE knowledge_items i SET embedding_model = v.model
      FROM (SELECT DISTINCT item_id, version, model FROM ${vectorTable}) v
      WHERE v.item_id = i.id AND v.version = i.version`)
  }
  await client.query('RESET ROLE')
}

/** Sets each sequence to the highest restored value. */
async function continueSequences(client: pg.PoolClient): Promise<void> {
  for (const { sequence, table, column } of await listSequences(client)) {
    await enterExportRole(client)
    const { rows } = await client.query(
      `SELECT max(${quoteIdentifier(column)}) AS last FROM ${quoteIdentifier(table)}`,
    )
    await client.query('RESET ROLE')
    if (rows[0].last !== null) await client.query('SELECT setval($1, $2)', [sequence, rows[0].last])
  }
}
