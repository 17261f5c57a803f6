import { tokenize } from '../../knowledge/search/normalize-text.ts'
import { detectQuestionLanguages, type FollowUpWords, type LanguageData } from '../language/language-data.ts'
import type { ChatTurn, FollowUpContext } from '../types.ts'

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
  const topics = tokenize(withoutValueWords(tokens.join(' '), languages)).filter(
    (word) => isTopic(word) && !languages.some(({ vagueWords }) => vagueWords.has(word)),
  )
  if (topics.length === 0) return tokens.length > 0
  if (topics.length > maxTopicWords) return false
  return languages.some(
    ({ followUps }) => opensFollowUp(question, followUps) || refersBack(tokens, followUps, isTopic),
  )
}

/** 'quanto costa?' names no topic: its verb only asks for a value. */
function withoutValueWords(plain: string, languages: LanguageData[]): string {
  return languages
    .flatMap(({ values }) => values.filter(({ kind }) => kind === 'money' || kind === 'duration'))
    .reduce((rest, { asks }) => rest.replace(asks, ' '), plain)
}

function opensFollowUp(question: string, { opening, openingHomographs }: FollowUpWords): boolean {
  const [first = ''] =
    question
      .toLowerCase()
      .normalize('NFC')
      .match(/\p{L}+/u) ?? []
  return opening.test(tokenize(question).join(' ')) && !openingHomographs.has(first)
}

function refersBack(
  tokens: string[],
  { pronouns, determiners, enclitic, impersonal }: FollowUpWords,
  isTopic: (word: string | undefined) => boolean,
): boolean {
  const plain = tokens.join(' ')
  const words = tokenize(impersonal ? plain.replace(impersonal, ' ') : plain)
  return (
    enclitic?.test(plain) === true ||
    words.some((word, index) => pronouns.has(word) || (determiners.has(word) && !isTopic(words[index + 1])))
  )
}
