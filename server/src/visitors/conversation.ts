import { sessionSentences } from '@aichat/contracts/chat/sessions'
import {
  type visitorCommands,
  visitorEvents,
  visitorRateLimits,
  visitorSentences,
} from '@aichat/contracts/chat/visitors'
import { commonSentences } from '@aichat/contracts/kit/common'
import type { App } from '../app.ts'
import { isTeamOnline } from '../auto-reply/notices.ts'
import { findClosedMode } from '../hours/public-hours.ts'
import { newId } from '../kit/db/ids.ts'
import { Refusal } from '../kit/http/refusal.ts'
import type { CommandHandlers } from '../kit/realtime/commands.ts'
import type { Draft, Posted } from '../messages/plan-batch.ts'
import type { Post } from '../messages/post.ts'
import { conversationRoom, visitorRoom } from '../messages/visitor-room.ts'
import { findLatestRelease } from '../releases/store.ts'
import { findSession } from '../sessions/store.ts'
import { broadcastSession } from '../sessions/update-session.ts'
import { requiresPreChatForm } from './public-config.ts'
import {
  addSession,
  type CurrentSession,
  findCurrentSession,
  findSessionOfMessage,
  lockVisitor,
  type Visitor,
} from './store.ts'

export type ConversationDependencies = Pick<App, 'clock' | 'db' | 'limits' | 'presence' | 'realtime'> & {
  post: Post
}
/** The authenticated visitor of one socket. */
export type VisitorConnection = {
  visitor: Visitor
  address: string
  /** The current conversation, once a message has been sent on this connection. */
  conversation: CurrentSession | null
  /** The conversation of the latest message, while it is being found. The next message waits for it, to keep the order. */
  pendingConversation: Promise<unknown>
}

export type VisitorCommandHandlers = CommandHandlers<typeof visitorCommands, VisitorConnection>

/** The visitor's active or most recently closed conversation. Creates one with the newest release if there is none. */
export async function findOrCreateConversation(
  app: ConversationDependencies,
  connection: VisitorConnection,
  isFormSubmission: boolean,
): Promise<CurrentSession> {
  const { visitor } = connection
  const current = await app.db.company(visitor.companyId, (sql) => findCurrentSession(sql, visitor))
  return requireConversation(app, connection, current, isFormSubmission)
}

/** Creates a conversation unless there is one. A conversation without messages starts like a new one. */
async function requireConversation(
  app: ConversationDependencies,
  { visitor, address }: VisitorConnection,
  current: CurrentSession | null,
  isFormSubmission: boolean,
): Promise<CurrentSession> {
  if (current && (isFormSubmission || current.lastSeq > 0)) return current
  if (visitor.linkedSessionId) disconnectDeletedVisitor(app, visitor)
  const { companyId } = visitor
  const { release, closedMode } = await app.db.company(companyId, async (sql) => ({
    release: await findLatestRelease(sql, visitor.projectId),
    closedMode: await findClosedMode(sql, visitor.projectId, app.clock.now()),
  }))
  if (!release) throw new Refusal(404, visitorSentences.unavailable, 'not_found')
  const isFormOnly = closedMode === 'form' && !(await isTeamOnline(app, companyId))
  if (!isFormSubmission && (isFormOnly || requiresPreChatForm(release)))
    throw new Refusal(409, visitorSentences.formFirst, 'prechat_required')
  if (current) return current
  await app.limits.consume(visitorRateLimits.newConversation, address)
  const created = await app.db.company(companyId, async (sql) => {
    if (!(await lockVisitor(sql, visitor.id))) return null
    const concurrent = await findCurrentSession(sql, visitor)
    if (concurrent) return concurrent
    const { agent } = release.config
    await addSession(sql, {
      id: newId(),
      companyId,
      projectId: visitor.projectId,
      visitorId: visitor.id,
      releaseNumber: release.number,
      autoReply: agent.autoReply && !isFormOnly,
      autoReplySeconds: agent.autoReplyRateLimit,
    })
    return findCurrentSession(sql, visitor)
  })
  return created ?? disconnectDeletedVisitor(app, visitor)
}

