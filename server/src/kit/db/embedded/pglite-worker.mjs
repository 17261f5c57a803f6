// Plain JavaScript: worker threads of Node 20 cannot load TypeScript, and this file also runs from the source tree.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { createDurableFiles, syncDirectory } from '../../drivers/pglite-durable-files.mjs'
import { batchMessages, coalesceReplies } from '../../drivers/pglite-message-batches.mjs'
import { unpackDatabase } from './database-template.mjs'

const { dataDir, fsync, socket } = workerData

/** Smaller than PGlite's default of 160 MB: the operating system caches the files as well. */
const memoryParams = ['-c', 'shared_buffers=24MB', '-c', 'wal_buffers=1MB']
/** PGlite starts with fsync off (-F). wal_sync_method must be fsync: PGlite does not implement fdatasync. */
const durableStartParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]
const isNew = !existsSync(path.join(dataDir, 'PG_VERSION'))
// The build makes this archive. Without it PGlite runs initdb, which takes seconds and 900 MB.
const buildFolder = import.meta.url.endsWith('/src/kit/db/embedded/pglite-worker.mjs')
  ? '../../../../dist'
  : '.'
const template = fileURLToPath(new URL(`${buildFolder}/database-template.tar.gz`, import.meta.url))
if (isNew && existsSync(template)) await unpackDatabase(template, dataDir)
const db = await PGlite.create({
  fs: createDurableFiles(dataDir),
  startParams: [...(fsync ? durableStartParams : PGlite.defaultStartParams), ...memoryParams],
  extensions: { btree_gin, pg_trgm, vector },
})
// Neither initdb nor unpacking flushes its files.
if (isNew && fsync) syncDirectory(dataDir)
// The same session settings as connections to PostgreSQL.
await db.exec("SET timezone = 'UTC'; SET random_page_cost = 1.1")
await reserveWalSegment()
const server = new PGLiteSocketServer({ db: batchMessages(db), path: socket, maxConnections: 32 })
await server.start()
coalesceReplies(server)

parentPort?.on('message', async () => {
  await server.stop()
  await db.exec('CHECKPOINT')
  await db.close()
  process.exit(0)
})
parentPort?.postMessage('ready')

/** Reserves a WAL segment in a new database, so that it can still write its log when the disk is full. */
async function reserveWalSegment() {
  const segments = readdirSync(path.join(dataDir, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))
  if (segments.length > 1) return
  await db.exec('SELECT pg_switch_wal()')
  await db.exec('CHECKPOINT')
}
