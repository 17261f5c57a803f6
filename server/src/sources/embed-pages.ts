import type { Source } from '@aichat/contracts/ai/sources'
import type { App } from '../app.ts'
import { isId, type Sql } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { enqueueRequestedRuns } from '../knowledge/index/embed-item.ts'
import { addSourceItems } from '../knowledge/source-item-store.ts'
import { assignItems, lockUnusedPages } from './page-store.ts'
import type { Scope } from './store.ts'

/**
 * Creates an item for each page that has none, and embeds it in the background from what the run has read. Returns how many were
 * created. `alongside` runs in the same transaction.
 */
export async function embedPages(
  app: Pick<App, 'db' | 'jobs' | 'realtime' | 'log'>,
  { source, ...scope }: Scope & { source: Pick<Source, 'id' | 'kind'> },
  pageIds: string[],
  alongside: (sql: Sql, count: number) => Promise<void>,
): Promise<number> {
  const items = await app.db.company(scope.companyId, async (sql) => {
    const pages = await lockUnusedPages(sql, source.id, pageIds.filter(isId))
    const added = pages.map((page) => ({ ...page, pageId: page.id, itemId: newId() }))
    if (added.length === 0) return []
    await addSourceItems(
      sql,
      scope,
      source.id,
      added.map(({ itemId, title, url }) => ({
        id: itemId,
        title,
        url: source.kind === 'site' ? url : null,
        fileName: source.kind === 'archive' ? url : null,
      })),
    )
    await assignItems(sql, added)
    await alongside(sql, added.length)
    return added.map(({ itemId }) => itemId)
  })
  // Not awaited, because 500 jobs take seconds. The periodic check of runs finds those of a process that ends meanwhile.
  enqueueRequestedRuns(app, scope, items, 'pending').catch((error) =>
    app.log.warn({ err: error }, 'failed to enqueue the embedding of pages'),
  )
  return items.length
}
