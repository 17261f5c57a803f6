import { sessionSentences } from '@aichat/contracts/chat/sessions'
import { visitorEvents } from '@aichat/contracts/chat/visitors'
import type { App } from '../app.ts'
import { newId } from '../kit/db/ids.ts'
import type { Caller } from '../kit/http/caller.ts'
import { refuse } from '../kit/http/refusal.ts'
import type { Post } from '../messages/post.ts'
import { conversationRoom } from '../messages/visitor-room.ts'
import type { StoredSession } from '../sessions/session-fields.ts'
import * as sessions from '../sessions/store.ts'

/** Asks the visitor for the pre-chat form, with one system message for agents while the form is open. */
export async function requestForm(
  app: Pick<App, 'db' | 'realtime'> & { post: Post },
  { companyId, userId }: Caller,
  { sessionId, status, visitorId }: StoredSession,
): Promise<void> {
  if (status !== 'active') refuse(409, sessionSentences.closed)
  const isNew = await app.db.company(companyId, (sql) => sessions.requestForm(sql, sessionId))
  if (isNew)
    await app.post(companyId, {
      sessionId,
      from: 'system',
      senderId: userId,
      senderName: null,
      clientId: newId(),
      text: sessionSentences.formSent,
      meta: { kind: 'prechat_requested' },
      effect: {},
    })
  app.realtime.publish(conversationRoom(visitorId, sessionId), visitorEvents, 'prechat:request', {
    sessionId,
  })
}
