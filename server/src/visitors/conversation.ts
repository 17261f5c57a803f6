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
/** Who writes on one connection, and from which address; both proven. */
export type VisitorConnection = {
  visitor: Visitor
  address: string
  /** Where this connection writes into, once it is known: what follows is stored in the order in which it came. */
  conversation: Promise<CurrentSession> | null
}

/** The visitor's conversation to write into: the running or the last closed one, else a new one of the newest release. */
export async function findOrCreateConversation(
  { app }: Dependencies,
  { visitor, address }: VisitorConnection,
  isForm: boolean,
): Promise<CurrentSession> {
  const { companyId } = visitor
  const current = await app.db.company(companyId, (sql) => findCurrentSession(sql, visitor.id))
  if (current && (isForm || current.lastSeq > 0)) return current
  const release = await app.db.company(companyId, (sql) => findLatestRelease(sql, visitor.projectId))
  if (!release) throw new Refusal(404, visitorSentences.unavailable, 'not_found')
  if (!isForm && requiresPreChatForm(release))
    throw new Refusal(409, visitorSentences.formFirst, 'prechat_required')
  if (current) return current
  await app.limits.consume('newConversation', address)
  return app.db.company(companyId, async (sql) => {
    await lockVisitor(sql, visitor.id)
    const begun = await findCurrentSession(sql, visitor.id)
    if (begun) return begun
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

/** A visitor's message, into the conversation of this connection; archived meanwhile, a new one begins. */
export async function postVisitorMessage(
  parts: Dependencies,
  writer: VisitorConnection,
  said: MessageDraft,
): Promise<Posted> {
  try {
    return await postAndBroadcast(parts, writer, await getConversation(parts, writer), said)
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'archived')) throw error
    writer.conversation = null
    return postAndBroadcast(parts, writer, await getConversation(parts, writer), said)
  }
}

function getConversation(parts: Dependencies, writer: VisitorConnection): Promise<CurrentSession> {
  if (writer.conversation) return writer.conversation
  const opening = findOrCreateConversation(parts, writer, false)
  writer.conversation = opening
  opening.catch(() => {
    writer.conversation = null
  })
  return opening
}

/** Posts into a conversation, and shows the whole of it to the company when it is new there, or back again. */
export async function postAndBroadcast(
  { app, post }: Dependencies,
  { visitor }: VisitorConnection,
  { sessionId }: CurrentSession,
  said: MessageDraft,
): Promise<Posted> {
  const posted = await post(visitor.companyId, { ...said, sessionId })
  if (posted.isStartOrReopening) {
    const stored = await app.db.company(visitor.companyId, (sql) => findSession(sql, sessionId))
    if (stored) await broadcastSession(app, stored)
  }
  return posted
}
