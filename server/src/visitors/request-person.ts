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

/** The visitor wants a person: what the AI was about to say is not said, and the desk is called, once. */
export async function requestPerson(parts: Dependencies, writer: VisitorConnection): Promise<VisitorSession> {
  const { app, autoReply } = parts
  const { companyId } = writer.visitor
  const current = await findOrCreateConversation(parts, writer, false)
  autoReply.cancel(current.sessionId)
  const stored = await app.db.company(companyId, async (sql) => {
    await clearPendingQuestion(sql, current.sessionId, current.lastSeq)
    return findSession(sql, current.sessionId)
  })
  if (stored?.needsHuman) return current
  const { state } = await postVisitorMessage(parts, writer, {
    from: 'system',
    senderId: writer.visitor.id,
    senderName: null,
    clientId: newId(),
    text: handoverMessages.asked_for_person,
    meta: { kind: 'handover', reason: 'asked_for_person' },
    // The visitor asks, so a conversation that was over goes on.
    effect: { needsHuman: true, reopensSession: true },
  })
  const now = await app.db.company(companyId, (sql) => findSession(sql, state.sessionId))
  if (now) await broadcastSession(app, now)
  return state
}
