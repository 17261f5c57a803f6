import type { App } from '../app.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import { deleteFile, listOrphans, markForDeletion } from './store.ts'

export type Sweep = {
  now(): Promise<void>
  /** Starts to sweep at an interval. */
  start(): void
  close(): Promise<void>
}

const intervalMs = 30_000
const batchSize = 200
const unusedHours = 24

/**
 * Deletes unused files: those of deleted items and projects, and uploads that were not used within 24 hours. The row is
 * deleted after the object, so that a failed deletion is retried.
 */
export function createSweep({ db, storage, log }: Pick<App, 'db' | 'storage' | 'log'>): Sweep {
  async function sweep(): Promise<void> {
    const orphans = await db.lookup((sql) => listOrphans(sql, storage.bucket, unusedHours, batchSize))
    for (const { id, companyId } of orphans) {
      const key = await db.company(companyId, (sql) => markForDeletion(sql, id, unusedHours))
      if (!key) continue
      await storage.remove(key)
      await db.company(companyId, (sql) => deleteFile(sql, id))
    }
  }

  let task: ScheduledTask | undefined
  return {
    now: () =>
      task?.runNow() ?? sweep().catch((error) => log.warn({ err: error }, 'failed to remove unused files')),
    start() {
      task = scheduleTask({ name: 'file sweep', intervalMs, run: sweep }, log)
    },
    close: async () => task?.close(),
  }
}
