import type { App } from '../app.ts'
import { isStatementTimeout } from '../kit/db/db.ts'
import { forEachItem } from '../kit/process/each-item.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import { indexQuietSessions, listCompaniesToIndex } from './search-index-store.ts'

const taskName = 'search index'
const intervalMs = 10_000
const maxBatchSize = 200

/**
 * Indexes the messages of conversations that have been quiet for a while, in batches and not while sending, so that
 * sending stays fast. Until then a search reads the messages themselves.
 */
export function startSearchIndexing({ db, log }: Pick<App, 'db' | 'log'>, quietSeconds = 30): ScheduledTask {
  /** Long conversations may exceed the time limit of a statement: then fewer of them are indexed at a time. */
  async function indexCompany(companyId: string, signal: AbortSignal): Promise<void> {
    let limit = maxBatchSize
    for (let isMore = true; isMore && !signal.aborted; ) {
      try {
        const options = { quietSeconds, limit }
        const count = await db.company(companyId, (sql) => indexQuietSessions(sql, companyId, options))
        isMore = count === limit
      } catch (error) {
        if (limit === 1 || !isStatementTimeout(error)) throw error
        limit = Math.ceil(limit / 4)
      }
    }
  }

  async function indexAll(signal: AbortSignal): Promise<void> {
    const companies = await db.lookup(listCompaniesToIndex)
    await forEachItem(companies, ({ companyId }) => indexCompany(companyId, signal), {
      task: taskName,
      log,
      signal,
    })
  }

  return scheduleTask({ name: taskName, intervalMs, runsAtStart: true, run: indexAll }, log)
}
