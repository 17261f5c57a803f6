import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { vector } from '@electric-sql/pglite-pgvector'

/** PGlite alone, as its package configures it, with the extensions that the product uses. */
const db = await PGlite.create({
  dataDir: process.env.DATA_DIR as string,
  extensions: { btree_gin, pg_trgm, vector },
})
await db.exec(
  'CREATE EXTENSION IF NOT EXISTS btree_gin; CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE EXTENSION IF NOT EXISTS vector',
)
process.send?.('ready')
process.on('message', async () => {
  await db.close()
  process.exit(0)
})
