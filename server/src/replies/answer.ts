import type { Language } from '@aichat/contracts/languages'
import type { Source } from '@aichat/contracts/messages'
import type { HandoverReason, ReplyTrace } from '@aichat/contracts/reply-traces'
import { getProfile } from '../agent-profile/store.ts'
import type { App } from '../app.ts'
import type { QueryVector } from '../knowledge/search.ts'
import { getPrompt, renderPrompt } from '../prompts/current.ts'
import type { PassageSearchResult } from './find-passages.ts'
import { addPassagesOnTopic, findMissingWords, isExactFaq, joinTexts, readTopic } from './follow-up-search.ts'
import { joinQuestion } from './join-question.ts'
import { maskSecrets } from './mask-secrets.ts'
import { generateModelAnswer, type ModelAnswer, toSource } from './model-answer.ts'
import { builtInModel, type QuotedReply } from './quote-answer.ts'
import { quoteEachAnswer, searchConversation } from './search-conversation.ts'
import { answerSmallTalk, asksForPerson } from './small-talk.ts'

/** One message of a conversation. A history is ordered oldest first and ends with the visitor's pending question. */
export type ChatTurn = {
  from: 'visitor' | 'agent'
  text: string
  /** The question before it was not answered: the text is a hand-over or an acknowledgement. */
  isDecline?: boolean
  /** The AI asked the visitor something instead of answering. */
  isQuestion?: boolean
}

/** The caller adds the time and the latency. */
type Trace = Omit<ReplyTrace, 'latencyMs' | 'createdAt'>
export type Reply = { agentName: string; trace: Trace } & (
  | { kind: 'answer'; text: string; sources: Source[]; model: string }
  /** Pages that may contain the answer, one to three sources with the best sentence of each. */
  | { kind: 'suggestions'; text: string; sources: Source[]; model: string }
  | { kind: 'handover'; reason: HandoverReason }
)

type Dependencies = Pick<App, 'db' | 'clock' | 'model' | 'embedder' | 'search' | 'log'>
/** `language` is the visitor's; English where it is not known. `pageUrl` is the page that the visitor is on. */
type Scope = { companyId: string; projectId: string; language?: Language; pageUrl?: string | null }

/** Without a vector, keywords are searched. */
const embedTimeoutMs = 2000

/**
 * Answers the visitor's pending question from the project's FAQs and embedded knowledge, or hands over to a person. With
 * a model, `show` receives the text written so far. Without one, or when it fails, the answer quotes the passages.
 */
export async function answerQuestion(
  app: Dependencies,
  scope: Scope,
  history: ChatTurn[],
  signal: AbortSignal,
  show: (text: string) => void,
): Promise<Reply> {
  const question = joinQuestion(history)
  const { profile, persona, prompt } = await loadPersona(app, scope)
  const { agentName } = profile
  const context = { question, prompt }
  if (asksForPerson(question, scope.language))
    return replyWithHandover('asked_for_person', context, agentName)
  const smallTalk = answerSmallTalk(question, profile, scope.language)
  if (smallTalk)
    return replyWithAnswer({ text: smallTalk, sources: [], model: builtInModel }, context, agentName)

  const topic = app.model ? readTopic(history) : ''
  const vector = await embedQuestion(app, joinTexts(topic, question), signal)
  const options = { vector, typos: app.search.typos }
  const found = await app.db.company(scope.companyId, (sql) =>
    searchConversation(sql, scope.projectId, history, question, options),
  )
  const quote = (reason: HandoverReason) =>
    app.db
      .company(scope.companyId, (sql) => quoteEachAnswer(sql, scope.projectId, question, found, options))
      .then((answer) => replyWithQuote(answer, context, agentName, reason))
  // An FAQ that asks the same question has the answer that the company chose.
  if (!app.model || isExactFaq(found, question)) return quote('no_answer')
  const withTopic = await app.db.company(scope.companyId, (sql) =>
    addPassagesOnTopic(sql, scope.projectId, found, { topic, question }, options),
  )
  const { pageUrl = null } = scope
  const asked = { persona, profile, found: withTopic, history, pageUrl, now: app.clock.now() }
  try {
    const answer = await generateModelAnswer(app.model, asked, signal, show)
    return replyWithModelAnswer(app.model.name, answer, withTopic, context, agentName)
  } catch (error) {
    if (signal.aborted) throw error
    app.log.warn({ err: error, model: app.model.name }, 'model failed, answering with quoted passages')
    show('')
    return quote('model_failed')
  }
}

