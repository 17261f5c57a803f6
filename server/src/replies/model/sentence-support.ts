import { tokenize } from '../../knowledge/search/normalize-text.ts'
import { languages, negates } from '../language/language-data.ts'
import { splitStatements } from '../search/split-statements.ts'
import type { MatchedPassage } from '../types.ts'

export type SentenceSupport = {
  /** Numbers of the first two passages that say the sentence in similar words, from 1: it needs no citation. */
  findPassages(sentence: string): number[]
  /** The sentence is about the company or its hours, which need no passage. */
  isAboutCompany(sentence: string): boolean
}

const minWordLength = 4
const minStemLength = 3
const minShared = 2
const minShare = 0.6
const maxPassages = 2

/** Compares words, so it finds support only where a sentence and a passage have the same language. */
export function createSentenceSupport(passages: MatchedPassage[], aboutCompany: string[]): SentenceSupport {
  const company = aboutCompany
    .flatMap(splitStatements)
    .map(({ text }) => ({ text, words: tokenize(text).filter((word) => word.length >= minWordLength) }))
  const material = passages.map(({ statements, headingWords }) => [
    { text: '', words: [...headingWords] },
    ...statements.map(({ text, words }) => ({ text, words: [...words] })),
  ])
  return {
    findPassages: (sentence) =>
      material
        .flatMap((statements, index) => (statements.some(says(sentence)) ? [index + 1] : []))
        .slice(0, maxPassages),
    isAboutCompany: (sentence) => company.some(says(sentence)),
  }
}

type Statement = { text: string; words: string[] }

/** Whether a statement has most words of the sentence, in any form, and both or neither have a negation. */
function says(sentence: string): (statement: Statement) => boolean {
  const topics = listTopicWords(sentence)
  const isNegated = isNegation(sentence)
  return ({ text, words }) => {
    const shared = topics.filter((topic) =>
      words.some((word) => word.length >= minStemLength && topic.startsWith(word)),
    ).length
    return shared >= minShared && shared >= topics.length * minShare && isNegation(text) === isNegated
  }
}

function isNegation(text: string): boolean {
  return languages.some((language) => negates(text, language))
}

function listTopicWords(sentence: string): string[] {
  return tokenize(sentence).filter(
    (word) => word.length >= minWordLength && !languages.some(({ questionWords }) => questionWords.has(word)),
  )
}

const maxLeadInWords = 3

/**
 * "Yes.", "Of course!", "There are two ways:" or a short heading: shown only with the supported sentence that follows. A short statement,
 * such as "No refunds." or "Repairs are free!", is none.
 */
export function isLeadIn(sentence: string): boolean {
  const text = sentence.trim()
  if (/[:：][*_]*$/u.test(text)) return true
  if (tokenize(text).length > maxLeadInWords) return false
  const topicCount = listTopicWords(text).length
  const isStatement = /[.。]$/u.test(text) || isNegation(text)
  return topicCount === 0 || (topicCount === 1 && !isStatement)
}

/** "I have no information on gift cards": the prompt asks for such a sentence, which no passage can support. */
export function statesNoInformation(sentence: string): boolean {
  const words = tokenize(sentence)
  return languages.some(
    (language) => words.some((word) => language.information.has(word)) && negates(sentence, language),
  )
}
