import { staffEvents } from '@aichat/contracts/chat/staff-channel'
import type { App } from '../app.ts'
import { companyRoom } from '../companies/rooms.ts'
import { countFindings, type Scope } from './store.ts'

/** Publishes the number of open findings to the company's staff. */
export async function broadcastFindings(
  { db, realtime }: Pick<App, 'db' | 'realtime'>,
  { companyId, projectId }: Scope,
): Promise<void> {
  const { counts } = await db.company(companyId, (sql) => countFindings(sql, projectId))
  const { dismissed: _, ...open } = counts
  const openCount = Object.values(open).reduce((sum, count) => sum + count, 0)
  realtime.publish(companyRoom(companyId), staffEvents, 'findings:updated', { projectId, openCount })
}
