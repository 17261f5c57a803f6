import { constants, cpSync, existsSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { DataDirectoryInUse, takeLock } from '../kit/db/data-directory-lock.ts'
import { type Database, openDatabase } from '../kit/db/database.ts'
import { embeddedPort, embeddedSocket } from '../kit/db/pglite.ts'
import type { Log } from '../kit/process/log.ts'
import type { Settings } from '../kit/process/settings.ts'
import { OpsError } from './ops-error.ts'

type DatabaseLocation = Pick<Settings, 'databaseUrl' | 'databasePool' | 'dataDir' | 'embeddedFsync'>

export const commandName = 'aichat-house'

/** The database to be read, whether the product runs or not. */
export async function openBackupSource(settings: DatabaseLocation, log: Log): Promise<Database> {
  if (settings.databaseUrl) return openDatabase(settings, log, commandName)
  if (!existsSync(path.join(settings.dataDir, 'database')))
    throw new OpsError(`There is no database in ${settings.dataDir}. Is DATA_DIR right?`)
  try {
    return await openDatabase(settings, log, commandName)
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error
    return openCopy(settings, log)
  }
}

/**
 * One process alone may open the embedded database, and it is running. Its directory is copied while a transaction of
 * ours keeps everyone else from writing, for as long as that takes; what is copied is what a kill would leave, which is
 * known to open. All that takes longer is done with the copy.
 */
async function openCopy(settings: DatabaseLocation, log: Log): Promise<Database> {
  const directory = path.join(settings.dataDir, 'copy')
  const unlock = lockCopy(directory)
  const remove = async () => {
    await rm(directory, { recursive: true, force: true })
    unlock()
  }
  try {
    // Left behind by a command that was killed.
    await rm(directory, { recursive: true, force: true })
    await copyWhileLocked(settings.dataDir, path.join(directory, 'database'))
    const copy = await openDatabase(
      { ...settings, dataDir: directory, embeddedFsync: false },
      log,
      commandName,
    )
    return {
      ...copy,
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
    return takeLock(`${directory}.lock`, directory)
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error
    throw new OpsError('Another backup of this installation is being made. Wait until it is done.')
  }
}

async function copyWhileLocked(dataDir: string, to: string): Promise<void> {
  const client = await connectToRunning(dataDir)
  try {
    await client.query('BEGIN')
    // Where the file system can, nothing is copied at all. At once, as everybody waits for it and nobody else for us.
    cpSync(path.join(dataDir, 'database'), to, { recursive: true, mode: constants.COPYFILE_FICLONE })
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}

/** A connection to the embedded database of the process that has it. What it begins, everyone else waits for. */
export async function connectToRunning(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({
    host: path.dirname(realpathSync(embeddedSocket(dataDir))),
    port: embeddedPort,
    user: 'postgres',
    database: 'postgres',
    connectionTimeoutMillis: 30_000,
  })
  await client.connect()
  return client
}
