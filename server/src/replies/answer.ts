import type { Source } from '@aichat/contracts/messages'
import type { HandoverReason, ReplyTrace } from '@aichat/contracts/reply-traces'
import { getProfile } from '../agent-profile/store.ts'
import type { App } from '../app.ts'
import type { QueryVector } from '../knowledge/search.ts'
import { getPrompt, renderPrompt } from '../prompts/current.ts'
import { findPassages, type PassageSearchResult } from './find-passages.ts'
import { generateModelAnswer, toSource } from './model-answer.ts'
import { builtInModel, quoteAnswer } from './quote-answer.ts'
import { answerSmallTalk, asksForPerson } from './small-talk.ts'

/** A conversation as the AI sees it, oldest first; the last entries are the visitor's turn to be answered. */
export type ChatTurn = { from: 'visitor' | 'agent'; text: string }

/** What of a trace is known here; the caller adds when and how long. */
type Trace = Omit<ReplyTrace, 'latencyMs' | 'createdAt'>
export type Reply = { agentName: string; trace: Trace } & (
  | { kind: 'answer'; text: string; sources: Source[]; model: string }
  | { kind: 'handover'; reason: HandoverReason }
)

type Dependencies = Pick<App, 'db' | 'model' | 'embedder' | 'search' | 'log'>
type Scope = { companyId: string; projectId: string }

/**
 * Answers the visitor's last turn from the project's FAQs and embedded knowledge, or says that a person is needed. A model
 * server is asked where one is configured, and `show` hears what it has said so far; when it fails, the built-in
 * answerer quotes the passages itself.
 */
export async function answerQuestion(
  app: Dependencies,
  scope: Scope,
  history: ChatTurn[],
  signal: AbortSignal,
  show: (text: string) => void,
): Promise<Reply> {
  const question = getPendingQuestion(history)
  const { profile, persona, prompt } = await loadPersona(app, scope)
  const { agentName } = profile
  const about = { question, prompt }
  if (asksForPerson(question)) return replyWithHandover('asked_for_person', about, agentName)
  const pleasantry = answerSmallTalk(question, profile)
  if (pleasantry)
    return replyWithAnswer({ text: pleasantry, sources: [], model: builtInModel }, about, agentName)

  const meaning = await embedQuestion(app, question, signal)
  const found = await app.db.company(scope.companyId, (sql) =>
    findPassages(sql, scope.projectId, question, { meaning, typos: app.search.typos }),
  )
  if (!app.model || found.passages.length === 0 || found.faq) return replyWithQuote(found, about, agentName)
  try {
    const said = await generateModelAnswer(app.model, persona, found, history, signal, show)
    const { cited, removed, refusal, text, sources } = said
    const more = { found, cited, removed, model: app.model.name }
    if (refusal) return replyWithHandover(refusal, about, agentName, more)
    return replyWithAnswer({ text, sources, model: app.model.name }, about, agentName, more)
  } catch (error) {
    if (signal.aborted) throw error
    app.log.warn(
      { err: error, model: app.model.name },
      'the model server failed; the built-in answerer takes over',
    )
    show('')
    return replyWithQuote(found, about, agentName, 'model_failed')
  }
}

async function loadPersona({ db }: Pick<App, 'db'>, { companyId, projectId }: Scope) {
  return db.company(companyId, async (sql) => {
    const profile = await getProfile(sql, projectId)
    const { key, version, text } = await getPrompt(sql, 'answer')
    const persona = renderPrompt(text, { ...profile, companyName: profile.companyName || 'the company' })
    return { profile, persona, prompt: { key, version } }
  })
}

type TraceContext = Pick<Trace, 'question' | 'prompt'>
type TraceEvidence = { found: PassageSearchResult; cited: number[]; removed: Trace['removed']; model: string }
export type AnswerContent = { text: string; sources: Source[]; model: string }

function replyWithQuote(
  found: PassageSearchResult,
  about: TraceContext,
  agentName: string,
  otherwise: HandoverReason = 'no_answer',
): Reply {
  const quote = quoteAnswer(found)
  const cited = found.passages.flatMap((passage, index) =>
    quote?.passages.includes(passage) ? [index + 1] : [],
  )
  const more = { found, cited, removed: [], model: builtInModel }
  return quote
    ? replyWithAnswer(quote, about, agentName, more)
    : replyWithHandover(otherwise, about, agentName, more)
}

function replyWithAnswer(
  { text, sources, model }: AnswerContent,
  about: TraceContext,
  agentName: string,
  more?: TraceEvidence,
): Reply {
  return { kind: 'answer', text, sources, model, agentName, trace: createTrace('answered', about, more) }
}

function replyWithHandover(
  reason: HandoverReason,
  about: TraceContext,
  agentName: string,
  more?: TraceEvidence,
): Reply {
  return { kind: 'handover', reason, agentName, trace: createTrace(reason, about, more) }
}

function createTrace(
  outcome: Trace['outcome'],
  { question, prompt }: TraceContext,
  more?: TraceEvidence,
): Trace {
  return {
    question,
    outcome,
    prompt,
    model: more?.model ?? builtInModel,
    removed: more?.removed ?? [],
    passages: (more?.found.passages ?? []).map((passage, index) => ({
      number: index + 1,
      itemId: passage.itemId,
      title: passage.title,
      heading: passage.heading,
      url: passage.url,
      quote: more ? toSource(passage, more.found).quote : '',
      isFaq: passage.isFaq,
      isCited: more?.cited.includes(index + 1) ?? false,
      scores: passage.scores,
    })),
  }
}

/** The question's vector; without one, words alone find the passages. */
async function embedQuestion(
  { embedder, log }: Pick<App, 'embedder' | 'log'>,
  question: string,
  signal: AbortSignal,
): Promise<QueryVector | null> {
  if (!embedder) return null
  try {
    const [vector] = await embedder.embed([question.slice(0, 2000)], signal)
    return vector ? { model: embedder.name, vector } : null
  } catch (error) {
    if (signal.aborted) throw error
    log.warn({ err: error, model: embedder.name }, 'no vector for a question; it is searched by its words')
    return null
  }
}

/** All that the visitor wrote since anybody answered, as one question. */
function getPendingQuestion(history: ChatTurn[]): string {
  const texts: string[] = []
  for (const turn of history.toReversed()) {
    if (turn.from !== 'visitor') break
    texts.unshift(turn.text)
  }
  return texts.join('\n')
}
