import { negates } from '../language/language-data.ts'
import { scoreMatch } from '../question/concept.ts'
import type { AnalyzedQuestion, Heading, MatchedPassage } from '../types.ts'
import type { Candidate } from './score-candidates.ts'
import { findAnsweringRows, selectStatements } from './select-statements.ts'
import { findBestStatement } from './to-source.ts'

const idealCharacters = 600
const maxCharacters = 760

/**
 * Quotes whole statements: from the start of the section if the best statements are near it, else those with their context. The
 * introduction of a list is part of the quote, and so are a title and headings that negate what follows.
 */
export function quoteSpan(candidate: Candidate, question: AnalyzedQuestion, start: 'best' | 'start'): string {
  const { passage, from, to, heading } = candidate
  if (start === 'best' && !passage.isFaq) {
    const rows = findAnsweringRows(passage, from, to, question)
    if (rows.length > 0) return joinRuns(passage, rows, question)
    if (heading < (passage.url === null ? minTextHeading : minPageHeading))
      return joinRuns(passage, selectStatements(passage, from, to, question), question)
  }
  const isNearStart = lengthOf(passage, 0, to) <= maxCharacters
  const [first, end] =
    start === 'start' && !isNearStart
      ? extendForward(passage, 0, 1)
      : isNearStart
        ? extendForward(passage, 0, to)
        : extendBackward(passage, ...extendForward(passage, from, to))
  return joinStatements(passage, first, end, question)
}

/**
 * A heading that matches the question this well shows that its whole section is about it. A section of a page has one subject, while
 * a manual text often has several.
 */
const minPageHeading = 0.2
const minTextHeading = 0.6

function joinRuns(passage: MatchedPassage, indexes: number[], question: AnalyzedQuestion): string {
  const runs: [number, number][] = []
  for (const index of indexes) {
    const last = runs.at(-1)
    if (last && last[1] === index) last[1] = index + 1
    else runs.push([index, index + 1])
  }
  const texts = runs.map(([from, to]) => joinStatements(passage, from, to, question))
  return texts.join('\n')
}

/** The statement that matches the question best, with the introduction of its list, or the answer to a question in the text. */
export function quoteSentence({ passage, from, to }: Candidate, question: AnalyzedQuestion): string {
  const best = from + findBestStatement(passage.statements.slice(from, to), question)
  const end = /[?？]$/u.test(passage.statements[best]?.text ?? '') ? best + 2 : best + 1
  return joinStatements(passage, best, end, question)
}

function lengthOf({ statements }: MatchedPassage, from: number, to: number): number {
  return statements.slice(from, to).reduce((sum, { text }) => sum + text.length, 0)
}

/** Adds the following statements up to the ideal length. An introduction gets at least the first items of its list. */
function extendForward(passage: MatchedPassage, from: number, to: number): [number, number] {
  const { statements } = passage
  let end = to
  while (end < statements.length) {
    // A question in the text is answered by what follows it.
    const isOpen = /[:?]$/.test(statements[end - 1]?.text ?? '')
    const isInList = statements[end]?.leadIn !== null && (statements[end]?.leadIn ?? -1) >= from
    if (lengthOf(passage, from, end + 1) > (isOpen || isInList ? maxCharacters : idealCharacters)) {
      // An introduction without its list says nothing.
      if (isOpen) end = end - 1 > from ? end - 1 : end + 1
      break
    }
    end++
  }
  return [from, end]
}

function extendBackward(passage: MatchedPassage, from: number, to: number): [number, number] {
  let first = from
  while (first > 0 && lengthOf(passage, first - 1, to) <= idealCharacters) first--
  return [first, to]
}

function joinStatements(
  passage: MatchedPassage,
  from: number,
  to: number,
  question: AnalyzedQuestion,
): string {
  const { statements } = passage
  const leadIn = statements[from]?.leadIn ?? null
  const governing = leadIn !== null && leadIn < from ? [statements[leadIn]?.text ?? ''] : []
  const lines = [...listNeededHeadings(passage, from, to, question), ...governing]
  let paragraph: number | null = null
  for (const { text, paragraph: own } of statements.slice(from, to)) {
    if (own === paragraph) lines[lines.length - 1] += ` ${text}`
    else lines.push(text)
    paragraph = own
  }
  return lines.join('\n')
}

/**
 * The title and headings without which the statements say something else, and the innermost heading with words of the question
 * that the statements lack, unless it asks the same question.
 */
function listNeededHeadings(
  { statements, headingPath, isFaq }: MatchedPassage,
  from: number,
  to: number,
  { languages, concepts }: AnalyzedQuestion,
): string[] {
  // The title of an FAQ is its question.
  if (isFaq) return []
  const words = new Set(statements.slice(from, to).flatMap((statement) => [...statement.words]))
  const addsWords = (heading: Heading) =>
    concepts.some((one) => scoreMatch(heading.words, one) > scoreMatch(words, one))
  const asksTheSame = ({ text, words: asked }: Heading) =>
    /[?？]\s*$/u.test(text) &&
    [...asked].every((word) => concepts.some((one) => one.stems.has(word) || one.synonymStems.has(word)))
  return headingPath
    .filter(
      (heading, index) =>
        languages.some((language) => negates(heading.text, language)) ||
        (index > 0 && index === headingPath.length - 1 && addsWords(heading) && !asksTheSame(heading)),
    )
    .map(({ text }) => text)
}
