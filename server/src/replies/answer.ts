import type { AgentProfile } from '@aichat/contracts/agent-profile'
import type { Language } from '@aichat/contracts/languages'
import type { Source } from '@aichat/contracts/messages'
import type { HandoverReason, ReplyTrace } from '@aichat/contracts/reply-traces'
import type { App } from '../app.ts'
import { getCompany } from '../companies/store.ts'
import type { ModelLookup } from '../company-models/company-models.ts'
import { findHoursOfProject } from '../hours/store.ts'
import type { Embedder } from '../kit/ai/embedder.ts'
import type { Sql } from '../kit/db/db.ts'
import type { AnswerSet, QueryVector } from '../knowledge/search.ts'
import { renderPrompt } from '../prompts/current.ts'
import {
  getAnswerProfile,
  getAnswerPrompt,
  getLiveRelease,
  type LiveRelease,
} from '../releases/answer-set-store.ts'
import { hasJustAsked } from './model/build-prompt.ts'
import { addPassagesForPhrases, findForModel } from './model/find-for-model.ts'
import { maskSecrets } from './model/mask-secrets.ts'
import { generateModelAnswer, type ModelAnswer, toSource } from './model/model-answer.ts'
import { rephraseQuestion } from './model/rephrase-question.ts'
import { createReplyDeadline } from './model/reply-deadline.ts'
import { joinQuestion } from './question/join-question.ts'
import { builtInModel, type QuotedReply } from './quote/quote-answer.ts'
import { quoteEachAnswer, searchConversation } from './quote/quote-each-answer.ts'
import type { PassageSearchResult } from './search/find-passages.ts'
import { findMissingWords, isExactFaq, joinTexts, readTopic } from './search/follow-up-search.ts'
import {
  answerSmallTalk,
  asksForPerson,
  confirms,
  isSmallTalk,
  withoutSmallTalk,
} from './small-talk/small-talk.ts'

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
export type Reply = { agentName: string; trace: Trace; release?: LiveRelease | null } & (
  | { kind: 'answer'; text: string; sources: Source[]; model: string }
  /** Pages that may contain the answer, one to three sources with the best sentence of each. The text is a list of them. */
  | { kind: 'suggestions'; text: string; sources: Source[]; model: string }
  | { kind: 'handover'; reason: HandoverReason }
)

type Dependencies = Pick<App, 'db' | 'clock' | 'timers' | 'search' | 'log'> & { models: ModelLookup }
/**
 * `isDraft` answers from the draft instead of the live answers. `language` is the visitor's; English where it is not known.
 * `pageUrl` is the page that the visitor is on.
 */
type Scope = {
  companyId: string
  projectId: string
  isDraft?: boolean
  language?: Language
  pageUrl?: string | null
}

/** Without a vector, keywords are searched. */
const embedTimeoutMs = 2000

/**
 * Answers the visitor's pending question from the FAQs and the knowledge of the live answers or the draft, or hands over to a
 * person. All that an answer is made from is read as of one moment. With a model, `show` receives the text written so far. Without
 * one, or when it fails or is too slow, the answer quotes the passages. Takes at most `maxAnswerMs`, unless the database is slow.
 */
export async function answerQuestion(
  app: Dependencies,
  scope: Scope,
  history: ChatTurn[],
  signal: AbortSignal,
  show: (text: string) => void,
): Promise<Reply> {
  const question = joinQuestion(history)
  const answers: AnswerSet = { projectId: scope.projectId, isDraft: scope.isDraft ?? false }
  const { model: serving, embedder } = await app.models.get(scope)
  const answersModel = serving && hasJustAsked(history) && confirms(question, scope.language)
  if (asksForPerson(question, scope.language) || (!answersModel && isSmallTalk(question, scope.language))) {
    const persona = await app.db.snapshot(scope.companyId, (sql) => loadPersona(sql, answers))
    return replyToIntent(question, persona, scope.language)
  }
  const turns = withoutSmallTalk(history, scope.language)
  const topic = serving ? readTopic(turns) : ''
  const vector = await embedQuestion({ embedder, log: app.log }, joinTexts(topic, question), signal)
  const options = { vector, typos: app.search.typos }
  const prepared = await app.db.snapshot(scope.companyId, async (sql) => {
    const persona = await loadPersona(sql, answers)
    const found = await searchConversation(sql, answers, turns, question, options)
    // An FAQ that asks the same question has the answer that the company chose.
    if (!serving || isExactFaq(found, question)) {
      const quoted = await quoteEachAnswer(sql, answers, question, found, options)
      return { reply: replyWithQuote(quoted, toContext(question, persona), 'no_answer') }
    }
    const forModel = await findForModel(sql, answers, { history: turns, question, topic }, found, options)
    return { model: serving, persona, forModel }
  })
  if (prepared.reply) return prepared.reply
  const { model, persona, forModel } = prepared
  const { pageUrl = null } = scope
  const deadline = createReplyDeadline(app.timers)
  try {
    const { languages } = forModel.found
    const phrases = forModel.isUnknown
      ? await rephraseQuestion({ model, log: app.log }, { history, languages }, signal)
      : []
    const found =
      phrases.length === 0
        ? forModel.found
        : await app.db.snapshot(scope.companyId, (sql) =>
            addPassagesForPhrases(sql, answers, forModel.found, phrases, { ...options, vector: null }),
          )
    const asked = { ...persona, found, history, pageUrl, now: app.clock.now(), deadline }
    const answer = await generateModelAnswer(model, asked, signal, show)
    return replyWithModelAnswer(model.name, answer, found, toContext(question, persona))
  } catch (error) {
    if (signal.aborted) throw error
    app.log.warn({ err: error, model: model.name }, 'model failed, answering with quoted passages')
    show('')
    return app.db.snapshot(scope.companyId, async (sql) => {
      const found = await searchConversation(sql, answers, turns, question, options)
      const quoted = await quoteEachAnswer(sql, answers, question, found, options)
      return replyWithQuote(quoted, toContext(question, await loadPersona(sql, answers)), 'model_failed')
    })
  } finally {
    deadline.clear()
  }
}

