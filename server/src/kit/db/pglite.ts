import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Settings } from '../process/settings.ts'
import { takeLock } from './data-directory-lock.ts'

export type Embedded = {
  connection: { host: string; port: number; user: string; database: string }
  stop(): Promise<void>
}

export const embeddedPort = 5433

/**
 * Runs PGlite in a thread of its own and speaks to it as to any PostgreSQL, through a Unix socket.
 * @throws DataDirectoryInUse when another live process has the directory: two writers lose each other's rows.
 */
export async function startEmbedded({
  dataDir,
  embeddedFsync,
}: Pick<Settings, 'dataDir' | 'embeddedFsync'>): Promise<Embedded> {
  mkdirSync(dataDir, { recursive: true })
  const unlock = takeLock(path.join(dataDir, 'server.lock'), dataDir)
  const socketDir = socketDirectory(dataDir)
  const worker = new Worker(new URL('./pglite-worker.mjs', import.meta.url), {
    workerData: {
      dataDir: path.join(dataDir, 'database'),
      fsync: embeddedFsync,
      socket: path.join(socketDir, `.s.PGSQL.${embeddedPort}`),
    },
  })
  let stopping = false
  // Without its database the process is no use: what is thrown here ends it.
  worker.on('exit', (code) => {
    if (!stopping) throw new Error(`The embedded database ended with code ${code}`)
  })
  await once(worker, 'message')
  return {
    connection: { host: socketDir, port: embeddedPort, user: 'postgres', database: 'postgres' },
    async stop() {
      stopping = true
      const ended = once(worker, 'exit')
      worker.postMessage('stop')
      await ended
      if (socketDir !== dataDir) rmSync(socketDir, { recursive: true, force: true })
      rmSync(embeddedSocket(dataDir), { force: true })
      unlock()
    },
  }
}

/** Where the process that has the directory answers: the socket, or a link to it. */
export function embeddedSocket(dataDir: string): string {
  return path.join(dataDir, `.s.PGSQL.${embeddedPort}`)
}

/** Beside the data where the path is short enough: that of a socket may have 107 bytes. */
function socketDirectory(dataDir: string): string {
  const file = embeddedSocket(dataDir)
  rmSync(file, { force: true })
  if (Buffer.byteLength(file) <= 100) return dataDir
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-'))
  symlinkSync(embeddedSocket(directory), file)
  return directory
}
