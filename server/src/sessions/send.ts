import type { Payload } from '@aichat/contracts/realtime'
import { type Message, sessionSentences, type staffCommands } from '@aichat/contracts/sessions'
import { refuse } from '../kit/errors.ts'
import type { Caller } from '../kit/http.ts'
import { newId } from '../kit/ids.ts'
import type { AutoReply } from './auto-reply.ts'
import type { Post } from './post.ts'
import type { StoredSession } from './store.ts'

type Sent = Payload<(typeof staffCommands)['message:send']>

/** A member answers. What the payload says of company, project, sender and type is checked, and never believed. */
export async function agentSends(
  { post, autoReply }: { post: Post; autoReply: AutoReply },
  caller: Caller,
  session: StoredSession,
  sent: Sent,
): Promise<Message> {
  checkClaims(sent, session)
  if (session.status !== 'active') refuse(409, sessionSentences.closed)
  const { message } = await post(caller.companyId, {
    sessionId: session.sessionId,
    visitorId: session.visitorId,
    from: 'agent',
    senderId: caller.userId,
    senderName: caller.name,
    clientId: sent.clientId ?? newId(),
    text: sent.text,
    meta: {},
    effect: {},
  })
  autoReply.stop(session.sessionId)
  return message
}

function checkClaims({ tenantId, projectId, from, type }: Sent, session: StoredSession): void {
  const project =
    typeof projectId === 'object' && projectId !== null ? (projectId as { _id?: unknown })._id : projectId
  const isTrue =
    isAbsentOr(tenantId, session.tenantId) &&
    isAbsentOr(project, session.projectId._id) &&
    isAbsentOr(from, 'agent') &&
    isAbsentOr(type, 'text')
  if (!isTrue) refuse(400, sessionSentences.sendFailed)
}

function isAbsentOr(claim: unknown, truth: string): boolean {
  return claim === undefined || claim === null || claim === truth
}
