import type { App } from '../app.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import { indexQuietSessions, listCompaniesToIndex } from './text-store.ts'

const intervalMs = 10_000
const mostAtOnce = 200

/**
 * Messages are indexed for the search when their conversation has been quiet for a while: many messages at once, and
 * never on the way of one that is being sent. Until then a search reads the messages themselves.
 */
export function startKeepingSearchable(
  { db, log }: Pick<App, 'db' | 'log'>,
  quietSeconds = 30,
): ScheduledTask {
  async function indexAll(signal: AbortSignal): Promise<void> {
    for (const companyId of await db.lookup(listCompaniesToIndex)) {
      for (let done = mostAtOnce; done === mostAtOnce && !signal.aborted; ) {
        done = await db.company(companyId, (sql) =>
          indexQuietSessions(sql, companyId, { quietSeconds, limit: mostAtOnce }),
        )
      }
    }
  }

  return scheduleTask({ name: 'search index', intervalMs, runsAtStart: true, run: indexAll }, log)
}
