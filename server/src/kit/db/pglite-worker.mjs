// Plain JavaScript: a worker thread of Node 20 loads no TypeScript, and this file must run from the source tree too.
import { closeSync, existsSync, fdatasyncSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

/** Files in a folder as PGlite keeps them, and on the disk when PostgreSQL says that they must be. */
class DurableFiles extends NodeFS {
  async init(pg, options) {
    const { emscriptenOpts } = await super.init(pg, options)
    const teachFsync = ({ FS }) => {
      const { NODEFS } = FS.filesystems
      NODEFS.stream_ops.fsync = ({ nfd, node }) => {
        NODEFS.tryFSOperation(() => {
          if (nfd === undefined) sync(NODEFS.realPath(node))
          else fdatasyncSync(nfd)
        })
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...emscriptenOpts.preRun, teachFsync] } }
  }
}

function sync(place) {
  const fd = openSync(place, 'r')
  fsyncSync(fd)
  closeSync(fd)
}

/** What initdb made was written before anybody asked for it to be synced. */
function syncAll(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const place = path.join(directory, entry.name)
    if (entry.isDirectory()) syncAll(place)
    else if (entry.isFile()) sync(place)
  }
  sync(directory)
}

const { dataDir, fsync, socket } = workerData

/** PGlite's own start switches fsync off (-F), and would choose fdatasync, which reaches no file. */
const durably = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]
const isNew = !existsSync(path.join(dataDir, 'PG_VERSION'))
const fs = new DurableFiles(dataDir)
const db = await PGlite.create({
  fs,
  ...(fsync ? { startParams: durably } : {}),
  extensions: { btree_gin, pg_trgm, vector },
})
if (isNew && fsync) syncAll(dataDir)
// As the connections to a PostgreSQL have it.
await db.exec("SET timezone = 'UTC'; SET random_page_cost = 1.1")
await keepNextSegment()
const server = new PGLiteSocketServer({ db, path: socket, maxConnections: 32 })
await server.start()

parentPort?.on('message', async () => {
  await server.stop()
  await db.exec('CHECKPOINT')
  await db.close()
  process.exit(0)
})
parentPort?.postMessage('ready')

/** A database that has none yet gets a spare piece of log, for the moment in which the disk is full. */
async function keepNextSegment() {
  const pieces = readdirSync(path.join(dataDir, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))
  if (pieces.length > 1) return
  await db.exec('SELECT pg_switch_wal()')
  await db.exec('CHECKPOINT')
}
