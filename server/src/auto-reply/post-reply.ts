import { builtInModel } from '@aichat/contracts/ai/reply-traces'
import type { App } from '../app.ts'
import type { Draft } from '../messages/plan-batch.ts'
import { type Post, publishMessage, ReplyOutdated } from '../messages/post.ts'
import { type Effect, isNoticeNeeded, type NoticeState } from '../messages/state.ts'
import { markAnswered } from '../projects/store.ts'
import type { Reply } from '../replies/types.ts'
import type { StoredSession } from '../sessions/session-fields.ts'
import { findSession } from '../sessions/store.ts'
import { broadcastSession } from '../sessions/update-session.ts'
import { formatAcknowledgement, type NoticeContext } from './notices.ts'
import { createReplyContent } from './reply-content.ts'
import { clearPendingMark, markPending } from './store.ts'

type Dependencies = Pick<App, 'db' | 'clock' | 'presence' | 'realtime' | 'models' | 'usage'> & { post: Post }

export type ReplyContext = NoticeContext & {
  /** The visitor's messages that the reply answers. */
  fromSeq: number
  answeredSeq: number
  /** The reply may be posted although the visitor has written again. */
  mayBeFollowed: boolean
  /** The question was declined before and has the mark "pending". */
  isMarked: boolean
  /** The AI has not answered any visitor of the project yet. */
  isFirstAnswer: boolean
  latencyMs: number
  /** What the visitor has read since the last answer. */
  state: NoticeState
}

/** A model may read many more. */
const maxTracedPassages = 12

type Handover = Extract<Reply, { kind: 'handover' }>

/** The same question has the same id in every process, so two processes cannot post two replies to it. */
export function replyClientId(answeredSeq: number): string {
  return `ai-${answeredSeq}`
}

/** Posts an answer or suggestions as a message of the AI; otherwise the visitor learns that the team has the message. */
export async function postReply(
  app: Dependencies,
  session: StoredSession,
  reply: Reply,
  context: ReplyContext,
): Promise<void> {
  if (reply.kind === 'handover') return postDecline(app, session, reply, context)
  await app.post(session.tenantId, {
    ...createDraft(app, session, reply, context),
    ...createReplyContent(reply, context),
    from: 'ai',
    senderName: reply.agentName,
    effect: { ...replyEffect(context), keepsStretch: !isAnswer(reply) },
  })
  await countReply(app, session, reply)
  if (context.isFirstAnswer && isAnswer(reply))
    await app.db.company(session.tenantId, (sql) => markAnswered(sql, session.projectId._id))
  if (context.isMarked) await unmarkAnswered(app, session, context)
}

/** Suggested pages, a question back and small talk answer nothing. */
function isAnswer({ kind, trace }: Reply): boolean {
  const rule = trace.decision?.rule
  return kind === 'answer' && rule !== 'small_talk' && rule !== 'model_asked_back'
}

/** Counts a reply as usage of the AI that has written it, or tried to. */
async function countReply(
  app: Dependencies,
  { tenantId: companyId, projectId: { _id: projectId } }: StoredSession,
  { kind, trace }: Reply,
): Promise<void> {
  const scope = { companyId, projectId }
  const source = trace.model === builtInModel ? 'builtin' : (await app.models.get(scope)).source
  app.usage.add(scope, source, { [usageOf[kind]]: 1 })
}

const usageOf = { answer: 'answers', suggestions: 'suggestions', handover: 'handovers' } as const

async function unmarkAnswered(
  app: Dependencies,
  { sessionId, tenantId, visitorId }: StoredSession,
  { answeredSeq }: ReplyContext,
): Promise<void> {
  const message = await app.db.company(tenantId, (sql) => clearPendingMark(sql, sessionId, answeredSeq))
  if (message) publishMessage(app, { companyId: tenantId, id: visitorId }, message)
}

/**
 * The first message that the AI cannot answer is handed over, the next one is acknowledged, and later ones are marked until
 * something answers. While a person is active, messages are marked only.
 */
async function postDecline(
  app: Dependencies,
  session: StoredSession,
  reply: Handover,
  context: ReplyContext,
): Promise<void> {
  const now = new Date(app.clock.now()).toISOString()
  const handover = reply.reason === 'asked_for_person' ? 'requested_handover' : 'handover'
  const notice = ([handover, 'acknowledgement'] as const).find((one) =>
    isNoticeNeeded(context.state, one, now),
  )
  if (!notice) return markAsPending(app, session, reply, context)
  const content =
    notice === 'acknowledgement'
      ? {
          text: formatAcknowledgement(context),
          meta: { kind: 'acknowledged' as const, language: context.language },
        }
      : createReplyContent(reply, context)
  await app.post(session.tenantId, {
    ...createDraft(app, session, reply, context),
    ...content,
    from: 'system',
    senderName: null,
    effect: { ...replyEffect(context), notice },
  })
  if (notice !== 'acknowledgement') await countReply(app, session, reply)
  const updated = await app.db.company(session.tenantId, (sql) => findSession(sql, session.sessionId))
  if (updated) await broadcastSession(app, updated)
}

async function markAsPending(
  app: Dependencies,
  session: StoredSession,
  reply: Handover,
  context: ReplyContext,
): Promise<void> {
  const { sessionId, tenantId, visitorId } = session
  const { fromSeq, answeredSeq: toSeq, mayBeFollowed, language } = context
  const { trace } = createDraft(app, session, reply, context)
  const marked = await app.db.company(tenantId, (sql) =>
    markPending(sql, tenantId, { sessionId, fromSeq, toSeq, mayBeFollowed, language }, trace),
  )
  if (!marked) throw new ReplyOutdated()
  for (const message of marked) publishMessage(app, { companyId: tenantId, id: visitorId }, message)
}

function replyEffect({ answeredSeq, mayBeFollowed }: ReplyContext): Effect {
  return { repliesToSeq: answeredSeq, mayBeFollowed }
}

function createDraft(
  { clock }: Pick<App, 'clock'>,
  { sessionId }: StoredSession,
  { trace }: Reply,
  { answeredSeq, latencyMs }: ReplyContext,
) {
  return {
    sessionId,
    senderId: sessionId,
    clientId: replyClientId(answeredSeq),
    trace: {
      ...trace,
      passages: trace.passages.filter(({ number, isCited }) => number <= maxTracedPassages || isCited),
      latencyMs,
      createdAt: new Date(clock.now()).toISOString(),
    },
  } satisfies Partial<Draft>
}
