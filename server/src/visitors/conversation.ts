import { visitorSentences } from '@aichat/contracts/visitors'
import type { App } from '../app.ts'
import { newId } from '../kit/db/ids.ts'
import { Refusal } from '../kit/http/refusal.ts'
import { latestRelease } from '../releases/store.ts'
import { broadcastSession } from '../sessions/change.ts'
import type { Draft, Posted } from '../sessions/plan-batch.ts'
import type { Post } from '../sessions/post.ts'
import { findSession } from '../sessions/store.ts'
import { formComesFirst } from './public-config.ts'
import { addSession, type CurrentSession, currentSession, lockVisitor, type Visitor } from './store.ts'

type Parts = { app: App; post: Post }
/** Who writes on one connection, and from which address; both proven. */
export type Writer = {
  visitor: Visitor
  address: string
  /** Where this connection writes into, once it is known: what follows is stored in the order in which it came. */
  conversation: Promise<CurrentSession> | null
}

/** The visitor's conversation to write into: the running or the last closed one, else a new one of the newest release. */
export async function openConversation(
  { app }: Parts,
  { visitor, address }: Writer,
  isForm: boolean,
): Promise<CurrentSession> {
  const { companyId } = visitor
  const current = await app.db.company(companyId, (sql) => currentSession(sql, visitor.id))
  if (current && (isForm || current.lastSeq > 0)) return current
  const release = await app.db.company(companyId, (sql) => latestRelease(sql, visitor.projectId))
  if (!release) throw new Refusal(404, visitorSentences.unavailable, 'not_found')
  if (!isForm && formComesFirst(release))
    throw new Refusal(409, visitorSentences.formFirst, 'prechat_required')
  if (current) return current
  await app.limits.consume('newConversation', address)
  return app.db.company(companyId, async (sql) => {
    await lockVisitor(sql, visitor.id)
    const begun = await currentSession(sql, visitor.id)
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
    return (await currentSession(sql, visitor.id)) as CurrentSession
  })
}

type Said = Omit<Draft, 'sessionId'>

/** A visitor's message, into the conversation of this connection; archived meanwhile, a new one begins. */
export async function visitorSays(parts: Parts, writer: Writer, said: Said): Promise<Posted> {
  try {
    return await postAndAnnounce(parts, writer, await conversationOf(parts, writer), said)
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'archived')) throw error
    writer.conversation = null
    return postAndAnnounce(parts, writer, await conversationOf(parts, writer), said)
  }
}

function conversationOf(parts: Parts, writer: Writer): Promise<CurrentSession> {
  if (writer.conversation) return writer.conversation
  const opening = openConversation(parts, writer, false)
  writer.conversation = opening
  opening.catch(() => {
    writer.conversation = null
  })
  return opening
}

/** Posts into a conversation, and shows the whole of it to the company when it is new there, or back again. */
export async function postAndAnnounce(
  { app, post }: Parts,
  { visitor }: Writer,
  { sessionId }: CurrentSession,
  said: Said,
): Promise<Posted> {
  const posted = await post(visitor.companyId, { ...said, sessionId })
  if (posted.isNews) {
    const stored = await app.db.company(visitor.companyId, (sql) => findSession(sql, sessionId))
    if (stored) await broadcastSession(app, stored)
  }
  return posted
}
