import type { App } from '../app.ts'
import type { Sweep } from '../files/sweep.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import { visitorRoom } from '../kit/realtime/rooms.ts'
import { publishRemovedSessions } from './erase.ts'
import {
  listProjectsWithRetention,
  lockExpiredSessions,
  removeExpiredVisitors,
  removeSessions,
} from './store.ts'

export const retentionQueue = 'retention'

export type Retention = {
  /** The handler of the queue's jobs. */
  handle(data: Record<string, string>): Promise<void>
  /** Starts to look for expired conversations every hour. */
  start(): void
  close(): Promise<void>
}

const intervalMs = 3_600_000
const mostAtOnce = 200
/** Below a job's lease; what is left is taken up by the next job. */
const mostPerJobMs = 45_000

/** Removes conversations that are over once their project's time is up. A job per project: one process does it. */
export function createRetention({ app, sweep }: { app: App; sweep: Sweep }): Retention {
  const { db, jobs, log, clock } = app
  let task: ScheduledTask | undefined
  let isClosed = false

  async function addJobs(): Promise<void> {
    for (const { projectId, companyId } of await db.lookup(listProjectsWithRetention))
      await jobs.add(retentionQueue, projectId, { companyId, projectId })
  }

  return {
    async handle({ companyId = '', projectId = '' }) {
      const until = clock.now() + mostPerJobMs
      let isMore = true
      while (isMore && !isClosed) {
        if (clock.now() > until) return jobs.add(retentionQueue, projectId, { companyId, projectId })
        const expired = await db.company(companyId, async (sql) => {
          const locked = await lockExpiredSessions(sql, projectId, mostAtOnce)
          await removeSessions(
            sql,
            locked.map(({ id }) => id),
          )
          return locked
        })
        publishRemovedSessions(
          app,
          companyId,
          expired.map(({ id }) => id),
        )
        // A page that is still open must not go on writing into what is gone: it comes back and finds none.
        for (const { visitorId } of expired) app.realtime.disconnect(visitorRoom(visitorId))
        const visitors = await db.company(companyId, (sql) =>
          removeExpiredVisitors(sql, projectId, mostAtOnce),
        )
        isMore = expired.length === mostAtOnce || visitors === mostAtOnce
      }
      await sweep.now()
    },
    start() {
      task = scheduleTask({ name: 'retention', intervalMs, runsAtStart: true, run: addJobs }, log)
    },
    async close() {
      isClosed = true
      await task?.close()
    },
  }
}
