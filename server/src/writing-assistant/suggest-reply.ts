import { builtInModel } from '@aichat/contracts/ai/reply-traces'
import { type Suggestion, suggestionSentences } from '@aichat/contracts/chat/writing'
import type { App } from '../app.ts'
import { readPendingQuestion } from '../auto-reply/pending-question.ts'
import { findState } from '../messages/store.ts'
import { answerQuestion } from '../replies/answer.ts'
import { maxAnswerMs } from '../replies/model/reply-deadline.ts'
import type { StoredSession } from '../sessions/session-fields.ts'

type Dependencies = Pick<App, 'db' | 'clock' | 'timers' | 'models' | 'search' | 'log'>

/** Drafts an answer to the visitor's last messages for an agent. Nothing is stored, sent or counted. */
export async function suggestReply(
  app: Dependencies,
  { sessionId, tenantId, projectId, pageUrl }: StoredSession,
): Promise<Suggestion> {
  const pending = await app.db.company(tenantId, async (sql) => {
    const state = await findState(sql, sessionId)
    return state && readPendingQuestion(sql, sessionId, { ...state, unansweredSeq: null })
  })
  const lastVisitorIndex = (pending?.history ?? []).findLastIndex((turn) => turn.from === 'visitor')
  if (!pending || lastVisitorIndex < 0) return withoutSuggestion(suggestionSentences.nothingAsked)
  const scope = { companyId: tenantId, projectId: projectId._id, pageUrl }
  const signal = AbortSignal.timeout(maxAnswerMs)
  const history = pending.history.slice(0, lastVisitorIndex + 1)
  const reply = await answerQuestion(app, { ...scope, history, signal }).catch((error) => {
    if (!signal.aborted) throw error
    app.log.warn({ err: error }, 'reply suggestion timed out')
    return null
  })
  if (!reply) return withoutSuggestion(suggestionSentences.failed)
  if (reply.kind === 'answer')
    return { text: reply.text, sources: reply.sources, model: reply.model, note: null }
  const note =
    reply.kind === 'handover' && reply.reason === 'asked_for_person'
      ? suggestionSentences.wantsPerson
      : suggestionSentences.noAnswer
  return withoutSuggestion(note, reply.trace.model)
}

function withoutSuggestion(note: string, model: string = builtInModel): Suggestion {
  return { text: null, sources: [], model, note }
}
