import type { Source } from '@aichat/contracts/sessions'
import { profileOf } from '../agent-profile/store.ts'
import type { App } from '../app.ts'
import { currentPrompt, fillPrompt } from '../prompts/current.ts'
import { findPassages } from './find-passages.ts'
import { modelAnswer } from './model-answer.ts'
import { builtIn, quoteAnswer } from './quote-answer.ts'
import { smallTalk, wantsPerson } from './small-talk.ts'

/** A conversation as the AI sees it, oldest first; the last entries are the visitor's turn to be answered. */
export type Turn = { from: 'visitor' | 'agent'; text: string }

export type HandoverReason = 'asked_for_person' | 'no_answer'
export type Reply =
  | { kind: 'answer'; text: string; sources: Source[]; model: string; agentName: string }
  | { kind: 'handover'; reason: HandoverReason; agentName: string }

type Parts = Pick<App, 'db' | 'model' | 'log'>

/**
 * Answers the visitor's last turn from the project's embedded knowledge, or says that a person is needed. A model server
 * is asked where one is configured; when it fails, the built-in answerer quotes the passages itself.
 */
export async function answer(
  app: Parts,
  scope: { companyId: string; projectId: string },
  history: Turn[],
  signal: AbortSignal,
): Promise<Reply> {
  const question = lastVisitorTurn(history)
  const { profile, persona } = await app.db.company(scope.companyId, async (sql) => {
    const own = await profileOf(sql, scope.projectId)
    const { text } = await currentPrompt(sql, 'answer')
    return {
      profile: own,
      persona: fillPrompt(text, { ...own, companyName: own.companyName || 'the company' }),
    }
  })
  const { agentName } = profile
  if (wantsPerson(question)) return { kind: 'handover', reason: 'asked_for_person', agentName }
  const pleasantry = smallTalk(question, profile)
  if (pleasantry) return { kind: 'answer', text: pleasantry, sources: [], model: builtIn, agentName }

  const found = await app.db.company(scope.companyId, (sql) => findPassages(sql, scope.projectId, question))
  const reply =
    app.model && found.passages.length > 0
      ? await askModel({ ...app, model: app.model }, persona, found, history, signal)
      : quoteAnswer(found)
  if (!reply) return { kind: 'handover', reason: 'no_answer', agentName }
  return { kind: 'answer', agentName, ...reply }
}

export type Answered = { text: string; sources: Source[]; model: string }

async function askModel(
  { model, log }: { model: NonNullable<App['model']>; log: App['log'] },
  persona: string,
  found: Awaited<ReturnType<typeof findPassages>>,
  history: Turn[],
  signal: AbortSignal,
): Promise<Answered | null> {
  try {
    return await modelAnswer(model, persona, found, history, signal)
  } catch (error) {
    if (signal.aborted) throw error
    log.warn({ err: error, model: model.name }, 'the model server failed; the built-in answerer takes over')
    return quoteAnswer(found)
  }
}

/** All that the visitor wrote since anybody answered, as one question. */
function lastVisitorTurn(history: Turn[]): string {
  const texts: string[] = []
  for (const turn of history.toReversed()) {
    if (turn.from !== 'visitor') break
    texts.unshift(turn.text)
  }
  return texts.join('\n')
}