function replyWithModelAnswer(
  model: string,
  { text, sources, cited, removed, isQuestion, refusal }: ModelAnswer,
  found: PassageSearchResult,
  context: TraceContext,
  agentName: string,
): Reply {
  const rule =
    refusal === 'no_answer'
      ? 'model_declined'
      : refusal === 'low_support'
        ? 'model_unsupported'
        : isQuestion
          ? 'model_asked_back'
          : 'model_answered'
  const missingWords = refusal ? findMissingWords(found) : []
  const evidence = { found, cited, removed, model, decision: { rule, missingWords } as const }
  return refusal
    ? replyWithHandover(refusal, context, agentName, evidence)
    : replyWithAnswer({ text, sources, model }, context, agentName, evidence)
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
type TraceEvidence = {
  found: PassageSearchResult
  cited: number[]
  removed: Trace['removed']
  model: string
  decision?: Trace['decision']
}
type AnswerContent = { text: string; sources: Source[]; model: string }

function replyWithQuote(
  { found, quoted }: { found: PassageSearchResult; quoted: QuotedReply },
  context: TraceContext,
  agentName: string,
  handoverReason: HandoverReason,
): Reply {
  const { outcome, text, sources, passages } = quoted
  const cited = found.passages.flatMap((passage, index) => (passages.includes(passage) ? [index + 1] : []))
  const { rule, missingWords } = outcome
  const evidence = { found, cited, removed: [], model: builtInModel, decision: { rule, missingWords } }
  if (outcome.kind === 'handover') return replyWithHandover(handoverReason, context, agentName, evidence)
  const content = { text, sources, model: builtInModel }
  if (outcome.kind === 'answer') return replyWithAnswer(content, context, agentName, evidence)
  return { kind: 'suggestions', ...content, agentName, trace: createTrace('suggested', context, evidence) }
}

function replyWithAnswer(
  { text, sources, model }: AnswerContent,
  context: TraceContext,
  agentName: string,
  evidence?: TraceEvidence,
): Reply {
  return {
    kind: 'answer',
    text,
    sources,
    model,
    agentName,
    trace: createTrace('answered', context, evidence),
  }
}

function replyWithHandover(
  reason: HandoverReason,
  context: TraceContext,
  agentName: string,
  evidence?: TraceEvidence,
): Reply {
  return { kind: 'handover', reason, agentName, trace: createTrace(reason, context, evidence) }
}

function createTrace(
  outcome: Trace['outcome'],
  { question, prompt }: TraceContext,
  evidence?: TraceEvidence,
): Trace {
  return {
    question,
    outcome,
    ...(evidence?.decision ? { decision: evidence.decision } : {}),
    prompt,
    model: evidence?.model ?? builtInModel,
    removed: evidence?.removed ?? [],
    passages: (evidence?.found.passages ?? []).map((passage, index) => ({
      number: index + 1,
      itemId: passage.itemId,
      title: passage.title,
      heading: passage.heading,
      url: passage.url,
      quote: evidence ? toSource(passage, evidence.found).quote : '',
      isFaq: passage.isFaq,
      isCited: evidence?.cited.includes(index + 1) ?? false,
      scores: passage.scores,
    })),
  }
}

/** The vector of the question. Null without an embedding model or when it fails: then only keywords are searched. */
async function embedQuestion(
  { embedder, log }: Pick<App, 'embedder' | 'log'>,
  question: string,
  signal: AbortSignal,
): Promise<QueryVector | null> {
  if (!embedder) return null
  try {
    const [vector] = await embedder.embed([maskSecrets(question)], signal, embedTimeoutMs)
    return vector ? { model: embedder.name, vector } : null
  } catch (error) {
    if (signal.aborted) throw error
    log.warn({ err: error, model: embedder.name }, 'failed to embed question, searching by keywords only')
    return null
  }
}
