import type { DecisionRule } from '@aichat/contracts/ai/reply-traces'
import { createFixedModels } from '../../server/src/company-models/company-models.ts'
import type { Sql } from '../../server/src/kit/db/db.ts'
import { systemClock } from '../../server/src/kit/process/clock.ts'
import { systemTimers } from '../../server/src/kit/process/timers.ts'
import { answerQuestion } from '../../server/src/replies/answer.ts'
import { joinQuestion } from '../../server/src/replies/question/join-question.ts'
import type { Outcome } from '../../server/src/replies/quote/decide-outcome.ts'
import { quoteAnswer } from '../../server/src/replies/quote/quote-answer.ts'
import type { Candidate } from '../../server/src/replies/quote/score-candidates.ts'
import { scoreSuggestion } from '../../server/src/replies/quote/score-suggestion.ts'
import { listSearchLanguages, searchConversation } from '../../server/src/replies/search/find-passages.ts'
import { asksForPerson, isSmallTalk } from '../../server/src/replies/small-talk/small-talk.ts'
import type { ChatTurn, PassageSearchResult } from '../../server/src/replies/types.ts'
import type { Answerer, TaughtCorpus } from './ask.ts'
import type { CorpusQuestion } from './corpus.ts'
import { gradeReply } from './grade.ts'

export const featureNames = [
  'score',
  'title',
  'covered',
  'evidence',
  'heading',
  'missingTopics',
  'lacksValue',
  'isAmbiguous',
] as const
export type SuggestionFeatures = Record<(typeof featureNames)[number], number>

/** A question that is not answered, and the decision whether to suggest pages. */
export type SuggestionCase = {
  /** Null where no page has a word of the question. */
  features: SuggestionFeatures | null
  /** The answerer's own score of its best suggestion, and whether it makes suggestions. */
  ruleScore: number
  isSuggested: boolean
  /** One of the pages that would be suggested answers the question. */
  isPositive: boolean
  isOutOfScope: boolean
  /** The question was asked once more, without the pages that answer it. */
  isPageRemoved: boolean
}
/** `rightAnswers` of the `inScope` questions are answered with the fact, and `outOfScope` counts all others. */
export type Observed = { cases: SuggestionCase[]; inScope: number; rightAnswers: number; outOfScope: number }

/** Asks each question, and once more without the pages that answer it unless the questions are only for evaluation. */
export async function observeSuggestions(
  answerer: Answerer,
  taught: TaughtCorpus,
  questions: readonly CorpusQuestion[],
  isHeldOut: boolean,
): Promise<Observed> {
  const observed: Observed = { cases: [], inScope: 0, rightAnswers: 0, outOfScope: 0 }
  for (const question of questions.filter(({ kind }) => kind !== 'title')) {
    const history = await replay(answerer, taught, question)
    const text = joinQuestion(history)
    if (asksForPerson(text) || isSmallTalk(text)) continue
    const asked = await search(answerer, taught, history, text)
    const { outcome, ...quoted } = quoteAnswer(asked)
    observed[question.isOutOfScope ? 'outOfScope' : 'inScope']++
    if (outcome.kind === 'answer') {
      const pages = outcome.candidates.map(({ passage }) => taught.keys.get(passage.itemId) ?? '')
      if (gradeReply(question, { kind: 'answer', text: quoted.text, pages }) === 'right')
        observed.rightAnswers++
    } else observed.cases.push(toCase(outcome, taught, question, false))
    if (question.isOutOfScope || isHeldOut) continue
    const without = quoteAnswer(
      await searchWithout(answerer, taught, { history, text }, question.pages),
    ).outcome
    if (without.kind !== 'answer') observed.cases.push(toCase(without, taught, question, true))
  }
  return observed
}

function toCase(
  { kind, rule, candidates }: Outcome,
  { keys }: TaughtCorpus,
  { pages, isOutOfScope }: CorpusQuestion,
  isPageRemoved: boolean,
): SuggestionCase {
  const [best] = candidates
  return {
    features: best ? listFeatures(best, rule) : null,
    ruleScore: Math.max(0, ...candidates.map(scoreSuggestion)),
    isSuggested: kind === 'suggest',
    isPositive:
      !isPageRemoved && candidates.some(({ passage }) => pages.includes(keys.get(passage.itemId) ?? '')),
    isOutOfScope,
    isPageRemoved,
  }
}

function listFeatures(best: Candidate, doubt: DecisionRule): SuggestionFeatures {
  return {
    score: best.score,
    title: best.title ?? 0,
    covered: best.covered,
    evidence: best.evidence,
    heading: best.heading,
    missingTopics: best.missingTopics.length,
    lacksValue: best.hasValue ? 0 : 1,
    isAmbiguous: doubt === 'ambiguous' ? 1 : 0,
  }
}

/** The conversation up to the question, with the answerer's own replies. */
async function replay(
  answerer: Answerer,
  { companyId, projectId }: TaughtCorpus,
  { turns }: CorpusQuestion,
): Promise<ChatTurn[]> {
  const app = { ...answerer, clock: systemClock, timers: systemTimers, models: createFixedModels({}) }
  const history: ChatTurn[] = []
  for (const [index, text] of turns.entries()) {
    history.push({ from: 'visitor', text })
    if (index === turns.length - 1) break
    const { signal } = new AbortController()
    const reply = await answerQuestion(app, { companyId, projectId, history, signal })
    if (reply.kind !== 'handover') history.push({ from: 'agent', text: reply.text })
  }
  return history
}

function search(
  { db, search }: Answerer,
  { companyId, projectId }: TaughtCorpus,
  history: ChatTurn[],
  text: string,
): Promise<PassageSearchResult> {
  const { typos } = search
  return db.company(companyId, (sql) => searchLive(sql, { projectId, typos }, history, text))
}

/** The same search where some pages do not exist: they are deleted in a transaction that is rolled back. */
async function searchWithout(
  { db, search }: Answerer,
  { companyId, projectId, keys }: TaughtCorpus,
  { history, text }: { history: ChatTurn[]; text: string },
  pages: readonly string[],
): Promise<PassageSearchResult> {
  const itemIds = [...keys].flatMap(([itemId, page]) => (pages.includes(page) ? [itemId] : []))
  const { typos } = search
  let found: PassageSearchResult | undefined
  const undo = new Error('rolled back on purpose')
  await db
    .company(companyId, async (sql) => {
      await sql`delete from knowledge_items where id = any(${itemIds}::uuid[])`
      found = await searchLive(sql, { projectId, typos }, history, text)
      throw undo
    })
    .catch((error) => {
      if (error !== undo) throw error
    })
  if (!found) throw new Error('The search did not end')
  return found
}

async function searchLive(
  sql: Sql,
  { projectId, typos }: { projectId: string; typos: boolean },
  history: ChatTurn[],
  text: string,
): Promise<PassageSearchResult> {
  const answers = { projectId, isDraft: false }
  const languages = await listSearchLanguages(sql, answers)
  return searchConversation(sql, { answers, languages, vector: null, typos }, history, text)
}
