import type { App } from '../app.ts'
import { forEachItem } from '../kit/process/each-item.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import { deleteFile, listOrphans, markForDeletion, type Orphan, postponeRemoval } from './store.ts'
import { unusedHours } from './upload-limits.ts'

export type Sweep = {
  now(): Promise<void>
  /** Starts to sweep at an interval. */
  start(): void
  close(): Promise<void>
}

const taskName = 'file sweep'
const intervalMs = 30_000
const batchSize = 200

/**
 * Deletes unused files: those of deleted items and projects, and uploads that were not used within 24 hours. The row is
 * deleted after the object, so that a failed deletion is retried.
 */
export function createSweep(app: Pick<App, 'db' | 'storage' | 'metrics' | 'log'>): Sweep {
  const { db, storage, metrics, log } = app
  const countFailure = metrics.addCounter(
    'aichat_file_removals_failed_total',
    'Failed attempts to remove the object of a deleted file',
  )

  async function sweep(signal?: AbortSignal): Promise<void> {
    const orphans = await db.lookup((sql) => listOrphans(sql, storage.bucket, unusedHours, batchSize))
    await forEachItem(orphans, (orphan) => removeOrphan(app, orphan, countFailure), {
      task: taskName,
      log,
      signal,
    })
  }

  let task: ScheduledTask | undefined
  return {
    now: () =>
      task?.runNow() ?? sweep().catch((error) => log.warn({ err: error }, 'failed to remove unused files')),
    start() {
      task = scheduleTask({ name: taskName, intervalMs, run: sweep }, log)
    },
    close: async () => task?.close(),
  }
}

/** An object that cannot be removed is tried again later, so that it does not delay the others at each run. */
async function removeOrphan(
  { db, storage, log }: Pick<App, 'db' | 'storage' | 'log'>,
  { id, companyId }: Orphan,
  countFailure: () => void,
): Promise<void> {
  const key = await db.company(companyId, (sql) => markForDeletion(sql, id, unusedHours))
  if (!key) return
  try {
    await storage.remove(key)
  } catch (error) {
    const postponed = await db.company(companyId, (sql) => postponeRemoval(sql, id))
    countFailure()
    log.error({ err: error, fileId: id, companyId, ...postponed }, 'failed to remove a file')
    return
  }
  await db.company(companyId, (sql) => deleteFile(sql, id))
}
