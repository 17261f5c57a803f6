import { tokenize } from '../../knowledge/search/normalize-text.ts'
import { languages } from '../language/language-data.ts'
import commonWords from './common-words.json' with { type: 'json' }

const capitalizedWord = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}\p{N}'’-]*/gu

/**
 * Lists the words with a capital letter that are neither common nor among `words`, those of the source material. In German these may be
 * nouns, too, except those with an ending of abstract nouns. Names in scripts without capital letters are not found.
 */
export function findUnsupportedNames(sentence: string, words: readonly string[]): string[] {
  return [...sentence.matchAll(capitalizedWord)]
    .flatMap(([word]) => tokenize(word))
    .filter((word) => word.length > 1 && !isCommonWord(word) && !abstractNoun.test(word))
    .filter((word) => !containsForm(words, word))
}

/** German, such as "Lieferung". */
const abstractNoun = /^\p{L}{5,}(?:ung|heit|keit|schaft)(?:en)?$/u

/** Whether a normalized word says nothing about the subject, such as "visitor" or "which". */
export function isCommonWord(word: string): boolean {
  return common.has(word)
}

/** Whether one of the words is another form of this one, such as "Annas", or a compound with it. */
export function containsForm(words: readonly string[], word: string): boolean {
  return words.some((known) => isFormOf(known, word))
}

const minStemLength = 4
const maxEndingLength = 2
const minCompoundPart = 5

function isFormOf(known: string, word: string): boolean {
  if (known === word) return true
  const [long, short] = known.length > word.length ? [known, word] : [word, known]
  if (short.length >= minCompoundPart && (long.startsWith(short) || long.endsWith(short))) return true
  return (
    short.length >= minStemLength && long.startsWith(short) && long.length - short.length <= maxEndingLength
  )
}

const common = new Set([
  ...languages.flatMap(({ interrogatives, questionWords, vagueWords, months }) => [
    ...interrogatives,
    ...questionWords,
    ...vagueWords,
    ...months,
  ]),
  ...Object.values(commonWords).flatMap(tokenize),
])