/** The chat of a deleted visitor connects again, starts anew because its token is unknown, and sends the message again. */
function disconnectDeletedVisitor({ realtime }: Pick<App, 'realtime'>, { id }: Visitor): never {
  realtime.disconnect(visitorRoom(id))
  throw new Refusal(503, commonSentences.unavailable, 'not_ready')
}

export type MessageDraft = Omit<Draft, 'sessionId'>

/**
 * Posts into the conversation of this connection. If it has been archived or deleted meanwhile, a new one is created, except
 * for the holder of a link.
 */
export async function postVisitorMessage(
  app: ConversationDependencies,
  connection: VisitorConnection,
  draft: MessageDraft,
): Promise<Posted> {
  const post = async () =>
    postAndBroadcast(app, connection, await findConversation(app, connection, draft, false), draft)
  try {
    return await post()
  } catch (error) {
    if (!(error instanceof Refusal && ['archived', 'not_found'].includes(error.code))) throw error
    if (connection.visitor.linkedSessionId) throw new Refusal(409, sessionSentences.closed, 'closed')
    connection.conversation = null
    return post()
  }
}

type ConversationReference = Pick<CurrentSession, 'sessionId'>
type MessageKey = Pick<Draft, 'from' | 'clientId'>

/**
 * The conversation that a message of this connection belongs to. One message at a time, because messages are posted in the
 * order in which their conversations are found.
 */
export function findConversation(
  app: ConversationDependencies,
  connection: VisitorConnection,
  message: MessageKey,
  isFormSubmission: boolean,
): Promise<ConversationReference> {
  const finding = connection.pendingConversation.then(() =>
    findOrCreateForMessage(app, connection, message, isFormSubmission),
  )
  connection.pendingConversation = finding.catch(() => {})
  return finding
}

/** The conversation that contains the message already, in case it is a repeat; otherwise the current one. */
async function findOrCreateForMessage(
  app: ConversationDependencies,
  connection: VisitorConnection,
  { from, clientId }: MessageKey,
  isFormSubmission: boolean,
): Promise<ConversationReference> {
  const { conversation, visitor } = connection
  // Within its only conversation a repeat is recognized when it is posted.
  if (conversation?.isOnly) return conversation
  const { current, repeated } = await app.db.company(visitor.companyId, async (sql) => {
    const current = conversation ?? (await findCurrentSession(sql, visitor))
    const repeated = current?.isOnly ? null : await findSessionOfMessage(sql, visitor, from, clientId)
    return { current, repeated }
  })
  if (repeated) return { sessionId: repeated }
  if (conversation) return conversation
  const required = await requireConversation(app, connection, current, isFormSubmission)
  // The form requirement must be checked again if the submission fails after this.
  if (!isFormSubmission) connection.conversation = required
  return required
}

/**
 * Posts into a conversation, and broadcasts the whole session to the company when it starts or reopens. A reopening is also
 * published to the visitor, whose other tabs show the conversation as closed.
 */
export async function postAndBroadcast(
  app: ConversationDependencies,
  { visitor }: VisitorConnection,
  { sessionId }: ConversationReference,
  draft: MessageDraft,
): Promise<Posted> {
  const posted = await app.post(visitor.companyId, { ...draft, sessionId })
  if (posted.isStartOrReopening) {
    const stored = await app.db.company(visitor.companyId, (sql) => findSession(sql, sessionId))
    if (stored) await broadcastSession(app, stored)
    const isReopening = posted.message.seq > 1
    if (stored && isReopening) {
      const patch = { status: stored.status, autoReply: stored.autoReplyEnabled }
      app.realtime.publish(conversationRoom(visitor.id, sessionId), visitorEvents, 'session:patched', {
        sessionId,
        patch,
      })
    }
  }
  return posted
}
