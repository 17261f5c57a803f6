import type pg from 'pg'
import type { Log } from './kit/observability/log.ts'
import { enableKnowledgeSearch, type SearchExtensions } from './knowledge/search/search-extensions.ts'
import { enableConversationSearch } from './sessions/search-extensions.ts'

/** Enables the database extensions that are installed, with the tables and indexes of the slices that use them. */
export async function enableSearchExtensions(pool: pg.Pool, log: Log): Promise<SearchExtensions> {
  const extensions = await enableKnowledgeSearch(pool, log)
  await enableConversationSearch(pool, log)
  return extensions
}
