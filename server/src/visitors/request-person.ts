import type { VisitorSession } from '@aichat/contracts/visitors'
import type { App } from '../app.ts'
import { newId } from '../kit/db/ids.ts'
import type { AutoReply } from '../sessions/auto-reply.ts'
import { handoverMessages } from '../sessions/handover-messages.ts'
import type { Post } from '../sessions/post.ts'
import { clearPendingQuestion } from '../sessions/reply-store.ts'
import { findSession } from '../sessions/store.ts'
import { broadcastSession } from '../sessions/update-session.ts'
import { findOrCreateConversation, postVisitorMessage, type VisitorConnection } from './conversation.ts'

type Dependencies = { app: App; post: Post; autoReply: AutoReply }

/** Cancels a pending reply of the AI and marks the conversation as needing a person, once. */
export async function requestPerson(
  dependencies: Dependencies,
  connection: VisitorConnection,
): Promise<VisitorSession> {
  const { app, autoReply } = dependencies
  const { companyId } = connection.visitor
  const current = await findOrCreateConversation(dependencies, connection, false)
  const stored = await app.db.company(companyId, async (sql) => {
    await clearPendingQuestion(sql, current.sessionId, current.lastSeq)
    return findSession(sql, current.sessionId)
  })
  autoReply.cancel(current.sessionId, current.lastSeq)
  if (stored?.needsHuman) return current
  const { state } = await postVisitorMessage(dependencies, connection, {
    from: 'system',
    senderId: connection.visitor.id,
    senderName: null,
    clientId: newId(),
    text: handoverMessages.asked_for_person,
    meta: { kind: 'handover', reason: 'asked_for_person' },
    // The visitor's request reopens a closed conversation.
    effect: { needsHuman: true, isHandover: true, reopensSession: true },
  })
  const updated = await app.db.company(companyId, (sql) => findSession(sql, state.sessionId))
  if (updated) await broadcastSession(app, updated)
  return state
}
