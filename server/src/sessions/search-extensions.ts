import type pg from 'pg'
import { enableExtension } from '../kit/db/extensions.ts'
import type { Log } from '../kit/observability/log.ts'

// fastupdate is off because every search would scan the list of pending entries.
const trigramIndexes = `
  CREATE INDEX IF NOT EXISTS session_search_texts_trigrams ON session_search_texts
    USING gin (company_id, text gin_trgm_ops) WITH (fastupdate = off);
  CREATE INDEX IF NOT EXISTS sessions_visitor_trigrams ON sessions USING gin (
    company_id, visitor_search_text(visitor_name, visitor_email, visitor_external_id, visitor_attributes) gin_trgm_ops
  ) WITH (fastupdate = off)`

/** Indexes conversations for the search of the inbox. Without the extensions it scans them. */
export async function enableConversationSearch(pool: pg.Pool, log: Log): Promise<void> {
  const isEnabled =
    (await enableExtension(pool, 'pg_trgm', '')) && (await enableExtension(pool, 'btree_gin', trigramIndexes))
  if (!isEnabled)
    log.warn('the database has no pg_trgm and btree_gin extensions: searching many conversations is slow')
}
