import type { App } from '../app.ts'
import { leaseSeconds } from '../kit/jobs/jobs.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import { enqueueEmbedding } from './embed-item.ts'
import { embedQueue } from './embedding-runs.ts'
import { listDueItems } from './store.ts'

const intervalMs = 30_000
const mostAtOnce = 100

/**
 * Fetches pages whose time has come, and takes up runs that ended without a word.
 * `isAlone`: no other process works on the same database, so what was under way when this one started is nobody's.
 */
export function startKeepingFresh(
  app: Pick<App, 'db' | 'jobs' | 'realtime' | 'log'>,
  isAlone: boolean,
): ScheduledTask {
  async function look(silentSeconds: number): Promise<void> {
    const items = await app.db.lookup((sql) => listDueItems(sql, silentSeconds, mostAtOnce))
    for (const { id, companyId, projectId, isDue } of items) {
      if (isDue) await enqueueEmbedding(app, { companyId, projectId }, { id, status: 'embedded' })
      else await app.jobs.add(embedQueue, id, { companyId, projectId, itemId: id })
    }
  }
  const defaultSilentSeconds = leaseSeconds + 15
  let nextSilentSeconds = isAlone ? 0 : defaultSilentSeconds
  const run = () => {
    const silentSeconds = nextSilentSeconds
    nextSilentSeconds = defaultSilentSeconds
    return look(silentSeconds)
  }
  return scheduleTask({ name: 'knowledge refresh', intervalMs, runsAtStart: true, run }, app.log)
}
