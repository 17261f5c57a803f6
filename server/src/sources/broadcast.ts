import { staffEvents } from '@aichat/contracts/chat/staff-channel'
import type { App } from '../app.ts'
import { companyRoom } from '../companies/rooms.ts'
import { findRun } from './run-store.ts'

/** Publishes the progress of a run to the company's staff. */
export async function broadcastRun(
  { db, realtime }: Pick<App, 'db' | 'realtime'>,
  scope: { companyId: string; projectId: string; sourceId: string; runId: string },
): Promise<void> {
  const { companyId, projectId, sourceId, runId } = scope
  const run = await db.company(companyId, (sql) => findRun(sql, projectId, sourceId, runId))
  if (run)
    realtime.publish(companyRoom(companyId), staffEvents, 'source:updated', { projectId, sourceId, run })
}
