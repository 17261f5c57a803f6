// Plain JavaScript: a worker thread of Node 20 loads no TypeScript, and this file must run from the source tree too.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

const { dataDir, socket } = workerData

const db = await PGlite.create({ dataDir, extensions: { btree_gin, pg_trgm, vector } })
await db.exec("SET timezone = 'UTC'")
const server = new PGLiteSocketServer({ db, path: socket, maxConnections: 32 })
await server.start()

parentPort?.on('message', async () => {
  await server.stop()
  await db.exec('CHECKPOINT')
  await db.close()
  process.exit(0)
})
parentPort?.postMessage('ready')
