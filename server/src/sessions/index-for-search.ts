import type { App } from '../app.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import { indexQuietSessions, listCompaniesToIndex } from './search-index-store.ts'

const intervalMs = 10_000
const batchSize = 200

/**
 * Indexes the messages of conversations that have been quiet for a while, in batches and not while sending, so that
 * sending stays fast. Until then a search reads the messages themselves.
 */
export function startSearchIndexing({ db, log }: Pick<App, 'db' | 'log'>, quietSeconds = 30): ScheduledTask {
  async function indexAll(signal: AbortSignal): Promise<void> {
    for (const companyId of await db.lookup(listCompaniesToIndex)) {
      for (let done = batchSize; done === batchSize && !signal.aborted; ) {
        done = await db.company(companyId, (sql) =>
          indexQuietSessions(sql, companyId, { quietSeconds, limit: batchSize }),
        )
      }
    }
  }

  return scheduleTask({ name: 'search index', intervalMs, runsAtStart: true, run: indexAll }, log)
}
