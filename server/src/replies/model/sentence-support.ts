import { tokenize } from '../../knowledge/normalize-text.ts'
import { languages, negates } from '../language/language-data.ts'
import type { MatchedPassage } from '../search/find-passages.ts'
import { splitStatements } from '../search/split-statements.ts'

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
    .map(({ text }) => tokenize(text).filter((word) => word.length >= minWordLength))
  return {
    findPassages: (sentence) => {
      const words = listTopicWords(sentence)
      return passages
        .flatMap(({ statements, headingWords }, index) =>
          [headingWords, ...statements.map((one) => one.words)].some((stems) => shares(words, [...stems]))
            ? [index + 1]
            : [],
        )
        .slice(0, maxPassages)
    },
    isAboutCompany: (sentence) => {
      const words = listTopicWords(sentence)
      return company.some((known) => shares(words, known))
    },
  }
}

/** Most words of the sentence are in the statement, in any form. */
function shares(words: string[], stems: string[]): boolean {
  const shared = words.filter((word) =>
    stems.some((stem) => stem.length >= minStemLength && word.startsWith(stem)),
  ).length
  return shared > 0 && (shared === words.length || (shared >= minShared && shared >= words.length * minShare))
}

function listTopicWords(sentence: string): string[] {
  return tokenize(sentence).filter(
    (word) => word.length >= minWordLength && !languages.some(({ questionWords }) => questionWords.has(word)),
  )
}

const maxLeadInWords = 3

/** "Yes, of course!", "There are two ways:" or a short heading: shown only with the supported sentence that follows. */
export function isLeadIn(sentence: string): boolean {
  const text = sentence.trim()
  return /[:：][*_]*$/u.test(text) || (text.match(/[\p{L}\p{N}]+/gu) ?? []).length <= maxLeadInWords
}

/** "I have no information on gift cards": the prompt asks for such a sentence, which no passage can support. */
export function statesNoInformation(sentence: string): boolean {
  const words = tokenize(sentence)
  return languages.some(
    (language) => words.some((word) => language.information.has(word)) && negates(sentence, language),
  )
}
