import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import type pg from 'pg'
import type { Log } from '../kit/observability/log.ts'
import type { Settings } from '../kit/process/settings.ts'
import { getSecretFingerprint } from '../kit/security/derived-keys.ts'
import { openStorage } from '../kit/storage/open-storage.ts'
import { readBytes, type Storage } from '../kit/storage/storage.ts'
import {
  type ArchiveHeader,
  type ArchiveWriter,
  formatVersion,
  getFileName,
  getRowsName,
  headerName,
  type Manifest,
  manifestName,
  writeArchive,
} from './archive.ts'
import { openBackupSource } from './backup-source.ts'
import { listTables, listUnreadable, schemaVersion, type Table } from './catalog.ts'
import { createChecksum } from './checksum.ts'
import { OpsError } from './ops-error.ts'
import { type Count, enterExportRole, formatLine, readRows, useStableTextFormat } from './rows.ts'

type BackupOptions = { settings: Settings; log: Log; say: (sentence: string) => void }

const maxFileBytes = 200_000_000

/** Writes the rows of all companies from one snapshot, and their files. The product may be running. */
export async function writeBackup(
  output: Writable,
  { settings, log, say }: BackupOptions,
): Promise<Manifest> {
  const database = await openBackupSource(settings, log)
  const storage = await openStorage(settings).catch(async (error) => {
    await database.close()
    throw error
  })
  try {
    const archive = writeArchive(output)
    const { tables, keys } = await inSnapshot(database.pool, (client) =>
      writeTables(client, archive, settings, say),
    )
    const { files, missing } = await writeFiles(storage, archive, keys, say)
    const manifest: Manifest = { tables, files, missing }
    await archive.add(manifestName, JSON.stringify(manifest))
    await archive.end()
    await database
      .markBackup()
      .catch((error) => say(`The time of this backup was not recorded: ${error.message}`))
    return manifest
  } finally {
    storage.close()
    await database.close()
  }
}

async function inSnapshot<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await useStableTextFormat(client)
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } finally {
    client.release(true)
  }
}

async function writeTables(
  client: pg.PoolClient,
  archive: ArchiveWriter,
  settings: Settings,
  say: (sentence: string) => void,
): Promise<{ tables: Manifest['tables']; keys: string[] }> {
  const unreadable = await listUnreadable(client).catch(() => [])
  const tables = await listTables(client)
  if (tables.length === 0 || unreadable.length > 0)
    throw new OpsError(
      'The database schema is not that of this version. Start the product once to update it.',
    )
  const head: ArchiveHeader = {
    format: 'aichat-archive',
    formatVersion,
    schemaVersion: await schemaVersion(client),
    createdAt: new Date().toISOString(),
    secretMark: getSecretFingerprint(settings.appSecret),
    tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
  }
  await archive.add(headerName, JSON.stringify(head))
  await enterExportRole(client)
  const counts: Record<string, Count> = {}
  for (const table of tables) {
    counts[table.name] = await writeTable(client, archive, table)
    say(`${table.name}: ${counts[table.name]?.rows} rows`)
  }
  const { rows } = await client.query<{ key: string }>(
    'SELECT key FROM files WHERE stored_at IS NOT NULL AND deletion_requested_at IS NULL ORDER BY key',
  )
  return { tables: counts, keys: rows.map(({ key }) => key) }
}

async function writeTable(client: pg.PoolClient, archive: ArchiveWriter, table: Table): Promise<Count> {
  const checksum = createChecksum()
  let part = 0
  for await (const rows of readRows(client, table)) {
    const lines = rows.map(formatLine)
    for (const line of lines) checksum.add(line)
    await archive.add(getRowsName(table.name, ++part), `${lines.join('\n')}\n`)
  }
  return checksum.end()
}

/** A file that is deleted during the backup is reported as missing. */
async function writeFiles(
  storage: Storage,
  archive: ArchiveWriter,
  keys: string[],
  say: (sentence: string) => void,
): Promise<Pick<Manifest, 'files' | 'missing'>> {
  const files: Manifest['files'] = []
  const missing: string[] = []
  for (const key of keys) {
    const content = await storage
      .get(key)
      .then((stream) => readBytes(stream, maxFileBytes))
      .catch((error) => {
        if (isNotFound(error)) return null
        throw new OpsError(`The file ${key} could not be read from the storage: ${error.message}`)
      })
    if (!content) {
      missing.push(key)
      continue
    }
    await archive.add(getFileName(key), content)
    files.push({ key, size: content.length, sha256: createHash('sha256').update(content).digest('hex') })
  }
  say(`files: ${files.length}`)
  return { files, missing }
}

function isNotFound(error: Error): boolean {
  return error.message === 'There is no such object' || error.name === 'NoSuchKey'
}
