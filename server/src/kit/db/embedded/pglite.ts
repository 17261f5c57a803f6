import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Settings } from '../../process/settings.ts'
import { acquireLock } from './data-directory-lock.ts'

export type EmbeddedDatabase = {
  connection: { host: string; port: number; user: string; database: string }
  stop(): Promise<void>
}

export const embeddedPort = 5433

/**
 * Runs PGlite in a worker thread, to which clients connect through a Unix socket as to any PostgreSQL.
 * @throws DataDirectoryInUse when another process uses the directory: two writers would corrupt the data.
 */
export async function startEmbedded({
  dataDir,
  embeddedFsync,
}: Pick<Settings, 'dataDir' | 'embeddedFsync'>): Promise<EmbeddedDatabase> {
  mkdirSync(dataDir, { recursive: true })
  const unlock = acquireLock(path.join(dataDir, 'server.lock'), dataDir)
  const socketDir = createSocketDirectory(dataDir)
  const worker = new Worker(new URL('./pglite-worker.mjs', import.meta.url), {
    workerData: {
      dataDir: path.join(dataDir, 'database'),
      fsync: embeddedFsync,
      socket: path.join(socketDir, `.s.PGSQL.${embeddedPort}`),
    },
  })
  let isStopping = false
  // The uncaught error ends the process, which cannot work without its database.
  worker.on('exit', (code) => {
    if (!isStopping) throw new Error(`The embedded database ended with code ${code}`)
  })
  await once(worker, 'message')
  return {
    connection: { host: socketDir, port: embeddedPort, user: 'postgres', database: 'postgres' },
    async stop() {
      isStopping = true
      const ended = once(worker, 'exit')
      worker.postMessage('stop')
      await ended
      if (socketDir !== dataDir) rmSync(socketDir, { recursive: true, force: true })
      rmSync(getEmbeddedSocket(dataDir), { force: true })
      unlock()
    },
  }
}

/** The socket of the process that uses the directory, or a link to it. */
export function getEmbeddedSocket(dataDir: string): string {
  return path.join(dataDir, `.s.PGSQL.${embeddedPort}`)
}

/** The data directory, unless its path is too long for a Unix socket (107 bytes). */
function createSocketDirectory(dataDir: string): string {
  const file = getEmbeddedSocket(dataDir)
  rmSync(file, { force: true })
  if (Buffer.byteLength(file) <= 100) return dataDir
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-'))
  symlinkSync(getEmbeddedSocket(directory), file)
  return directory
}
