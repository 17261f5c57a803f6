import { tokenize } from '../knowledge/search/normalize-text.ts'
import { findUnsupportedFacts } from '../replies/facts/check-facts.ts'
import { extractFacts } from '../replies/facts/extract-facts.ts'
import { languages } from '../replies/language/language-data.ts'
import { createSentenceSplitter } from '../replies/model/split-stream.ts'
import commonWords from './common-words.json' with { type: 'json' }

const maxCharacters = 1000

/**
 * The sentences of a model's summary whose figures, dates, names, addresses and links all stand in the conversation. Empty if there are
 * none. Names in scripts without capital letters are not checked.
 */
export function checkSummary(text: string, conversation: string): string {
  const facts = extractFacts(conversation)
  const words = [...new Set(tokenize(conversation))]
  const splitter = createSentenceSplitter()
  const sentences = [...splitter.push(text), ...splitter.end()]
  const isSupported = (sentence: string) =>
    findUnsupportedFacts(sentence, facts).length === 0 && findUnsupportedNames(sentence, words).length === 0
  let checked = ''
  for (const sentence of sentences) {
    if (checked.length + sentence.length > maxCharacters) break
    if (isSupported(sentence)) checked += sentence
    else if (sentence.endsWith('\n') && checked !== '') checked = `${checked.trimEnd()}\n`
  }
  return hasContent(checked) ? checked.replace(/[ \t]*\n+/g, '\n').trim() : ''
}

function hasContent(text: string): boolean {
  return tokenize(text).length > 2
}

const capitalizedWord = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}\p{N}'’-]*/gu

/** Words with a capital letter that are neither in the conversation nor common. In German these may be nouns, too. */
function findUnsupportedNames(sentence: string, words: string[]): string[] {
  return [...sentence.matchAll(capitalizedWord)]
    .flatMap(([word]) => tokenize(word))
    .filter((word) => word.length > 1 && !common.has(word) && !words.some((known) => isFormOf(known, word)))
}

const minStemLength = 4
const maxEndingLength = 2
const minCompoundPart = 5

/** Another form of a word, such as "Annas", or a compound with it. */
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
