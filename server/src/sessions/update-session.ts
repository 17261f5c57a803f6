import { type Session, sessionSentences } from '@aichat/contracts/chat/sessions'
import { staffEvents } from '@aichat/contracts/chat/staff-channel'
import { visitorEvents } from '@aichat/contracts/chat/visitors'
import type { App } from '../app.ts'
import { companyRoom } from '../companies/rooms.ts'
import { isUniqueViolation, type Sql } from '../kit/db/db.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { conversationRoom } from '../messages/visitor-room.ts'
import { addPresence } from './guard.ts'
import type { StoredSession } from './session-fields.ts'
import { findSession, patchState, type SessionPatch } from './store.ts'

type Dependencies = Pick<App, 'presence' | 'realtime'>

/** Updates a conversation and broadcasts the change. */
export async function updateSession(
  app: Dependencies & Pick<App, 'db'>,
  companyId: string,
  sessionId: string,
  patch: SessionPatch,
): Promise<Session> {
  const stored = await app.db.company(companyId, (sql) => patchSession(sql, sessionId, patch))
  return broadcastPatch(app, stored, patch)
}

/** @throws Refusal 409 when the conversation would be the second open one of its visitor */
export async function patchSession(sql: Sql, sessionId: string, patch: SessionPatch): Promise<StoredSession> {
  const [, stored] = await Promise.all([
    patchState(sql, sessionId, patch),
    findSession(sql, sessionId),
  ]).catch((error) => {
    if (isUniqueViolation(error, 'session_states_one_active')) refuse(409, sessionSentences.otherIsOpen)
    throw error
  })
  return stored ?? notFound()
}

/** Broadcasts a changed conversation to the company; what the visitor sees of the change also to the visitor. */
export async function broadcastPatch(
  app: Dependencies,
  stored: StoredSession,
  patch: SessionPatch,
): Promise<Session> {
  const { sessionId } = stored
  const visitorPatch = {
    ...(patch.status ? { status: stored.status } : {}),
    ...(patch.isRead ? { unread: 0 } : {}),
    ...(patch.autoReply === undefined ? {} : { autoReply: stored.autoReplyEnabled }),
    ...(patch.prechatRequested === false ? { prechatRequested: false as const } : {}),
  }
  if (Object.keys(visitorPatch).length > 0) {
    const data = { sessionId, patch: visitorPatch }
    app.realtime.publish(
      conversationRoom(stored.visitorId, sessionId),
      visitorEvents,
      'session:patched',
      data,
    )
  }
  return broadcastSession(app, stored)
}

/** Broadcasts the current session to the company. */
export async function broadcastSession(app: Dependencies, stored: StoredSession): Promise<Session> {
  const [session] = await addPresence(app, [stored])
  if (!session) throw new Error('addPresence must return one session for each stored session')
  app.realtime.publish(companyRoom(session.tenantId), staffEvents, 'session:upsert', { session })
  return session
}
