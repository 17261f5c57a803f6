import type { Sql } from '../kit/db/db.ts'
import { requestRuns } from '../knowledge/source-item-store.ts'
import type { ClaimedRun } from './run-store.ts'

/** A known page that the website has moved to another address for good. */
export type PageMove = { pageId: string; itemId: string | null; url: string }

/**
 * Gives moved pages and their knowledge items the new address, so that the answers stay. A page is not moved where another page
 * that is in use has the address. Returns the ids of the moved pages, and the items that must be embedded again.
 */
export async function movePages(
  sql: Sql,
  run: ClaimedRun,
  moves: PageMove[],
): Promise<{ pageIds: Set<string>; itemIds: string[] }> {
  const pageIds = new Set<string>()
  const replaced: string[] = []
  for (const move of moves) {
    const [target] = await sql<{ id: string; itemId: string | null }>`
      select id, item_id as "itemId" from source_pages where source_id = ${run.sourceId} and url = ${move.url} for update`
    if (target && (target.itemId || !move.itemId)) continue
    if (target && move.itemId) {
      await transferItem(sql, move.itemId, { from: move.pageId, to: target.id })
      replaced.push(move.itemId)
    } else {
      await sql`
        update source_pages set url = ${move.url}, etag = null, last_modified = null, missing_count = 0
        where id = ${move.pageId}`
    }
    if (move.itemId) await changeAddress(sql, move.itemId, move.url)
    pageIds.add(move.pageId)
  }
  return { pageIds, itemIds: await requestRuns(sql, run.projectId, replaced) }
}

/** The run has read the new address already: its page takes over the item of the old one. */
async function transferItem(
  sql: Sql,
  itemId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`delete from source_pages where id = ${from}`
  await sql`update source_pages set item_id = ${itemId}, ignored_at = null where id = ${to}`
}

/** Answers name the new address at once, because the old one leads to it. */
async function changeAddress(sql: Sql, itemId: string, url: string): Promise<void> {
  await sql`update knowledge_items set source_url = ${url} where id = ${itemId}`
  await sql`
    update answer_entries set source_url = ${url}
    where entry_id = ${itemId} and kind = 'item' and (is_draft or is_live)`
}
