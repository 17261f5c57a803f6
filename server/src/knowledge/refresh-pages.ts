import type { App } from '../app.ts'
import { leaseSeconds } from '../kit/jobs/jobs.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import { enqueueEmbedding } from './embed-item.ts'
import { embedQueue } from './embedding-runs.ts'
import { listDueItems } from './store.ts'

const intervalMs = 30_000
const maxItems = 100

/**
 * Refreshes pages that are due, and restarts runs that have made no progress.
 * `isSingleProcess`: no other process uses the same database, so runs found at the start have been interrupted.
 */
export function startPageRefresh(
  app: Pick<App, 'db' | 'jobs' | 'realtime' | 'log'>,
  isSingleProcess: boolean,
): ScheduledTask {
  async function enqueueDueItems(staleSeconds: number): Promise<void> {
    const items = await app.db.lookup((sql) => listDueItems(sql, staleSeconds, maxItems))
    for (const { id, companyId, projectId, isDue } of items) {
      if (isDue) await enqueueEmbedding(app, { companyId, projectId }, { id, status: 'embedded' })
      else await app.jobs.add(embedQueue, id, { companyId, projectId, itemId: id })
    }
  }
  const defaultStaleSeconds = leaseSeconds + 15
  let nextStaleSeconds = isSingleProcess ? 0 : defaultStaleSeconds
  const run = () => {
    const staleSeconds = nextStaleSeconds
    nextStaleSeconds = defaultStaleSeconds
    return enqueueDueItems(staleSeconds)
  }
  return scheduleTask({ name: 'knowledge refresh', intervalMs, runsAtStart: true, run }, app.log)
}
