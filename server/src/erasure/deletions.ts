import type { App } from '../app.ts'
import type { Sweep } from '../files/sweep.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import { visitorRoom } from '../kit/realtime/rooms.ts'
import { listLabelsToDelete, removeLabelBatch } from '../labels/store.ts'
import { listProjectsToDelete } from '../projects/store.ts'
import { listSourcesToDelete, removeSourceBatch, takeDownSourceBatch } from '../sources/store.ts'
import { publishRemovedSessions } from './erase.ts'
import {
  lockProjectSessions,
  lockProjectVisitors,
  removeProjectRows,
  removeSessions,
  removeVisitors,
} from './store.ts'

export const deletionQueue = 'deletions'

type Kind = 'project' | 'label' | 'source'

export type Deletions = {
  /** Removes a project, label or source that is marked for deletion. What takes longer than a moment is left to a job. */
  begin(kind: Kind, companyId: string, id: string): Promise<void>
  /** Handles a job of the queue. */
  handle(data: Record<string, string>): Promise<void>
  /** Schedules jobs for deletions that an ended process has left unfinished. */
  start(): void
  close(): Promise<void>
}

const intervalMs = 60_000
const batchSize = 100
/** Items whose chunks are taken out of the word counts in one statement. */
const maxTakenDownPerBatch = 200
const maxRequestMs = 500
/** Shorter than a job's lease; a follow-up job continues. */
const maxJobMs = 45_000

/** Removes large parents in batches: one statement would exceed the time limit, and hold locks meanwhile. */
export function createDeletions({ app, sweep }: { app: App; sweep: Sweep }): Deletions {
  const { db, jobs, log, clock } = app
  let task: ScheduledTask | undefined
  let isClosed = false

  const addJob = (kind: Kind, companyId: string, id: string) =>
    jobs.add(deletionQueue, id, { kind, companyId, id })

  /** Returns whether nothing is left. */
  async function removeFor(maxMs: number, kind: Kind, companyId: string, id: string): Promise<boolean> {
    const until = clock.now() + maxMs
    const removeBatch = removals[kind]
    for (let isDone = false; !isDone; ) {
      if (isClosed || clock.now() > until) return false
      isDone = await removeBatch(app, companyId, id)
    }
    if (kind !== 'label') await sweep.now()
    return true
  }

  /** A person who deletes a source expects that no answer uses it from then on, however long its deletion takes. */
  async function takeDownSource(companyId: string, id: string): Promise<void> {
    for (let isDone = false; !isDone && !isClosed; )
      isDone = await db.company(companyId, (sql) => takeDownSourceBatch(sql, id, maxTakenDownPerBatch))
  }

  return {
    async begin(kind, companyId, id) {
      try {
        if (kind === 'source') await takeDownSource(companyId, id)
        if (!(await removeFor(maxRequestMs, kind, companyId, id))) await addJob(kind, companyId, id)
      } catch (error) {
        // The scheduled task finds it again.
        log.warn({ err: error, kind }, 'failed to begin a deletion')
      }
    },
    async handle({ kind, companyId = '', id = '' }) {
      const isDone = await removeFor(maxJobMs, kind as Kind, companyId, id)
      if (!isDone && !isClosed) await addJob(kind as Kind, companyId, id)
    },
    start() {
      const run = async () => {
        for (const { id, companyId } of await db.lookup(listProjectsToDelete))
          await addJob('project', companyId, id)
        for (const { id, companyId } of await db.lookup(listLabelsToDelete))
          await addJob('label', companyId, id)
        for (const { id, companyId } of await db.lookup(listSourcesToDelete))
          await addJob('source', companyId, id)
      }
      task = scheduleTask({ name: 'deletions', intervalMs, runsAtStart: true, run }, log)
    },
    async close() {
      isClosed = true
      await task?.close()
    },
  }
}

/** Each removes a batch, and returns whether nothing is left. */
const removals = {
  project: removeProjectBatch,
  label: removeBatchOfLabel,
  source: ({ db }: Pick<App, 'db'>, companyId: string, id: string) =>
    db.company(companyId, (sql) => removeSourceBatch(sql, id, batchSize)),
}

function removeBatchOfLabel({ db }: Pick<App, 'db'>, companyId: string, id: string): Promise<boolean> {
  return db.company(companyId, (sql) => removeLabelBatch(sql, id, batchSize))
}

/** Removes conversations first, then visitors, other rows and the project. Returns whether the project is removed. */
async function removeProjectBatch(
  app: Pick<App, 'db' | 'realtime'>,
  companyId: string,
  projectId: string,
): Promise<boolean> {
  const removed = await app.db.company(companyId, async (sql) => {
    const sessions = await lockProjectSessions(sql, projectId, batchSize)
    const sessionIds = sessions.map(({ id }) => id)
    await removeSessions(sql, sessionIds)
    return { sessionIds, visitorIds: sessions.map(({ visitorId }) => visitorId) }
  })
  publishRemovedSessions(app, companyId, removed.sessionIds)
  for (const visitorId of removed.visitorIds) app.realtime.disconnect(visitorRoom(visitorId))
  if (removed.sessionIds.length > 0) return false

  const visitorIds = await app.db.company(companyId, async (sql) => {
    const locked = await lockProjectVisitors(sql, projectId, batchSize)
    await removeVisitors(sql, locked)
    return locked
  })
  for (const visitorId of visitorIds) app.realtime.disconnect(visitorRoom(visitorId))
  if (visitorIds.length === batchSize) return false
  return app.db.company(companyId, (sql) => removeProjectRows(sql, projectId, batchSize))
}
