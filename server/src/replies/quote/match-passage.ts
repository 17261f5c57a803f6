import { normalizeText } from '../../knowledge/search/normalize-text.ts'
import { scoreMatch } from '../question/concept.ts'
import { scoreHeading } from '../search/score-heading.ts'
import type { AnalyzedQuestion, MatchedPassage } from '../types.ts'
import { scorePhrases } from './score-phrases.ts'

/** How well each part of a passage expresses each concept of the question. */
export type PassageMatches = {
  passage: MatchedPassage
  /** For each statement a value for each concept. */
  statements: number[][]
  /** The same, without synonyms and words of the same family. */
  literal: number[][]
  headings: number[]
  literalHeadings: number[]
  section: number[]
  heading: number
  /** How well the title of the page alone states the question; null for a text without a title. */
  title: number | null
  hasValue: boolean[]
  /** For each statement, how much of the question's phrases it contains. */
  phrases: number[]
  /** Whether the question continues an answer from this passage. */
  isContinued: boolean
}

/** A word in a heading is about the whole section, so it proves less than one in the answer. */
const headingFactor = 0.9
/** Sentences that many pages repeat are about the website, not about the page. */
const repeatedFactor = 0.5

export function matchPassage(
  question: AnalyzedQuestion,
  passage: MatchedPassage,
  previousAnswer: string | null,
): PassageMatches {
  const { statements, headingWords } = passage
  const match = (words: ReadonlySet<string>) => question.concepts.map((one) => scoreMatch(words, one))
  const matchLiterally = (words: ReadonlySet<string>) =>
    question.concepts.map(({ stems }) => ([...stems].some((stem) => words.has(stem)) ? 1 : 0))
  const own = statements.map(({ words, isRepeated }) =>
    match(words).map((value) => value * (isRepeated ? repeatedFactor : 1)),
  )
  const literal = statements.map(({ words }) => matchLiterally(words))
  const none = question.concepts.map(() => 0)
  // The introduction of a list belongs to each of its items.
  const withLeadIn = (all: number[][]) =>
    all.map((values, index) => maxOf([values, all[statements[index]?.leadIn ?? index] ?? none]))
  return {
    passage,
    statements: withLeadIn(own),
    literal: withLeadIn(literal),
    headings: match(headingWords).map((value) => value * headingFactor),
    literalHeadings: matchLiterally(headingWords),
    section: maxOf([none, ...own]),
    heading: scoreHeading(question, passage.headingPath),
    title: passage.headingPath[0]?.text ? scoreHeading(question, passage.headingPath.slice(0, 1)) : null,
    hasValue: statements.map((statement) => hasRequestedValue(question, statement)),
    phrases: statements.map(({ text }) => scorePhrases(question, text)),
    isContinued: continues(passage, previousAnswer),
  }
}

function continues({ statements }: MatchedPassage, previousAnswer: string | null): boolean {
  return (
    previousAnswer !== null &&
    statements.some(({ text }) => text.length > 20 && previousAnswer.includes(text))
  )
}

/** The largest value at each place. */
export function maxOf(all: number[][]): number[] {
  return (all[0] ?? []).map((_, place) => Math.max(...all.map((values) => values[place] ?? 0)))
}

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
