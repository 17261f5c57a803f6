import type { App } from '../app.ts'
import type { Sweep } from '../files/sweep.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import { visitorRoom } from '../messages/visitor-room.ts'
import { publishRemovedSessions } from './erase.ts'
import {
  listProjectsWithRetention,
  lockExpiredSessions,
  removeExpiredVisitors,
  removeSessions,
} from './store.ts'

export const retentionQueue = 'retention'

export type Retention = {
  /** Handles a job of the queue. */
  handle(data: Record<string, string>): Promise<void>
  /** Schedules the hourly deletion of expired conversations. */
  start(): void
  close(): Promise<void>
}

const intervalMs = 3_600_000
const batchSize = 200
/** Shorter than a job's lease; a follow-up job continues. */
const maxJobMs = 45_000

/** Deletes conversations after the retention period of their project, with one job per project. */
export function createRetention(
  app: Pick<App, 'clock' | 'db' | 'jobs' | 'log' | 'realtime'> & { sweep: Sweep },
): Retention {
  const { db, jobs, log, clock, sweep } = app
  let task: ScheduledTask | undefined
  let isClosed = false

  async function addJobs(): Promise<void> {
    for (const { projectId, companyId } of await db.lookup(listProjectsWithRetention))
      await jobs.add(retentionQueue, projectId, { companyId, projectId })
  }

  return {
    async handle({ companyId = '', projectId = '' }) {
      const until = clock.now() + maxJobMs
      let isMore = true
      while (isMore && !isClosed) {
        if (clock.now() > until) return jobs.add(retentionQueue, projectId, { companyId, projectId })
        const expired = await db.company(companyId, async (sql) => {
          const locked = await lockExpiredSessions(sql, projectId, batchSize)
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
        const visitors = await db.company(companyId, (sql) =>
          removeExpiredVisitors(sql, projectId, batchSize),
        )
        // Open chats must not write into deleted conversations: their clients reconnect and start anew.
        for (const visitorId of [...expired.map((session) => session.visitorId), ...visitors])
          app.realtime.disconnect(visitorRoom(visitorId))
        isMore = expired.length > 0 || visitors.length === batchSize
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