/** The reply to a message that needs no search: small talk, or a request for a person. */
function replyToIntent(question: string, persona: LoadedPersona, language: Language | undefined): Reply {
  const context = toContext(question, persona)
  if (asksForPerson(question, language)) return replyWithHandover('asked_for_person', context)
  const text = answerSmallTalk(question, persona.profile, language) ?? ''
  const decision = { rule: 'small_talk' as const, missingWords: [] }
  const evidence = { found: null, cited: [], removed: [], model: builtInModel, decision }
  return replyWithAnswer({ text, sources: [], model: builtInModel }, context, evidence)
}

function replyWithModelAnswer(
  model: string,
  { text, sources, cited, removed, isQuestion, refusal }: ModelAnswer,
  found: PassageSearchResult,
  context: ReplyContext,
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
    ? replyWithHandover(refusal, context, evidence)
    : replyWithAnswer({ text, sources, model }, context, evidence)
}

type LoadedPersona = Awaited<ReturnType<typeof loadPersona>>

async function loadPersona(sql: Sql, answers: AnswerSet) {
  // All are sent in one round trip (pipelining).
  const [profile, release, hours, { timeZone }] = await Promise.all([
    getAnswerProfile(sql, answers),
    answers.isDraft ? null : getLiveRelease(sql, answers.projectId),
    findHoursOfProject(sql, answers.projectId),
    getCompany(sql),
  ])
  const { key, version, text } = await getAnswerPrompt(sql, answers)
  const renderPersona = (values: AgentProfile) =>
    renderPrompt(text, { ...values, companyName: values.companyName || 'the company' })
  return { profile, renderPersona, prompt: { key, version }, release, hours, timeZone }
}

/** What every reply to a question states. */
type ReplyContext = Pick<Trace, 'question' | 'prompt'> & { agentName: string; release: LiveRelease | null }

function toContext(question: string, { profile, prompt, release }: LoadedPersona): ReplyContext {
  return { question, prompt, release, agentName: profile.agentName }
}

type TraceEvidence = {
  /** Null where nothing was searched. */
  found: PassageSearchResult | null
  cited: number[]
  removed: Trace['removed']
  model: string
  decision?: Trace['decision']
}
type AnswerContent = { text: string; sources: Source[]; model: string }

function replyWithQuote(
  { found, quoted }: { found: PassageSearchResult; quoted: QuotedReply },
  context: ReplyContext,
  handoverReason: HandoverReason,
): Reply {
  const { outcome, text, sources, passages } = quoted
  const cited = found.passages.flatMap((passage, index) => (passages.includes(passage) ? [index + 1] : []))
  const { rule, missingWords } = outcome
  const evidence = { found, cited, removed: [], model: builtInModel, decision: { rule, missingWords } }
  if (outcome.kind === 'handover') return replyWithHandover(handoverReason, context, evidence)
  const content = { text, sources, model: builtInModel }
  if (outcome.kind === 'answer') return replyWithAnswer(content, context, evidence)
  const { agentName, release } = context
  return {
    kind: 'suggestions',
    ...content,
    agentName,
    release,
    trace: createTrace('suggested', context, evidence),
  }
}

function replyWithAnswer(
  { text, sources, model }: AnswerContent,
  context: ReplyContext,
  evidence: TraceEvidence,
): Reply {
  return {
    kind: 'answer',
    text,
    sources,
    model,
    agentName: context.agentName,
    release: context.release,
    trace: createTrace('answered', context, evidence),
  }
}

function replyWithHandover(reason: HandoverReason, context: ReplyContext, evidence?: TraceEvidence): Reply {
  const { agentName, release } = context
  return { kind: 'handover', reason, agentName, release, trace: createTrace(reason, context, evidence) }
}

function createTrace(
  outcome: Trace['outcome'],
  { question, prompt, release }: ReplyContext,
  evidence?: TraceEvidence,
): Trace {
  return {
    question,
    outcome,
    ...(release ? { release } : {}),
    ...(evidence?.decision ? { decision: evidence.decision } : {}),
    prompt,
    model: evidence?.model ?? builtInModel,
    removed: evidence?.removed ?? [],
    passages: evidence?.found ? tracePassages(evidence.found, evidence.cited) : [],
  }
}

function tracePassages(found: PassageSearchResult, cited: number[]): Trace['passages'] {
  return found.passages.map((passage, index) => ({
    number: index + 1,
    itemId: passage.itemId,
    title: passage.title,
    heading: passage.heading,
    url: passage.url,
    quote: toSource(passage, found).quote,
    isFaq: passage.isFaq,
    isCited: cited.includes(index + 1),
    scores: passage.scores,
  }))
}

/** The vector of the question. Null without an embedding model or when it fails: then only keywords are searched. */
async function embedQuestion(
  { embedder, log }: { embedder: Embedder | null; log: App['log'] },
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
