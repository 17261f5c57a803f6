import { type Session, sessionSentences } from '@aichat/contracts/sessions'
import { staffEvents } from '@aichat/contracts/staff-channel'
import { visitorEvents } from '@aichat/contracts/visitors'
import type { App } from '../app.ts'
import { isUniqueViolation } from '../kit/db/db.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { companyRoom, visitorRoom } from '../kit/realtime/rooms.ts'
import { addPresence } from './guard.ts'
import { findSession, patchState, type SessionPatch, type StoredSession } from './store.ts'

type Dependencies = Pick<App, 'db' | 'presence' | 'realtime'>

/** Changes a conversation, then tells the company what it is now, and the visitor when it ended, went on or was read. */
export async function updateSession(
  app: Dependencies,
  companyId: string,
  sessionId: string,
  patch: SessionPatch,
): Promise<Session> {
  const stored = await app.db
    .company(companyId, async (sql) => {
      const [, patched] = await Promise.all([patchState(sql, sessionId, patch), findSession(sql, sessionId)])
      return patched ?? notFound()
    })
    .catch((error) => {
      if (isUniqueViolation(error, 'session_states_one_active')) refuse(409, sessionSentences.otherIsOpen)
      throw error
    })
  const forVisitor = {
    ...(patch.status ? { status: stored.status } : {}),
    ...(patch.isRead ? { unread: 0 } : {}),
  }
  if (Object.keys(forVisitor).length > 0) {
    const data = { sessionId, patch: forVisitor }
    app.realtime.publish(visitorRoom(stored.visitorId), visitorEvents, 'session:patched', data)
  }
  return broadcastSession(app, stored)
}

/** Tells the company what a conversation is now. */
export async function broadcastSession(app: Dependencies, stored: StoredSession): Promise<Session> {
  const [session] = await addPresence(app, [stored])
  if (!session) throw new Error('One stored session is one session')
  app.realtime.publish(companyRoom(session.tenantId), staffEvents, 'session:upsert', { session })
  return session
}
