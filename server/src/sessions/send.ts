import type { Payload } from '@aichat/contracts/realtime'
import { type Message, sessionSentences, type staffCommands } from '@aichat/contracts/sessions'
import { isId } from '../kit/db.ts'
import { refuse } from '../kit/errors.ts'
import type { Caller } from '../kit/http.ts'
import { newId } from '../kit/ids.ts'
import type { AutoReply } from './auto-reply.ts'
import type { Post } from './post.ts'

type Sent = Payload<(typeof staffCommands)['message:send']>

/** A member answers. What the payload says of company, project, sender and type is checked, and never believed. */
export async function agentSends(
  { post, autoReply }: { post: Post; autoReply: AutoReply },
  caller: Caller,
  { sessionId, text, clientId, ...claims }: Sent,
): Promise<Message> {
  if (!isId(sessionId)) refuse(404, sessionSentences.sendFailed)
  const { message } = await post(caller.companyId, {
    sessionId,
    from: 'agent',
    senderId: caller.userId,
    senderName: caller.name,
    clientId: clientId ?? newId(),
    text,
    meta: {},
    effect: { claimsProject: checkedClaims(claims, caller) },
  })
  autoReply.stop(sessionId)
  return message
}

type Claims = Pick<Sent, 'tenantId' | 'projectId' | 'from' | 'type'>

/** Refuses what cannot be true; answers the project that is claimed, which only the conversation can confirm. */
function checkedClaims({ tenantId, projectId, from, type }: Claims, caller: Caller): string | undefined {
  const isTrue =
    isAbsentOr(tenantId, caller.companyId) && isAbsentOr(from, 'agent') && isAbsentOr(type, 'text')
  const project =
    typeof projectId === 'object' && projectId !== null ? (projectId as { _id?: unknown })._id : projectId
  if (!isTrue || (!isAbsent(project) && typeof project !== 'string')) refuse(400, sessionSentences.sendFailed)
  return isAbsent(project) ? undefined : (project as string)
}

function isAbsent(claim: unknown): boolean {
  return claim === undefined || claim === null
}

function isAbsentOr(claim: unknown, truth: string): boolean {
  return isAbsent(claim) || claim === truth
}
