import { tokenize } from '../knowledge/search/normalize-text.ts'
import { findUnsupportedFacts } from '../replies/facts/check-facts.ts'
import { findUnsupportedNames } from '../replies/facts/check-names.ts'
import { extractFacts } from '../replies/facts/extract-facts.ts'
import { createSentenceSplitter } from '../replies/model/split-stream.ts'

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
