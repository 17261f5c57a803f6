import { normalizeText } from '../../knowledge/normalize-text.ts'
import { type AnalyzedQuestion, scoreMatch } from '../question/analyze-question.ts'

/**
 * Whether the statement has a value of each kind that the question asks for, such as a price. The value must be said of
 * something in the question: a number in a sentence about another subject is no answer.
 */
export function hasRequestedValue(
  { concepts, answerPatterns }: AnalyzedQuestion,
  { text, words }: { text: string; words: ReadonlySet<string> },
): boolean {
  if (answerPatterns.length === 0) return true
  if (!concepts.some((concept) => scoreMatch(words, concept) > 0)) return false
  const plain = normalizeText(text).replace(/^\s*(?:step )?\d{1,3}[.):]\s/, '')
  return answerPatterns.every((pattern) => pattern.test(plain))
}
