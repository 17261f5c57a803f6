import { staffEvents } from '@aichat/contracts/chat/staff-channel'
import { companyRoom } from '../companies/rooms.ts'
import { isId } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { notFound } from '../kit/http/refusal.ts'
import { type ConversationDependencies, postAndBroadcast, type VisitorConnection } from './conversation.ts'
import { findCurrentSession, findSessionOfMessage, rateMessage, rateSession } from './store.ts'
import { broadcastVisitor } from './update-visitor.ts'

type Feedback = { messageId?: string | null; rating: number; comment?: string | null; clientId?: string }

/**
 * Stores a rating of one message, or of the whole conversation, which is also posted as a system message. Ratings with the
 * same `clientId` are one rating.
 */
export async function saveFeedback(
  app: ConversationDependencies,
  connection: VisitorConnection,
  { messageId, rating, comment, clientId = newId() }: Feedback,
): Promise<void> {
  const { visitor } = connection
  const feedback = { rating, comment: comment ?? '' }
  const session = await app.db.company(visitor.companyId, async (sql) => {
    if (await findSessionOfMessage(sql, visitor, 'system', clientId)) return null
    const current = await findCurrentSession(sql, visitor)
    if (!current || current.lastSeq === 0) return notFound()
    if (!messageId) await rateSession(sql, current.sessionId, feedback)
    else if (!isId(messageId) || !(await rateMessage(sql, current.sessionId, messageId, feedback))) notFound()
    return current
  })
  if (!session) return
  if (messageId) {
    const { sessionId } = session
    const data = { sessionId, messageId, feedback }
    app.realtime.publish(companyRoom(visitor.companyId), staffEvents, 'message:rated', data)
    return
  }
  await postAndBroadcast(app, connection, session, {
    from: 'system',
    senderId: visitor.id,
    senderName: null,
    clientId,
    text: `Rated ${rating} of 5${feedback.comment && `: ${feedback.comment}`}`,
    meta: { kind: 'feedback', feedback },
    effect: { keepsStatus: true },
  })
  await broadcastVisitor(app, visitor)
}
