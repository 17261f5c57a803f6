import type { App } from '../app.ts'
import { indexQuietSessions, listCompaniesToIndex } from './text-store.ts'

export type KeepSearchable = { now(): Promise<void>; close(): Promise<void> | undefined }

const everyMs = 10_000
const mostAtOnce = 200

/**
 * Messages are indexed for the search when their conversation has been quiet for a while: many messages at once, and
 * never on the way of one that is being sent. Until then a search reads the messages themselves.
 */
export function startKeepingSearchable(
  { db, log }: Pick<App, 'db' | 'log'>,
  quietSeconds = 30,
): KeepSearchable {
  let isClosed = false
  let running: Promise<void> | null = null

  async function catchUp(): Promise<void> {
    for (const companyId of await db.lookup(listCompaniesToIndex)) {
      for (let done = mostAtOnce; done === mostAtOnce && !isClosed; ) {
        done = await db.company(companyId, (sql) =>
          indexQuietSessions(sql, companyId, { quietSeconds, most: mostAtOnce }),
        )
      }
    }
  }

  const now = () => {
    running ??= catchUp()
      .catch((error) => log.warn({ err: error }, 'messages were not made ready for the search'))
      .finally(() => {
        running = null
      })
    return running
  }
  const timer = setInterval(now, everyMs)
  timer.unref()
  void now()
  return {
    now,
    close() {
      isClosed = true
      clearInterval(timer)
      return running ?? undefined
    },
  }
}
