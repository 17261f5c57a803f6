import type { Message } from '@aichat/contracts/chat/messages'
import { sessionSentences } from '@aichat/contracts/chat/sessions'
import { type staffCommands, staffEvents } from '@aichat/contracts/chat/staff-channel'
import { rewriteTimeoutMs } from '@aichat/contracts/chat/writing'
import type { Payload } from '@aichat/contracts/kit/realtime'
import type { App } from '../app.ts'
import { companyRoom } from '../companies/rooms.ts'
import { isId } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import type { Caller } from '../kit/http/caller.ts'
import { refuse } from '../kit/http/refusal.ts'
import type { Post } from '../messages/post.ts'
import type { SessionState } from '../messages/state-fields.ts'
import { findMessagesByKey, findState } from '../messages/store.ts'
import {
  applyWritingAssistant,
  type Choice,
  isEnabled,
  needsRewrite,
  type OutgoingText,
} from './apply-writing-assistant.ts'
import { findSession, reserveReply } from './store.ts'
import type { PendingReplies } from './types.ts'
import { broadcastSession } from './update-session.ts'

type SendPayload = Payload<(typeof staffCommands)['message:send']>

type Dependencies = Pick<App, 'db' | 'models' | 'limits' | 'log' | 'presence' | 'realtime'>

export type SendAgentMessage = ReturnType<typeof createSendAgentMessage>

/**
 * Sends a message of a member or of an API key. Company, project, sender and type in the payload must match the caller
 * and the conversation. While a message is being rewritten, later messages of the same member to the same conversation
 * wait, so that their order is kept.
 */
export function createSendAgentMessage(app: Dependencies, post: Post, pendingReplies: PendingReplies) {
  const rewriting = new Map<string, Promise<unknown>>()

  return async (caller: Caller, payload: SendPayload): Promise<Message> => {
    const { sessionId, writingAssistant, clientId, text = '', attachments, ...claims } = payload
    const choice = text && isEnabled(writingAssistant) ? writingAssistant : null
    if (!isId(sessionId)) refuse(404, sessionSentences.sendFailed)
    const claimsProject = checkClaims(claims, caller)
    const draft = { sessionId, clientId: clientId ?? newId(), attachments, claimsProject }
    const queueKey = `${caller.userId} ${sessionId}`
    const previous = rewriting.get(queueKey)
    const prepare = async (choice: Choice): Promise<OutgoingText> =>
      choice ? applyWritingAssistant(app, caller, text, choice) : { text, meta: {} }
    if (!previous && !needsRewrite(choice)) return store(caller, draft, await prepare(choice))
    const work = runAfter(previous, async () => {
      const lastSeq = needsRewrite(choice) ? await announceAnswer(app, caller, draft) : null
      const isNew = lastSeq !== null
      // A person is answering, so a reply that the AI is writing is discarded.
      if (isNew) pendingReplies.cancel(sessionId, lastSeq)
      return store(caller, draft, await prepare(isNew || choice?.original ? choice : null))
    })
    const settled = work.catch(() => {})
    rewriting.set(queueKey, settled)
    try {
      return await work
    } finally {
      if (rewriting.get(queueKey) === settled) rewriting.delete(queueKey)
    }
  }

  async function store(caller: Caller, draft: Draft, outgoing: OutgoingText): Promise<Message> {
    const { sessionId, clientId, attachments, claimsProject } = draft
    const posted = await post(caller.companyId, {
      sessionId,
      from: 'agent',
      senderId: caller.userId,
      senderName: caller.name,
      clientId,
      text: outgoing.text,
      attachments,
      meta: caller.key ? { ...outgoing.meta, apiKey: true } : outgoing.meta,
      effect: { expectedProjectId: claimsProject },
    })
    pendingReplies.cancel(sessionId, posted.message.seq)
    if (posted.isAutoReplyChanged) await publishAutoReply(app, caller.companyId, posted.state)
    return posted.message
  }
}

/** Publishes that the message has turned auto-reply off. */
async function publishAutoReply(
  app: Dependencies,
  companyId: string,
  { sessionId, autoReply, autoReplyOffBy }: SessionState,
): Promise<void> {
  const patch = { autoReplyEnabled: autoReply, autoReplyOffBy }
  app.realtime.publish(companyRoom(companyId), staffEvents, 'session:patched', { sessionId, patch })
  const stored = await app.db.company(companyId, (sql) => findSession(sql, sessionId))
  if (stored) await broadcastSession(app, stored)
}

type Draft = Pick<SendPayload, 'sessionId' | 'attachments'> & {
  clientId: string
  claimsProject: string | undefined
}

async function runAfter<T>(previous: Promise<unknown> | undefined, work: () => Promise<T>): Promise<T> {
  await previous
  return work()
}

/** Longer than a rewrite takes. If the message is not stored by then, the AI may answer. */
const reserveSeconds = rewriteTimeoutMs / 1000 + 4

/**
 * Reserves the pending reply for the person whose message is being rewritten. Returns the last seq of the conversation;
 * null when `post` will refuse the message, or has stored it already: then no model is called.
 */
async function announceAnswer(
  { db }: Dependencies,
  { companyId, userId }: Caller,
  { sessionId, clientId, claimsProject }: Draft,
): Promise<number | null> {
  return db.company(companyId, async (sql) => {
    const state = await findState(sql, sessionId)
    if (state?.status !== 'active' || (claimsProject && claimsProject !== state.projectId)) return null
    const key = { sessionId, senderKind: 'agent' as const, senderId: userId, clientId }
    if ((await findMessagesByKey(sql, [key])).length > 0) return null
    await reserveReply(sql, sessionId, reserveSeconds)
    return state.lastSeq
  })
}

type Claims = Pick<SendPayload, 'tenantId' | 'projectId' | 'from' | 'type'>

/** Refuses a payload that contradicts the caller. Returns the claimed project, which `post` compares with the conversation. */
function checkClaims({ tenantId, projectId, from, type }: Claims, caller: Caller): string | undefined {
  const isConsistent =
    isAbsentOr(tenantId, caller.companyId) && isAbsentOr(from, 'agent') && isAbsentOr(type, 'text')
  const project =
    typeof projectId === 'object' && projectId !== null ? (projectId as { _id?: unknown })._id : projectId
  if (!isConsistent || (!isAbsent(project) && typeof project !== 'string'))
    refuse(400, sessionSentences.sendFailed)
  return isAbsent(project) ? undefined : (project as string)
}

function isAbsent(claim: unknown): boolean {
  return claim === undefined || claim === null
}

function isAbsentOr(claim: unknown, expected: string): boolean {
  return isAbsent(claim) || claim === expected
}
