import type { Sql } from '../kit/db/db.ts'
import type { ContentCache } from '../knowledge/index/embedding-runs.ts'
import type { TransferredContent } from '../knowledge/read/extract-child.ts'
import { withTitle } from '../knowledge/read/extract-content.ts'
import { withoutBodies } from '../knowledge/read/parse-in-child.ts'
import { findCurrentContent } from '../knowledge/version-store.ts'
import { findContent, findPageTitle, removeContent } from './page-store.ts'

/** What a run has read from pages, so that embedding their items reads nothing again. */
export const pageContents: ContentCache = {
  find: async (sql, itemId) => (await findContent(sql, itemId)) ?? findEmbedded(sql, itemId),
  remove: removeContent,
}

/** The content of the embedded version, with the title of the page instead of one that a person has given the item. */
async function findEmbedded(sql: Sql, itemId: string): Promise<TransferredContent | null> {
  const content = await findCurrentContent(sql, itemId)
  if (!content) return null
  const title = (await findPageTitle(sql, itemId)) ?? content.title
  return withoutBodies(withTitle(content, title))
}
