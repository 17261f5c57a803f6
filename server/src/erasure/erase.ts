import { staffEvents } from '@aichat/contracts/chat/staff-channel'
import type { Erased } from '@aichat/contracts/company/erasure'
import type { App } from '../app.ts'
import { recordAuditEvent } from '../audit/store.ts'
import type { AutoReply } from '../auto-reply/auto-reply.ts'
import { companyRoom } from '../companies/rooms.ts'
import { getCompany } from '../companies/store.ts'
import type { Sweep } from '../files/sweep.ts'
import type { Sql } from '../kit/db/db.ts'
import type { Actor } from '../kit/http/caller.ts'
import { visitorRoom } from '../messages/visitor-room.ts'
import { lockVisitorSessions, removeSessions, removeVisitors } from './store.ts'

type Dependencies = Pick<App, 'db' | 'realtime'> & { sweep: Sweep; autoReply: AutoReply }

/** One address may belong to very many visitors, which one statement could not delete within the time limit. */
const maxVisitorsPerBatch = 100

/** `find` returns at most `limit` visitors that have not been deleted. */
type FindVisitors = (sql: Sql, limit: number) => Promise<string[]>

/**
 * Deletes visitors with their conversations, files and pending webhook events. Only audit log events without names remain.
 * Open chats are disconnected, and consoles are notified.
 */
export async function eraseVisitors(
  dependencies: Dependencies,
  actor: Actor,
  find: FindVisitors,
): Promise<Erased> {
  const erased = { visitors: 0, conversations: 0 }
  for (let isMore = true; isMore; ) {
    const batch = await eraseBatch(dependencies, actor, find)
    erased.visitors += batch.visitors
    erased.conversations += batch.conversations
    isMore = batch.visitors === maxVisitorsPerBatch
  }
  await dependencies.sweep.now()
  return erased
}

async function eraseBatch(app: Dependencies, actor: Actor, find: FindVisitors): Promise<Erased> {
  const { companyId } = actor
  const { visitorIds, sessionIds } = await app.db.company(companyId, async (sql) => {
    const visitorIds = await find(sql, maxVisitorsPerBatch)
    if (visitorIds.length === 0) return { visitorIds, sessionIds: [] }
    const sessionIds = await lockVisitorSessions(sql, visitorIds)
    await removeSessions(sql, sessionIds)
    await removeVisitors(sql, visitorIds)
    const { id, name } = await getCompany(sql)
    const subject = { kind: 'company' as const, id, name, field: 'visitors', to: String(visitorIds.length) }
    await recordAuditEvent(sql, actor, 'visitors_erased', subject)
    return { visitorIds, sessionIds }
  })
  for (const sessionId of sessionIds) app.autoReply.cancel(sessionId, Number.MAX_SAFE_INTEGER)
  for (const visitorId of visitorIds) app.realtime.disconnect(visitorRoom(visitorId))
  publishRemovedSessions(app, companyId, sessionIds)
  return { visitors: visitorIds.length, conversations: sessionIds.length }
}

export function publishRemovedSessions(
  { realtime }: Pick<App, 'realtime'>,
  companyId: string,
  sessionIds: string[],
): void {
  if (sessionIds.length > 0)
    realtime.publish(companyRoom(companyId), staffEvents, 'sessions:removed', { sessionIds })
}
