import { type Suggestion, suggestionSentences, writingSentences } from '@aichat/contracts/writing'
import type { App } from '../app.ts'
import { answer } from '../replies/answer.ts'
import { readPendingQuestion } from './pending-question.ts'
import { type StoredSession, stateOf } from './store.ts'

type Parts = Pick<App, 'db' | 'model' | 'embedder' | 'search' | 'log'>

const patienceMs = 25_000

/** What the AI would answer to the visitor's last words, for a person to look at. Nothing is stored, sent or counted. */
export async function suggestReply(
  app: Parts,
  { sessionId, tenantId, projectId }: StoredSession,
): Promise<Suggestion> {
  const read = await app.db.company(tenantId, async (sql) => {
    const state = await stateOf(sql, sessionId)
    return state && readPendingQuestion(sql, sessionId, state.reopenedSeq)
  })
  const asked = (read?.history ?? []).findLastIndex((turn) => turn.from === 'visitor')
  if (!read || asked < 0) return nothing(suggestionSentences.nothingAsked)
  const scope = { companyId: tenantId, projectId: projectId._id }
  const signal = AbortSignal.timeout(patienceMs)
  const reply = await answer(app, scope, read.history.slice(0, asked + 1), signal, () => {}).catch(
    (error) => {
      if (!signal.aborted) throw error
      app.log.warn({ err: error }, 'a suggestion took too long')
      return null
    },
  )
  if (!reply) return nothing(writingSentences.model_failed)
  if (reply.kind === 'answer')
    return { text: reply.text, sources: reply.sources, model: reply.model, note: null }
  const note =
    reply.reason === 'asked_for_person' ? suggestionSentences.wantsPerson : suggestionSentences.noAnswer
  return nothing(note, reply.trace.model)
}

function nothing(note: string, model = 'built-in'): Suggestion {
  return { text: null, sources: [], model, note }
}
