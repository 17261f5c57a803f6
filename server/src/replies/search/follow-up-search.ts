import type { Sql } from '../../kit/db/db.ts'
import type { AnswerSet } from '../../knowledge/search.ts'
import type { ChatTurn } from '../answer.ts'
import { scoreMatch } from '../question/analyze-question.ts'
import { joinQuestion } from '../question/join-question.ts'
import {
  findPassages,
  type MatchedPassage,
  type PassageSearchResult,
  type SearchOptions,
} from './find-passages.ts'

/** The visitor's previous question, which a follow-up such as "and to Norway?" refers to. Empty for the first question. */
export function readTopic(history: ChatTurn[]): string {
  const lastReply = history.findLastIndex(({ from }) => from === 'agent')
  const lastQuestion = history
    .slice(0, Math.max(0, lastReply))
    .findLastIndex(({ from }) => from === 'visitor')
  return joinQuestion(history.slice(0, lastQuestion + 1))
}

export function joinTexts(...texts: string[]): string {
  return texts.filter(Boolean).join('\n')
}

/** A model reads passages on the topic too, alternately with those on the question alone, the best ones first. */
export async function addPassagesOnTopic(
  sql: Sql,
  answers: AnswerSet,
  found: PassageSearchResult,
  { topic, question }: { topic: string; question: string },
  options: Omit<SearchOptions, 'context' | 'languages'>,
): Promise<PassageSearchResult> {
  if (topic === '') return found
  const onTopic = await findPassages(sql, answers, joinTexts(topic, question), {
    ...options,
    context: null,
    languages: found.languages,
  })
  const count = Math.max(found.passages.length, onTopic.passages.length)
  return { ...found, passages: interleave([found.passages, onTopic.passages]).slice(0, count) }
}

/** The first passage of each list, then the second ones; each passage once. */
export function interleave(lists: MatchedPassage[][]): MatchedPassage[] {
  const passages = new Map<string, MatchedPassage>()
  const count = Math.max(...lists.map(({ length }) => length))
  for (let index = 0; index < count; index++)
    for (const passage of lists.map((list) => list[index]))
      if (passage) passages.set(`${passage.itemId} ${passage.position}`, passage)
  return [...passages.values()]
}

/** Whether the FAQ asks the visitor's question in the same words. */
export function isExactFaq({ faq }: PassageSearchResult, question: string): boolean {
  return faq !== null && toWords(faq.title) === toWords(question)
}

function toWords(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')
}

/** Terms of the question that no passage contains. */
export function findMissingWords({ question, passages }: PassageSearchResult): string[] {
  const isFound = (concept: PassageSearchResult['question']['concepts'][number]) =>
    passages.some(({ headingWords, statements }) =>
      [headingWords, ...statements.map(({ words }) => words)].some((words) => scoreMatch(words, concept) > 0),
    )
  return question.concepts.filter((concept) => !isFound(concept)).map(({ word }) => word)
}
