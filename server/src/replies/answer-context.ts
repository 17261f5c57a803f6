import type { AgentProfile } from '@aichat/contracts/ai/agent-profile'
import type { BusinessHours } from '@aichat/contracts/company/hours'
import type { Language } from '@aichat/contracts/kit/languages'
import type { App } from '../app.ts'
import { getCompany } from '../companies/store.ts'
import type { ModelLookup } from '../company-models/company-models.ts'
import { findHoursOfProject } from '../hours/store.ts'
import type { Embedder } from '../kit/ai/embedder.ts'
import type { Model } from '../kit/ai/model.ts'
import type { Sql } from '../kit/db/db.ts'
import type { AnswerSet } from '../knowledge/search/answer-set.ts'
import type { QueryVector } from '../knowledge/search/search.ts'
import { renderPrompt } from '../prompts/current.ts'
import {
  getAnswerProfile,
  getAnswerPrompt,
  getLiveRelease,
  type LiveRelease,
} from '../releases/answer-set-store.ts'
import { hasJustAsked } from './model/build-prompt.ts'
import { type FoundForModel, findForModel } from './model/find-for-model.ts'
import { maskSecrets } from './model/mask-secrets.ts'
import { hasFiles, joinQuestion, joinTexts, readTopic } from './question/join-question.ts'
import { type FoundQuote, quoteEachAnswer } from './quote/quote-each-answer.ts'
import { isExactFaq, listSearchLanguages, searchConversation } from './search/find-passages.ts'
import { asksForPerson, confirms, isSmallTalk, withoutSmallTalk } from './small-talk/small-talk.ts'
import type { ChatTurn, SearchScope, Trace } from './types.ts'

export type AnswerServices = Pick<App, 'db' | 'clock' | 'timers' | 'search' | 'log'> & { models: ModelLookup }

export type AnswerRequest = {
  companyId: string
  projectId: string
  /** Answers from the draft instead of the live answers. */
  isDraft?: boolean
  history: ChatTurn[]
  /** The visitor's; English where it is not known. */
  language?: Language
  /** The page that the visitor is on. */
  pageUrl?: string | null
  signal: AbortSignal
  /** Receives the text that a model has written so far. */
  show?: (text: string) => void
}

/** The pending question with its intent, and the model and vector that answer it. */
type PreparedQuestion = Omit<AnswerRequest, 'projectId' | 'isDraft'> & {
  answers: AnswerSet
  question: string
  /** The conversation without small talk. */
  turns: ChatTurn[]
  /** The question before, for a model. */
  topic: string
  /** Why nothing has to be searched; null for a question. */
  intent: 'person' | 'small_talk' | null
  /** Null for the built-in AI, and after the model has failed. */
  model: Model | null
  hasModelFailed: boolean
  vector: QueryVector | null
}

/** The agent that answers: its profile, prompt and business hours. */
type Persona = {
  profile: AgentProfile
  renderPersona: (values: AgentProfile) => string
  prompt: Trace['prompt']
  /** Null for the draft. */
  release: LiveRelease | null
  hours: BusinessHours | null
  timeZone: string
}

/** A question with everything that its answer is made from, read as of one moment. */
export type AnswerContext = PreparedQuestion & {
  persona: Persona
  scope: SearchScope
  /** Set without a model, and where an FAQ that asks the same question answers it. */
  quote: FoundQuote | null
  /** Set with a model, unless `quote` answers. */
  forModel: FoundForModel | null
}

/** Without a vector, keywords are searched. */
const embedTimeoutMs = 2000

/** Detects the intent of the pending question, and gets the model and the vector for it. */
export async function prepareQuestion(
  { models, log }: AnswerServices,
  { projectId, isDraft = false, ...request }: AnswerRequest,
): Promise<PreparedQuestion> {
  const { history, language, signal } = request
  const question = joinQuestion(history)
  const { model, embedder } = await models.get({ companyId: request.companyId, projectId })
  const answersModel = model !== null && hasJustAsked(history) && confirms(question, language)
  const isOnlySmallTalk = !answersModel && !hasFiles(history) && isSmallTalk(question, language)
  const intent = asksForPerson(question, language) ? 'person' : isOnlySmallTalk ? 'small_talk' : null
  const turns = withoutSmallTalk(history, language)
  const topic = model ? readTopic(turns) : ''
  const vector =
    intent === null && embedder && question !== ''
      ? await embedQuestion({ embedder, log }, joinTexts(topic, question), signal)
      : null
  const answers = { projectId, isDraft }
  return { ...request, answers, question, turns, topic, intent, model, hasModelFailed: false, vector }
}

/** Reads the context in one snapshot of the database. */
export function readContext(
  { db, search: { typos } }: AnswerServices,
  asked: PreparedQuestion,
): Promise<AnswerContext> {
  const { answers, question, turns, intent, model, vector } = asked
  return db.snapshot(asked.companyId, async (sql) => {
    const { languages, ...persona } = await readPersona(sql, answers)
    const scope = { answers, languages, vector, typos }
    const context = { ...asked, persona, scope, quote: null, forModel: null }
    if (intent) return context
    const found = await searchConversation(sql, scope, turns, question)
    const quote =
      !model || isExactFaq(found, question) ? await quoteEachAnswer(sql, scope, question, found) : null
    if (!model || quote?.quoted.outcome.kind === 'answer') return { ...context, quote }
    return { ...context, forModel: await findForModel(sql, scope, asked, found) }
  })
}

async function readPersona(sql: Sql, answers: AnswerSet): Promise<Persona & { languages: string[] }> {
  // All are sent in one round trip (pipelining).
  const [profile, release, hours, { timeZone }, languages, { text, ...prompt }] = await Promise.all([
    getAnswerProfile(sql, answers),
    answers.isDraft ? null : getLiveRelease(sql, answers.projectId),
    findHoursOfProject(sql, answers.projectId),
    getCompany(sql),
    listSearchLanguages(sql, answers),
    getAnswerPrompt(sql, answers),
  ])
  const renderPersona = (values: AgentProfile) =>
    renderPrompt(text, { ...values, companyName: values.companyName || 'the company' })
  return { profile, renderPersona, prompt, release, hours, timeZone, languages }
}

/** The vector of the question. Null when the embedding model fails: then only keywords are searched. */
async function embedQuestion(
  { embedder, log }: { embedder: Embedder; log: App['log'] },
  question: string,
  signal: AbortSignal,
): Promise<QueryVector | null> {
  try {
    const [vector] = await embedder.embed([maskSecrets(question)], signal, embedTimeoutMs)
    return vector ? { model: embedder.name, vector } : null
  } catch (error) {
    if (signal.aborted) throw error
    log.warn({ err: error, model: embedder.name }, 'failed to embed question, searching by keywords only')
    return null
  }
}
