import { tokenize } from '../knowledge/normalize-text.ts'
import type { ChatTurn } from './answer.ts'
import { detectQuestionLanguages } from './language-data.ts'

/** What a follow-up question continues. */
export type FollowUpContext = { question: string; answer: string }

/** A longer question says what it is about. */
const maxTopicWords = 4
const maxCharacters = 1000

/**
 * The previous question and its answer if the pending question depends on them: 'how often?', 'and to Norway?', 'can I put a
 * password on it?'. Null if it stands on its own.
 */
export function findFollowUpContext(
  history: ChatTurn[],
  question: string,
  projectConfigs: string[],
): FollowUpContext | null {
  const lastAnswer = history.findLastIndex(({ from }) => from === 'agent')
  const previous = history.slice(0, lastAnswer).findLast(({ from }) => from === 'visitor')
  if (!previous || !dependsOnContext(question, projectConfigs)) return null
  const answer = history[lastAnswer]?.text ?? ''
  return { question: previous.text.slice(0, maxCharacters), answer: answer.slice(0, maxCharacters) }
}

export function dependsOnContext(question: string, projectConfigs: string[]): boolean {
  const languages = detectQuestionLanguages(question, projectConfigs)
  const tokens = tokenize(question)
  const isTopic = (word: string | undefined) =>
    word !== undefined &&
    !languages.some(
      ({ questionWords, followUps }) => questionWords.has(word) || followUps.determiners.has(word),
    )
  const topics = tokens.filter(
    (word) => isTopic(word) && !languages.some(({ vagueWords }) => vagueWords.has(word)),
  )
  if (topics.length === 0) return tokens.length > 0
  if (topics.length > maxTopicWords) return false
  const plain = tokens.join(' ')
  return languages.some(
    ({ followUps: { opening, pronouns, determiners } }) =>
      opening.test(plain) ||
      tokens.some(
        (word, index) => pronouns.has(word) || (determiners.has(word) && !isTopic(tokens[index + 1])),
      ),
  )
}
