import type { Sql } from '../../kit/db/db.ts'
import type { AnswerSet } from '../../knowledge/search.ts'
import type { ChatTurn } from '../answer.ts'
import { quoteAnswer } from '../quote/quote-answer.ts'
import { searchConversation } from '../quote/quote-each-answer.ts'
import { findPassages, type PassageSearchResult, type SearchOptions } from '../search/find-passages.ts'
import { addPassagesOnTopic, interleave } from '../search/follow-up-search.ts'

type Options = Omit<SearchOptions, 'context' | 'languages' | 'isBroad'>
type Asked = { history: ChatTurn[]; question: string; topic: string }
export type FoundForModel = {
  found: PassageSearchResult
  /** The knowledge has no words of the question, and more passages than were read. */
  isUnknown: boolean
}

/** More passages than the narrow search has found, where these do not answer the question word for word. */
export async function findForModel(
  sql: Sql,
  answers: AnswerSet,
  { history, question, topic }: Asked,
  narrow: PassageSearchResult,
  options: Options,
): Promise<FoundForModel> {
  const { kind } = quoteAnswer(narrow).outcome
  const isBroad = kind !== 'answer'
  const passages = isBroad
    ? await searchConversation(sql, answers, history, question, { ...options, isBroad })
    : narrow
  const found = await addPassagesOnTopic(sql, answers, passages, { topic, question }, { ...options, isBroad })
  return { found, isUnknown: kind === 'handover' && !passages.isComplete }
}

/** Passages for other phrases of the question come first, because its own words have found nothing. */
export async function addPassagesForPhrases(
  sql: Sql,
  answers: AnswerSet,
  found: PassageSearchResult,
  phrases: string[],
  options: Options,
): Promise<PassageSearchResult> {
  const { languages, passages } = found
  const searches = []
  for (const phrase of phrases) {
    const ofPhrase = await findPassages(sql, answers, phrase, { ...options, context: null, languages })
    searches.push(ofPhrase.passages)
  }
  return { ...found, passages: interleave([...searches, passages]) }
}
