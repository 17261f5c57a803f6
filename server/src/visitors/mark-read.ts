import { staffEvents } from '@aichat/contracts/chat/staff-channel'
import type { App } from '../app.ts'
import { companyRoom } from '../companies/rooms.ts'
import { isId } from '../kit/db/db.ts'
import { type ReadPosition, setReadPosition, type Visitor } from './store.ts'

/** Stores up to which message the visitor has read. Earlier positions and other visitors' conversations are ignored. */
export async function markRead(
  app: Pick<App, 'clock' | 'db' | 'realtime'>,
  visitor: Visitor,
  position: ReadPosition,
): Promise<void> {
  const { companyId } = visitor
  const { sessionId } = position
  if (!isId(sessionId)) return
  const visitorReadAt = new Date(app.clock.now()).toISOString()
  const stored = await app.db.company(companyId, (sql) =>
    setReadPosition(sql, visitor, position, visitorReadAt),
  )
  if (!stored) return
  const { visitorReadSeq, revision } = stored
  const data = { sessionId, patch: { visitorReadSeq, visitorReadAt, revision } }
  app.realtime.publish(companyRoom(companyId), staffEvents, 'session:patched', data)
}
