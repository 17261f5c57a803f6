import type { Message } from '@aichat/contracts/messages'
import type { Payload } from '@aichat/contracts/realtime'
import { sessionSentences } from '@aichat/contracts/sessions'
import type { staffCommands } from '@aichat/contracts/staff-channel'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import type { Caller } from '../kit/http/http.ts'
import { refuse } from '../kit/http/refusal.ts'
import { applyWritingAssistant, needsRewrite, type OutgoingText } from './apply-writing-assistant.ts'
import type { AutoReply } from './auto-reply.ts'
import { findMessagesByKey } from './message-store.ts'
import type { Post } from './post.ts'
import { findState } from './store.ts'

type SendPayload = Payload<(typeof staffCommands)['message:send']>

type Dependencies = Pick<App, 'db' | 'model' | 'limits' | 'log'>

export type SendAgentMessage = ReturnType<typeof createSendAgentMessage>

/**
 * A member answers, or a program in the company's name. What the payload says of company, project, sender and type is checked, and never believed. A message
 * that is rewritten first holds back what the same member sends to the same conversation after it.
 */
export function createSendAgentMessage(app: Dependencies, post: Post, autoReply: AutoReply) {
  const rewriting = new Map<string, Promise<unknown>>()

  return async (caller: Caller, sent: SendPayload): Promise<Message> => {
    const { sessionId, writingAssistant, clientId, text = '', attachments, ...claims } = sent
    const choice = text ? writingAssistant : null
    if (!isId(sessionId)) refuse(404, sessionSentences.sendFailed)
    const claimsProject = checkClaims(claims, caller)
    const draft = { sessionId, clientId: clientId ?? newId(), attachments, claimsProject }
    const line = `${caller.userId} ${sessionId}`
    const before = rewriting.get(line)
    if (!before && !needsRewrite(choice)) {
      return store(caller, draft, await applyWritingAssistant(app, caller, text, choice))
    }
    const work = runAfter(before, async () => {
      const isNew = needsRewrite(choice) && (await isUnsent(app, caller, draft))
      // A person is answering: what the AI is writing meanwhile is not wanted any more.
      if (isNew) autoReply.cancel(sessionId)
      return store(
        caller,
        draft,
        await applyWritingAssistant(app, caller, text, isNew || choice?.original ? choice : null),
      )
    })
    const settled = work.catch(() => {})
    rewriting.set(line, settled)
    try {
      return await work
    } finally {
      if (rewriting.get(line) === settled) rewriting.delete(line)
    }
  }

  async function store(caller: Caller, draft: Draft, written: OutgoingText): Promise<Message> {
    const { sessionId, clientId, attachments, claimsProject } = draft
    const { message } = await post(caller.companyId, {
      sessionId,
      from: 'agent',
      senderId: caller.userId,
      senderName: caller.name,
      clientId,
      text: written.text,
      attachments,
      meta: written.meta,
      effect: { expectedProjectId: claimsProject },
    })
    autoReply.cancel(sessionId)
    return message
  }
}

type Draft = Pick<SendPayload, 'sessionId' | 'attachments'> & {
  clientId: string
  claimsProject: string | undefined
}

async function runAfter<T>(before: Promise<unknown> | undefined, work: () => Promise<T>): Promise<T> {
  await before
  return work()
}

/** No model is asked for what is refused anyway, or stored already: `post` says so. */
async function isUnsent(
  { db }: Dependencies,
  { companyId, userId }: Caller,
  { sessionId, clientId, claimsProject }: Draft,
): Promise<boolean> {
  return db.company(companyId, async (sql) => {
    const state = await findState(sql, sessionId)
    if (state?.status !== 'active' || (claimsProject && claimsProject !== state.projectId)) return false
    const key = { sessionId, senderKind: 'agent' as const, senderId: userId, clientId }
    return (await findMessagesByKey(sql, [key])).length === 0
  })
}

type Claims = Pick<SendPayload, 'tenantId' | 'projectId' | 'from' | 'type'>

/** Refuses what cannot be true; answers the project that is claimed, which only the conversation can confirm. */
function checkClaims({ tenantId, projectId, from, type }: Claims, caller: Caller): string | undefined {
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
