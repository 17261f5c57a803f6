import { constants, cpSync, existsSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { markBackup } from '../kit/db/backup-store.ts'
import { type Database, openDatabase } from '../kit/db/database.ts'
import { acquireLock, DataDirectoryInUseError } from '../kit/db/embedded/data-directory-lock.ts'
import { embeddedPort, getEmbeddedSocket } from '../kit/db/embedded/pglite.ts'
import type { Log } from '../kit/observability/log.ts'
import type { Settings } from '../kit/process/settings.ts'
import { OpsError } from './ops-error.ts'

type DatabaseLocation = Pick<Settings, 'databaseUrl' | 'databasePool' | 'dataDir' | 'embeddedFsync'>

export const commandName = 'aichat-ops'

/** A database to read from. `markBackup` writes to the database of the installation, of which this may be a copy. */
type BackupSource = Database & { markBackup(): Promise<void> }

/** Opens the database for a backup, whether the product runs or not. */
export async function openBackupSource(settings: DatabaseLocation, log: Log): Promise<BackupSource> {
  if (settings.databaseUrl) return openOriginal(settings, log)
  if (!existsSync(path.join(settings.dataDir, 'database')))
    throw new OpsError(`No database in ${settings.dataDir}. Check DATA_DIR.`)
  try {
    return await openOriginal(settings, log)
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError)) throw error
    return openCopy(settings, log)
  }
}

async function openOriginal(settings: DatabaseLocation, log: Log): Promise<BackupSource> {
  const database = await openDatabase(settings, log, commandName)
  return { ...database, markBackup: () => markBackup(database.pool) }
}

/**
 * Only one process may open the embedded database, and the product is running. An open transaction blocks all writers while
 * the directory is copied. The copy is in the state that a killed process would leave, from which the database recovers.
 * Everything else is done with the copy.
 */
async function openCopy(settings: DatabaseLocation, log: Log): Promise<BackupSource> {
  const directory = path.join(settings.dataDir, 'copy')
  const unlock = lockCopy(directory)
  const remove = async () => {
    await rm(directory, { recursive: true, force: true })
    unlock()
  }
  try {
    // A command that was killed may have left a copy.
    await rm(directory, { recursive: true, force: true })
    await copyWhileLocked(settings.dataDir, path.join(directory, 'database'))
    const copy = await openDatabase(
      { ...settings, dataDir: directory, embeddedFsync: false },
      log,
      commandName,
    )
    return {
      ...copy,
      markBackup: () => markRunning(settings.dataDir),
      async close() {
        await copy.close()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

function lockCopy(directory: string): () => void {
  try {
    return acquireLock(`${directory}.lock`, directory)
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError)) throw error
    throw new OpsError('Another backup of this installation is running. Wait until it is complete.')
  }
}

async function copyWhileLocked(dataDir: string, to: string): Promise<void> {
  const client = await connectToRunning(dataDir)
  try {
    await client.query('BEGIN')
    // Uses copy-on-write where the file system supports it. Synchronous, because all clients of the database wait for it.
    cpSync(path.join(dataDir, 'database'), to, { recursive: true, mode: constants.COPYFILE_FICLONE })
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}

async function markRunning(dataDir: string): Promise<void> {
  const client = await connectToRunning(dataDir)
  try {
    await markBackup(client)
  } finally {
    await client.end()
  }
}

/** Connects to the embedded database of a running process. Other clients wait for a transaction on this connection. */
export async function connectToRunning(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({
    host: path.dirname(realpathSync(getEmbeddedSocket(dataDir))),
    port: embeddedPort,
    user: 'postgres',
    database: 'postgres',
    connectionTimeoutMillis: 30_000,
  })
  await client.connect()
  return client
}
