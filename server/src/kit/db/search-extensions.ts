import type pg from 'pg'
import type { Log } from '../process/log.ts'
import { grantExport } from './export-role.ts'

/** What the database can do beyond full text. A search works without either. */
export type SearchExtensions = {
  /** Words that are spelt a little otherwise are found (pg_trgm). */
  typos: boolean
  /** Texts that mean the same are found (pgvector). */
  vectors: boolean
}

/**
 * Takes the extensions that are there, each time the process starts: one that is installed later is found then, and no
 * migration fails for want of it.
 */
export async function enableSearchExtensions(pool: pg.Pool, log: Log): Promise<SearchExtensions> {
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock(7267427)')
    const typos = await enableExtension(client, 'pg_trgm', trigramIndex)
    if (!typos) log.warn('the database has no pg_trgm: misspelt questions are not understood')
    const isIndexed = typos && (await enableExtension(client, 'btree_gin', conversationIndexes))
    if (!isIndexed)
      log.warn('the database has no pg_trgm and btree_gin: a search in many conversations takes long')
    const vectors = await enableExtension(client, 'vector', vectorTable)
    if (vectors) await grantExport(client)
    return { typos, vectors }
  } finally {
    await client.query('SELECT pg_advisory_unlock(7267427)').catch(() => {})
    client.release()
  }
}

const trigramIndex = `
  CREATE INDEX IF NOT EXISTS knowledge_word_counts_trigrams ON knowledge_word_counts USING gin (word gin_trgm_ops)`

// Entries are written where they belong at once: a list of those to come would be read through by every search.
const conversationIndexes = `
  CREATE INDEX IF NOT EXISTS session_search_texts_trigrams ON session_search_texts
    USING gin (company_id, text gin_trgm_ops) WITH (fastupdate = off);
  CREATE INDEX IF NOT EXISTS sessions_trigrams ON sessions
    USING gin (company_id, visitor_search_text(visitor_name, visitor_email) gin_trgm_ops) WITH (fastupdate = off)`

const vectorTable = `
  CREATE TABLE IF NOT EXISTS knowledge_vectors (
    company_id uuid NOT NULL,
    project_id uuid NOT NULL,
    item_id uuid NOT NULL,
    position integer NOT NULL,
    model text NOT NULL,
    dimensions integer NOT NULL,
    embedding vector NOT NULL,
    PRIMARY KEY (item_id, position),
    FOREIGN KEY (company_id, project_id, item_id)
      REFERENCES knowledge_items (company_id, project_id, id) ON DELETE CASCADE
  );
  CREATE INDEX IF NOT EXISTS knowledge_vectors_project ON knowledge_vectors (project_id);
  ALTER TABLE knowledge_vectors ENABLE ROW LEVEL SECURITY;
  ALTER TABLE knowledge_vectors FORCE ROW LEVEL SECURITY;
  DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = 'knowledge_vectors'::regclass) THEN
      CREATE POLICY tenant_isolation ON knowledge_vectors FOR ALL TO aichat_app
        USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
    END IF;
  END $$;
  GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge_vectors TO aichat_app`

async function enableExtension(client: pg.PoolClient, extension: string, then: string): Promise<boolean> {
  try {
    await client.query(
      `BEGIN; SET LOCAL statement_timeout = 0; CREATE EXTENSION IF NOT EXISTS ${extension}; ${then}; COMMIT`,
    )
    return true
  } catch {
    // Not installed on the server, or not ours to create: what it would serve is switched off, and said so.
    await client.query('ROLLBACK')
    return false
  }
}

const mostIndexed = 2000

/** An approximate index for vectors of so many dimensions; longer ones are compared one by one. */
export async function indexVectors(pool: pg.Pool, dimensions: number): Promise<void> {
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > mostIndexed) return
  await pool.query(`
    CREATE INDEX IF NOT EXISTS knowledge_vectors_near_${dimensions} ON knowledge_vectors
    USING hnsw ((embedding::vector(${dimensions})) vector_cosine_ops) WHERE dimensions = ${dimensions}`)
}
