import type { App } from '../app.ts'
import type { Reply } from '../replies/answer.ts'
import type { Post } from './post.ts'
import { createReplyContent } from './reply-content.ts'
import { clearPendingQuestion } from './reply-store.ts'
import { findSession, type StoredSession } from './store.ts'
import { broadcastSession } from './update-session.ts'

type Dependencies = Pick<App, 'db' | 'clock' | 'presence' | 'realtime'>

export type ReplyContext = {
  answeredSeq: number
  releaseNumber: number | null
  latencyMs: number
  /** The team has been asked to help already. */
  needsHuman: boolean
}

/** The same question has the same id in every process, so two processes cannot post two replies to it. */
export function replyClientId(answeredSeq: number): string {
  return `ai-${answeredSeq}`
}

/** Posts an answer or suggestions as a message of the AI, or a hand-over as a system message. */
export async function postReply(
  app: Dependencies,
  post: Post,
  session: StoredSession,
  reply: Reply,
  context: ReplyContext,
): Promise<void> {
  if (reply.kind === 'handover') await postHandover(app, post, session, reply, context)
  else await postAnswer(app, post, session, reply, context)
}

async function postAnswer(
  { clock }: Pick<App, 'clock'>,
  post: Post,
  session: StoredSession,
  reply: Exclude<Reply, { kind: 'handover' }>,
  context: ReplyContext,
): Promise<void> {
  await post(session.tenantId, {
    ...createDraft(clock.now(), session, reply, context),
    ...createReplyContent(reply, context),
    from: 'ai',
    senderName: reply.agentName,
    effect: { repliesToSeq: context.answeredSeq },
  })
}

/** Posts nothing while the team has been asked to help already: the visitor reads the hand-over once. */
async function postHandover(
  app: Dependencies,
  post: Post,
  session: StoredSession,
  reply: Extract<Reply, { kind: 'handover' }>,
  context: ReplyContext,
): Promise<void> {
  const { tenantId, sessionId } = session
  const { answeredSeq, needsHuman } = context
  if (needsHuman) {
    await app.db.company(tenantId, (sql) => clearPendingQuestion(sql, sessionId, answeredSeq))
    return
  }
  await post(tenantId, {
    ...createDraft(app.clock.now(), session, reply, context),
    ...createReplyContent(reply, context),
    from: 'system',
    senderName: null,
    effect: { repliesToSeq: answeredSeq, needsHuman: true, isHandover: true },
  })
  const updated = await app.db.company(tenantId, (sql) => findSession(sql, sessionId))
  if (updated) await broadcastSession(app, updated)
}

function createDraft(
  now: number,
  { sessionId }: StoredSession,
  { trace }: Reply,
  { answeredSeq, latencyMs }: ReplyContext,
) {
  return {
    sessionId,
    senderId: sessionId,
    clientId: replyClientId(answeredSeq),
    trace: { ...trace, latencyMs, createdAt: new Date(now).toISOString() },
  }
}
