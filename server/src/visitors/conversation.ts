import { visitorSentences } from '@aichat/contracts/visitors'
import type { App } from '../app.ts'
import { newId } from '../kit/db/ids.ts'
import { Refusal } from '../kit/http/refusal.ts'
import { findLatestRelease } from '../releases/store.ts'
import type { Draft, Posted } from '../sessions/plan-batch.ts'
import type { Post } from '../sessions/post.ts'
import { findSession } from '../sessions/store.ts'
import { broadcastSession } from '../sessions/update-session.ts'
import { requiresPreChatForm } from './public-config.ts'
import { addSession, type CurrentSession, findCurrentSession, lockVisitor, type Visitor } from './store.ts'

type Dependencies = { app: App; post: Post }
/** The authenticated visitor of one socket. */
export type VisitorConnection = {
  visitor: Visitor
  address: string
  /** The conversation of this connection, once it is known. One promise, so that messages keep their order. */
  conversation: Promise<CurrentSession> | null
}

/** The visitor's active or most recently closed conversation. Creates one with the newest release if there is none. */
export async function findOrCreateConversation(
  { app }: Dependencies,
  { visitor, address }: VisitorConnection,
  isFormSubmission: boolean,
): Promise<CurrentSession> {
  const { companyId } = visitor
  const current = await app.db.company(companyId, (sql) => findCurrentSession(sql, visitor.id))
  if (current && (isFormSubmission || current.lastSeq > 0)) return current
  const release = await app.db.company(companyId, (sql) => findLatestRelease(sql, visitor.projectId))
  if (!release) throw new Refusal(404, visitorSentences.unavailable, 'not_found')
  if (!isFormSubmission && requiresPreChatForm(release))
    throw new Refusal(409, visitorSentences.formFirst, 'prechat_required')
  if (current) return current
  await app.limits.consume('newConversation', address)
  return app.db.company(companyId, async (sql) => {
    await lockVisitor(sql, visitor.id)
    const concurrent = await findCurrentSession(sql, visitor.id)
    if (concurrent) return concurrent
    const { agent } = release.config
    await addSession(sql, {
      id: newId(),
      companyId,
      projectId: visitor.projectId,
      visitorId: visitor.id,
      releaseNumber: release.number,
      autoReply: agent.autoReply,
      autoReplySeconds: agent.autoReplyRateLimit,
    })
    return (await findCurrentSession(sql, visitor.id)) as CurrentSession
  })
}

type MessageDraft = Omit<Draft, 'sessionId'>

/** Posts into the conversation of this connection. If it has been archived meanwhile, a new one is created. */
export async function postVisitorMessage(
  dependencies: Dependencies,
  connection: VisitorConnection,
  draft: MessageDraft,
): Promise<Posted> {
  try {
    return await postAndBroadcast(
      dependencies,
      connection,
      await getConversation(dependencies, connection),
      draft,
    )
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'archived')) throw error
    connection.conversation = null
    return postAndBroadcast(dependencies, connection, await getConversation(dependencies, connection), draft)
  }
}

function getConversation(dependencies: Dependencies, connection: VisitorConnection): Promise<CurrentSession> {
  if (connection.conversation) return connection.conversation
  const opening = findOrCreateConversation(dependencies, connection, false)
  connection.conversation = opening
  opening.catch(() => {
    connection.conversation = null
  })
  return opening
}

/** Posts into a conversation, and broadcasts the whole session to the company when it starts or reopens. */
export async function postAndBroadcast(
  { app, post }: Dependencies,
  { visitor }: VisitorConnection,
  { sessionId }: CurrentSession,
  draft: MessageDraft,
): Promise<Posted> {
  const posted = await post(visitor.companyId, { ...draft, sessionId })
  if (posted.isStartOrReopening) {
    const stored = await app.db.company(visitor.companyId, (sql) => findSession(sql, sessionId))
    if (stored) await broadcastSession(app, stored)
  }
  return posted
}
