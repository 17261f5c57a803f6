import type { App } from '../app.ts'
import { deleteFile, listOrphans, markForDeletion } from './store.ts'

export type Sweep = {
  now(): Promise<void>
  /** From now on by itself. */
  follow(): void
  close(): void
}

const everyMs = 30_000
const mostAtOnce = 200
const unusedHours = 24

/**
 * Removes from the storage what belongs to nothing any more: files of removed items and projects, and uploads that
 * nobody added within a day. The row goes last, so that what could not be removed is tried again.
 */
export function createSweep({ db, storage, log }: Pick<App, 'db' | 'storage' | 'log'>): Sweep {
  let running: Promise<void> | null = null

  async function sweep(): Promise<void> {
    const orphans = await db.lookup((sql) => listOrphans(sql, storage.bucket, unusedHours, mostAtOnce))
    for (const { id, companyId } of orphans) {
      const key = await db.company(companyId, (sql) => markForDeletion(sql, id, unusedHours))
      if (!key) continue
      await storage.remove(key)
      await db.company(companyId, (sql) => deleteFile(sql, id))
    }
  }

  const now = () => {
    running ??= sweep()
      .catch((error) => log.warn({ err: error }, 'files that belong to nothing were not removed'))
      .finally(() => {
        running = null
      })
    return running
  }
  let timer: NodeJS.Timeout | undefined
  return {
    now,
    follow() {
      timer = setInterval(now, everyMs)
      timer.unref()
    },
    close: () => clearInterval(timer),
  }
}
