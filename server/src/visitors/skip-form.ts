import { visitorSentences } from '@aichat/contracts/chat/visitors'
import { newId } from '../kit/db/ids.ts'
import { Refusal } from '../kit/http/refusal.ts'
import { findLatestRelease } from '../releases/store.ts'
import { clearFormRequest } from '../sessions/store.ts'
import { type ConversationDependencies, postAndBroadcast, type VisitorConnection } from './conversation.ts'
import { requiresPreChatForm } from './public-config.ts'
import { findCurrentSession } from './store.ts'

/** Declines the form that an agent has requested, and informs the agent. Repeating it changes nothing. */
export async function skipForm(app: ConversationDependencies, connection: VisitorConnection): Promise<void> {
  const { visitor } = connection
  const { companyId, projectId, id: visitorId } = visitor
  const { session, release } = await app.db.company(companyId, async (sql) => ({
    session: await findCurrentSession(sql, visitor),
    release: await findLatestRelease(sql, projectId),
  }))
  if (!session?.lastSeq && release && requiresPreChatForm(release))
    throw new Refusal(409, visitorSentences.formFirst, 'prechat_required')
  // Of two tabs that skip the form at the same time, one posts the message.
  const isSkipped =
    session !== null && (await app.db.company(companyId, (sql) => clearFormRequest(sql, session.sessionId)))
  if (!isSkipped) return
  await postAndBroadcast(app, connection, session, {
    from: 'system',
    senderId: visitorId,
    senderName: null,
    clientId: newId(),
    text: visitorSentences.formSkipped,
    meta: { kind: 'prechat_skipped' },
    effect: {},
  })
}
