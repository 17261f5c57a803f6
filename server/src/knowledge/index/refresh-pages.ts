import type { App } from '../../app.ts'
import { leaseSeconds } from '../../kit/jobs/jobs.ts'
import { forEachItem } from '../../kit/process/each-item.ts'
import { type ScheduledTask, scheduleTask } from '../../kit/process/scheduler.ts'
import { type DueItem, listDueItems } from '../store.ts'
import { enqueueEmbedding } from './embed-item.ts'
import { embedQueue } from './embedding-runs.ts'

const taskName = 'knowledge refresh'
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
  async function enqueueDueItems(staleSeconds: number, signal: AbortSignal): Promise<void> {
    const items = await app.db.lookup((sql) => listDueItems(sql, staleSeconds, maxItems))
    await forEachItem(items, enqueue, { task: taskName, log: app.log, signal })
  }

  async function enqueue({ id, companyId, projectId, isDue }: DueItem): Promise<void> {
    if (isDue) await enqueueEmbedding(app, { companyId, projectId }, { id, status: 'embedded' })
    else await app.jobs.add(embedQueue, id, { companyId, projectId, itemId: id })
  }

  const defaultStaleSeconds = leaseSeconds + 15
  let nextStaleSeconds = isSingleProcess ? 0 : defaultStaleSeconds
  const run = (signal: AbortSignal) => {
    const staleSeconds = nextStaleSeconds
    nextStaleSeconds = defaultStaleSeconds
    return enqueueDueItems(staleSeconds, signal)
  }
  return scheduleTask({ name: taskName, intervalMs, runsAtStart: true, run }, app.log)
}
