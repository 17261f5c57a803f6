// Plain JavaScript: worker threads of Node 20 cannot load TypeScript, and this file also runs from the source tree.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { createDurableFiles, syncDirectory } from '../drivers/pglite-durable-files.mjs'

const { dataDir, fsync, socket } = workerData

/** PGlite starts with fsync off (-F). wal_sync_method must be fsync: PGlite does not implement fdatasync. */
const durableStartParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]
const isNew = !existsSync(path.join(dataDir, 'PG_VERSION'))
const fs = createDurableFiles(dataDir)
const db = await PGlite.create({
  fs,
  ...(fsync ? { startParams: durableStartParams } : {}),
  extensions: { btree_gin, pg_trgm, vector },
})
// initdb writes its files before fsync is in effect.
if (isNew && fsync) syncDirectory(dataDir)
// The same session settings as connections to PostgreSQL.
await db.exec("SET timezone = 'UTC'; SET random_page_cost = 1.1")
await reserveWalSegment()
const server = new PGLiteSocketServer({ db, path: socket, maxConnections: 32 })
await server.start()

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
