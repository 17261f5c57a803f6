import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { takeLock } from './lock.ts'
import type { Log } from './log.ts'

export type Embedded = {
  connection: { host: string; port: number; user: string; database: string }
  stop(): Promise<void>
}

const port = 5433

/**
 * Runs PGlite in a thread of its own and speaks to it as to any PostgreSQL, through a Unix socket.
 * @throws DataDirectoryInUse when another live process has the directory: two writers lose each other's rows.
 */
export async function startEmbedded(dataDir: string, log: Log): Promise<Embedded> {
  mkdirSync(dataDir, { recursive: true })
  const unlock = takeLock(path.join(dataDir, 'server.lock'), dataDir)
  // A socket's path may have 107 bytes at most, so it does not stand in the data directory.
  const socketDir = mkdtempSync(path.join(tmpdir(), 'aichat-'))
  const worker = new Worker(new URL('./pglite-worker.mjs', import.meta.url), {
    workerData: {
      dataDir: path.join(dataDir, 'database'),
      socket: path.join(socketDir, `.s.PGSQL.${port}`),
    },
  })
  let stopping = false
  worker.on('error', (error) => log.fatal({ err: error }, 'the embedded database failed'))
  worker.on('exit', (code) => {
    if (!stopping) log.fatal({ code }, 'the embedded database ended')
  })
  await once(worker, 'message')
  return {
    connection: { host: socketDir, port, user: 'postgres', database: 'postgres' },
    async stop() {
      stopping = true
      const ended = once(worker, 'exit')
      worker.postMessage('stop')
      await ended
      rmSync(socketDir, { recursive: true, force: true })
      unlock()
    },
  }
}
