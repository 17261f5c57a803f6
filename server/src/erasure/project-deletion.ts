import type { App } from '../app.ts'
import type { Sweep } from '../files/sweep.ts'
import type { Deletion } from '../kit/jobs/deletions.ts'
import { visitorRoom } from '../messages/visitor-room.ts'
import { listProjectsToDelete } from '../projects/store.ts'
import { publishRemovedSessions } from './erase.ts'
import {
  lockProjectSessions,
  lockProjectVisitors,
  removeProjectRows,
  removeSessions,
  removeVisitors,
} from './store.ts'

type Dependencies = Pick<App, 'db' | 'realtime'> & { sweep: Sweep }

const batchSize = 100

export function projectDeletion(app: Dependencies): Deletion {
  return {
    listMarked: listProjectsToDelete,
    async removeBatch(companyId, projectId) {
      const isRemoved = await removeProjectBatch(app, companyId, projectId)
      if (isRemoved) await app.sweep.now()
      return isRemoved
    },
  }
}

/** Removes conversations first, then visitors, other rows and the project. Returns whether the project is removed. */
async function removeProjectBatch(
  { db, realtime }: Pick<App, 'db' | 'realtime'>,
  companyId: string,
  projectId: string,
): Promise<boolean> {
  const removed = await db.company(companyId, async (sql) => {
    const sessions = await lockProjectSessions(sql, projectId, batchSize)
    const sessionIds = sessions.map(({ id }) => id)
    await removeSessions(sql, sessionIds)
    return { sessionIds, visitorIds: sessions.map(({ visitorId }) => visitorId) }
  })
  publishRemovedSessions({ realtime }, companyId, removed.sessionIds)
  for (const visitorId of removed.visitorIds) realtime.disconnect(visitorRoom(visitorId))
  if (removed.sessionIds.length > 0) return false

  const visitorIds = await db.company(companyId, async (sql) => {
    const locked = await lockProjectVisitors(sql, projectId, batchSize)
    await removeVisitors(sql, locked)
    return locked
  })
  for (const visitorId of visitorIds) realtime.disconnect(visitorRoom(visitorId))
  if (visitorIds.length === batchSize) return false
  return db.company(companyId, (sql) => removeProjectRows(sql, projectId, batchSize))
}
