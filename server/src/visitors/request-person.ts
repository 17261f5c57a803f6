import type { VisitorSession } from '@aichat/contracts/chat/visitors'
import type { AutoReply } from '../auto-reply/auto-reply.ts'
import { formatHandover, isTeamOnline } from '../auto-reply/notices.ts'
import { readLanguage } from '../auto-reply/pending-question.ts'
import { newId } from '../kit/db/ids.ts'
import { ReplyOutdated } from '../messages/post.ts'
import { findSession } from '../sessions/store.ts'
import { broadcastSession, updateSession } from '../sessions/update-session.ts'
import {
  type ConversationDependencies,
  findOrCreateConversation,
  postVisitorMessage,
  type VisitorConnection,
} from './conversation.ts'

type Dependencies = ConversationDependencies & { autoReply: AutoReply }

/**
 * Cancels a pending reply of the AI and marks the conversation as needing a person, once. While an agent is active, the
 * visitor gets no hand-over.
 */
export async function requestPerson(
  app: Dependencies,
  connection: VisitorConnection,
): Promise<VisitorSession> {
  const { autoReply } = app
  const { companyId, id: visitorId } = connection.visitor
  const current = await findOrCreateConversation(app, connection, false)
  const { sessionId } = current
  const language = await app.db.company(companyId, (sql) => readLanguage(sql, { sessionId, visitorId }))
  const context = { language, isTeamOnline: await isTeamOnline(app, companyId) }
  try {
    const { state, message } = await postVisitorMessage(app, connection, {
      from: 'system',
      senderId: visitorId,
      senderName: null,
      clientId: newId(),
      text: formatHandover('asked_for_person', context),
      meta: { kind: 'handover', reason: 'asked_for_person', language },
      // The visitor's request reopens a closed conversation.
      effect: { notice: 'requested_handover', endsPending: true, reopensSession: true },
    })
    autoReply.cancel(state.sessionId, message.seq)
    const updated = await app.db.company(companyId, (sql) => findSession(sql, state.sessionId))
    if (updated) await broadcastSession(app, updated)
    return state
  } catch (error) {
    if (!(error instanceof ReplyOutdated)) throw error
    // The team has been asked already, or an agent is active. The request reopens a closed conversation without a message.
    await updateSession(app, companyId, sessionId, {
      needsHuman: true,
      ...(current.status === 'closed' ? { status: 'active' as const } : {}),
    })
    return { ...current, status: 'active' }
  }
}
