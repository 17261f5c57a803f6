import { tokenize } from '../../knowledge/search/normalize-text.ts'
import type { AnalyzedQuestion } from '../types.ts'

const comparedLetters = 5

/** From 0 to 1: the share of the question's pairs of neighboring words that are neighbors in the text, such as 'check out'. */
export function scorePhrases({ tokens, concepts }: AnalyzedQuestion, text: string): number {
  const weights = new Map(concepts.map(({ word, weight }) => [word, weight]))
  const words = tokenize(text)
  let [found, total] = [0, 0]
  for (const [index, first] of tokens.entries()) {
    const second = tokens[index + 1]
    if (second === undefined) break
    const weight = (weights.get(first) ?? 0) + (weights.get(second) ?? 0)
    if (weight === 0) continue
    total += weight
    if (words.some((word, place) => isSimilar(word, first) && isSimilar(words[place + 1], second)))
      found += weight
  }
  return total === 0 ? 0 : found / total
}

/** Compares the beginnings of long words, so that inflected forms are equal. */
function isSimilar(one: string | undefined, other: string): boolean {
  if (one === other) return true
  if (one === undefined || one.length < comparedLetters || other.length < comparedLetters) return false
  return one.slice(0, comparedLetters) === other.slice(0, comparedLetters)
}
