import type { Sql } from '../../kit/db/db.ts'
import { joinTexts } from '../question/join-question.ts'
import { quoteAnswer } from '../quote/quote-answer.ts'
import { findPassages, searchConversation } from '../search/find-passages.ts'
import type { ChatTurn, MatchedPassage, PassageSearchResult, SearchScope } from '../types.ts'

type Asked = { turns: ChatTurn[]; question: string; topic: string }

export type FoundForModel = {
  found: PassageSearchResult
  /** The knowledge has no words of the question, and more passages than were read. */
  isUnknown: boolean
}

/** More passages than the narrow search has found, where these do not answer the question word for word. */
export async function findForModel(
  sql: Sql,
  narrowScope: SearchScope,
  { turns, question, topic }: Asked,
  narrow: PassageSearchResult,
): Promise<FoundForModel> {
  const { kind } = quoteAnswer(narrow).outcome
  const isBroad = kind !== 'answer'
  const scope = { ...narrowScope, isBroad }
  const passages = isBroad ? await searchConversation(sql, scope, turns, question) : narrow
  const found = await addPassagesOnTopic(sql, scope, passages, { topic, question })
  return { found, isUnknown: kind === 'handover' && !passages.isComplete }
}

/** Passages for other phrases of the question come first, because its own words have found nothing. */
export async function addPassagesForPhrases(
  sql: Sql,
  scope: SearchScope,
  found: PassageSearchResult,
  phrases: string[],
): Promise<PassageSearchResult> {
  const keywordScope = { ...scope, languages: found.languages, vector: null }
  const searches = []
  for (const phrase of phrases) {
    const ofPhrase = await findPassages(sql, keywordScope, phrase, null)
    searches.push(ofPhrase.passages)
  }
  return { ...found, passages: interleave([...searches, found.passages]) }
}

/** A model reads passages on the topic too, alternately with those on the question alone, the best ones first. */
async function addPassagesOnTopic(
  sql: Sql,
  scope: SearchScope,
  found: PassageSearchResult,
  { topic, question }: { topic: string; question: string },
): Promise<PassageSearchResult> {
  if (topic === '') return found
  const onTopic = await findPassages(
    sql,
    { ...scope, languages: found.languages },
    joinTexts(topic, question),
    null,
  )
  const count = Math.max(found.passages.length, onTopic.passages.length)
  return { ...found, passages: interleave([found.passages, onTopic.passages]).slice(0, count) }
}

/** The first passage of each list, then the second ones; each passage once. */
function interleave(lists: MatchedPassage[][]): MatchedPassage[] {
  const passages = new Map<string, MatchedPassage>()
  const count = Math.max(...lists.map(({ length }) => length))
  for (let index = 0; index < count; index++)
    for (const passage of lists.map((list) => list[index]))
      if (passage) passages.set(`${passage.itemId} ${passage.position}`, passage)
  return [...passages.values()]
}
