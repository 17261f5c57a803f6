import type { Db, Sql } from '../db/db.ts'
import type { Log } from '../observability/log.ts'
import type { Clock } from '../process/clock.ts'
import { type ScheduledTask, scheduleTask } from '../process/scheduler.ts'
import type { Jobs } from './jobs.ts'

export const deletionQueue = 'deletions'

/** How records of one kind are deleted: their guard hides a record that is marked, and its rows are removed in batches. */
export type Deletion = {
  /** In the lookup role: the marked records of any company. */
  listMarked(sql: Sql): Promise<{ id: string; companyId: string }[]>
  /** Repeated before the request is answered, however long it takes. Returns whether nothing is left to do. */
  prepareBatch?(companyId: string, id: string): Promise<boolean>
  /** Returns whether the record and everything that belongs to it is removed. */
  removeBatch(companyId: string, id: string): Promise<boolean>
}

export type Deletions<Kind extends string> = {
  /** Removes a record that is marked for deletion. What takes longer than a moment is left to a job. */
  begin(kind: Kind, companyId: string, id: string): Promise<void>
  /** Handles a job of the queue. */
  handle(data: Record<string, string>): Promise<void>
  /** Schedules jobs for deletions that an ended process has left unfinished. */
  start(): void
  close(): Promise<void>
}

type Dependencies = { db: Db; jobs: Jobs; log: Log; clock: Clock }

const intervalMs = 60_000
const maxRequestMs = 500
/** Shorter than a job's lease; a follow-up job continues. */
const maxJobMs = 45_000

/** Removes large parents in batches: one statement would exceed the time limit, and hold locks meanwhile. */
export function createDeletions<Kind extends string>(
  { db, jobs, log, clock }: Dependencies,
  deletions: Record<Kind, Deletion>,
): Deletions<Kind> {
  let task: ScheduledTask | undefined
  let isClosed = false

  const addJob = (kind: Kind, companyId: string, id: string) =>
    jobs.add(deletionQueue, id, { kind, companyId, id })

  /** Returns whether nothing is left. */
  async function removeFor(maxMs: number, kind: Kind, companyId: string, id: string): Promise<boolean> {
    const until = clock.now() + maxMs
    for (let isDone = false; !isDone; ) {
      if (isClosed || clock.now() > until) return false
      isDone = await deletions[kind].removeBatch(companyId, id)
    }
    return true
  }

  async function prepare(kind: Kind, companyId: string, id: string): Promise<void> {
    const { prepareBatch } = deletions[kind]
    for (let isDone = !prepareBatch; !isDone && !isClosed; )
      isDone = (await prepareBatch?.(companyId, id)) ?? true
  }

  return {
    async begin(kind, companyId, id) {
      try {
        await prepare(kind, companyId, id)
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
        for (const [kind, { listMarked }] of Object.entries<Deletion>(deletions))
          for (const { id, companyId } of await db.lookup(listMarked))
            await addJob(kind as Kind, companyId, id)
      }
      task = scheduleTask({ name: 'deletions', intervalMs, runsAtStart: true, run }, log)
    },
    async close() {
      isClosed = true
      await task?.close()
    },
  }
}
