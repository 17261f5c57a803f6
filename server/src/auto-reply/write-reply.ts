import type { App } from '../app.ts'
import { Refusal } from '../kit/http/refusal.ts'
import { type Post, ReplyOutdated } from '../messages/post.ts'
import { areLive } from '../releases/answer-set-store.ts'
import { answerQuestion } from '../replies/answer.ts'
import { createHandover } from '../replies/build-reply.ts'
import type { Reply } from '../replies/types.ts'
import type { ClaimedQuestion } from './claim-question.ts'
import { isTeamOnline } from './notices.ts'
import { postReply, replyClientId } from './post-reply.ts'
import { openReplyStream } from './reply-stream.ts'

/** Superseded: the visitor wrote again meanwhile, so the question has to be answered anew. */
export type ReplyOutcome = 'posted' | 'superseded' | 'discarded'

type Dependencies = Pick<
  App,
  'db' | 'clock' | 'timers' | 'realtime' | 'presence' | 'models' | 'usage' | 'search' | 'settings' | 'log'
> & { post: Post; recordReply: RecordReply }

/** Records the seconds that the visitor waited. */
export type RecordReply = (labels: { outcome: Reply['kind']; reason: string }, seconds: number) => void

/** A reply is written anew when a person takes down a text that it is based on. */
const maxRewrites = 2

type PendingReply = ClaimedQuestion & {
  /** The visitor has written again during earlier attempts, so this reply is posted in any case. */
  mayBeFollowed: boolean
  /** When this attempt began, in milliseconds since 1970. */
  startedAt: number
}

/** Generates the reply to the pending question, streams it while it is written, and posts it. */
export async function writeReply(
  app: Dependencies,
  { claim, state, session, history, handover, startedAt, ...context }: PendingReply,
  signal: AbortSignal,
): Promise<ReplyOutcome> {
  const { language } = context
  const scope = { companyId: session.tenantId, projectId: session.projectId._id, pageUrl: session.pageUrl }
  const stream = openReplyStream(app, session, replyClientId(claim.seq), signal)
  const answer = async (): Promise<Reply> => {
    for (let rewrites = 0; ; rewrites++) {
      const reply = await answerQuestion(app, { ...scope, language, history, signal, show: stream.show })
      if (await isBasedOnLiveTexts(app, scope, reply)) return reply
      stream.clear()
      if (rewrites === maxRewrites) return createHandover('failed')
    }
  }
  try {
    const reply = handover ? createHandover(handover) : await answer()
    if (signal.aborted) return 'discarded'
    const latencyMs = app.clock.now() - startedAt
    if (reply.kind === 'handover') stream.clear()
    const reason = reply.kind === 'handover' ? reply.reason : 'none'
    app.recordReply({ outcome: reply.kind, reason }, latencyMs / 1000)
    await postReply(app, session, reply, {
      ...context,
      isTeamOnline: await isTeamOnline(app, session.tenantId),
      answeredSeq: claim.seq,
      latencyMs,
      state,
    })
    stream.finish()
    return 'posted'
  } catch (error) {
    if (signal.aborted) return 'discarded'
    if (error instanceof ReplyOutdated) return 'superseded'
    // The conversation was closed or deleted while the reply was being written.
    if (error instanceof Refusal) return 'discarded'
    throw error
  } finally {
    stream.clear()
  }
}

/** False when a text was taken down or erased while a reply was being written from it. */
async function isBasedOnLiveTexts(
  { db }: Pick<App, 'db'>,
  { companyId, projectId }: { companyId: string; projectId: string },
  { kind, trace }: Reply,
): Promise<boolean> {
  if (kind === 'handover' || trace.passages.length === 0) return true
  const ids = trace.passages.map(({ itemId }) => itemId)
  return db.company(companyId, (sql) => areLive(sql, projectId, ids))
}
