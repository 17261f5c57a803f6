import { tokenize } from '../../knowledge/search/normalize-text.ts'
import type { LanguageData } from '../language/language-data.ts'
import { scoreMatch } from '../question/concept.ts'
import type { AnalyzedQuestion, MatchedPassage, Statement } from '../types.ts'
import { hasRequestedValue, maxOf } from './match-passage.ts'

/** Statements with their context are quoted up to this length. */
const maxCharacters = 600
/** A further statement is quoted if it adds this share of the question's weight. A value that is asked for counts as much. */
const minAdded = 0.1

/**
 * The indexes of the statements between `from` and `to` (exclusive) that answer the question, and of those around them without which
 * they cannot be understood. Their neighbors may be about something else.
 */
export function selectStatements(
  passage: MatchedPassage,
  from: number,
  to: number,
  question: AnalyzedQuestion,
): number[] {
  const { statements } = passage
  const chosen = selectAnswering(passage, from, to, question)
  return addContext(statements, chosen, question.languages).toSorted((a, b) => a - b)
}

/**
 * The indexes of the table rows between `from` and `to` that answer a question for a value without a sentence beside them: they have such a
 * value, and every other word of the question that is found there. A number may be in a range of the next row, so every number of
 * the question must be in the row itself.
 */
export function findAnsweringRows(
  { statements, headingWords }: MatchedPassage,
  from: number,
  to: number,
  question: AnalyzedQuestion,
): number[] {
  if (question.answerPatterns.length === 0) return []
  const topics = question.concepts.filter(({ asksForValue }) => !asksForValue)
  const match = (words: ReadonlySet<string>) => topics.map((topic) => scoreMatch(words, topic))
  const window = statements.slice(from, to).map((statement, index) => ({
    index: from + index,
    values: maxOf([match(headingWords), match(statement.words)]),
    isAnswer: statement.isRow && hasRequestedValue(question, statement),
  }))
  const found = maxOf(window.map(({ values }) => values))
  const isIn = (values: number[]) =>
    topics.every(({ word }, place) => {
      const value = values[place] ?? 0
      return value >= (found[place] ?? 0) && (value > 0 || !/\d/.test(word))
    })
  return window.filter(({ isAnswer, values }) => isAnswer && isIn(values)).map(({ index }) => index)
}

/** The best statement, and the others of which each adds a part of the question or says the same of something else. */
function selectAnswering(
  { statements, headingWords }: MatchedPassage,
  from: number,
  to: number,
  question: AnalyzedQuestion,
): number[] {
  const { concepts } = question
  const total = concepts.reduce((sum, { weight }) => sum + weight, 0) || 1
  const weigh = (values: number[]) =>
    values.reduce((sum, value, index) => sum + value * (concepts[index]?.weight ?? 0), 0) / total
  const match = (words: ReadonlySet<string>) => concepts.map((concept) => scoreMatch(words, concept))
  const [best, ...others] = statements
    .slice(from, to)
    .map((statement, index) => {
      const values = match(statement.words)
      const hasValue = hasRequestedValue(question, statement)
      return { index: from + index, values, hasValue, score: weigh(values) + (hasValue ? minAdded : 0) }
    })
    .sort((a, b) => b.score - a.score || a.index - b.index)
  if (!best) return []
  const chosen = [best]
  let covered = maxOf([match(headingWords), best.values])
  for (const other of others) {
    const together = maxOf([covered, other.values])
    const addsValue = other.hasValue && !chosen.some(({ hasValue }) => hasValue)
    const isAlike = Math.abs(other.index - best.index) === 1 && weigh(other.values) >= weigh(best.values)
    if (weigh(together) - weigh(covered) < minAdded && !addsValue && !isAlike) continue
    chosen.push(other)
    covered = together
  }
  return chosen.map(({ index }) => index)
}

/**
 * Adds the sentence before one that continues it and those that continue it, the introduction of an item, the list of an introduction, all
 * steps of instructions, and the answer to a question in the text.
 */
function addContext(statements: Statement[], answering: number[], languages: LanguageData[]): number[] {
  const chosen = new Set(answering)
  let length = answering.reduce((sum, index) => sum + (statements[index]?.text.length ?? 0), 0)
  /** False when there is no such statement or no room for it. */
  const add = (index: number): boolean => {
    const statement = statements[index]
    if (!statement) return false
    if (chosen.has(index)) return true
    if (length + statement.text.length > maxCharacters) return false
    length += statement.text.length
    chosen.add(index)
    return true
  }
  const addItems = (leadIn: number) => {
    for (let at = leadIn + 1; statements[at]?.leadIn === leadIn; at++) if (!add(at)) return
  }
  for (const index of answering) {
    const { leadIn = null, text = '' } = statements[index] ?? {}
    for (let at = index; continuesPrevious(statements, at, languages); at--) if (!add(at - 1)) break
    if (leadIn !== null) add(leadIn)
    if (leadIn !== null && isStep(text)) addItems(leadIn)
    if (/[:：?？]\s*$/u.test(text) && add(index + 1)) addItems(index)
    for (let at = index + 1; continuesPrevious(statements, at, languages); at++) if (!add(at)) break
  }
  return [...chosen]
}

/** Whether the sentence begins with a word that refers to the one before it in its paragraph: 'This', 'However'. */
function continuesPrevious(statements: Statement[], index: number, languages: LanguageData[]): boolean {
  const [previous, statement] = [statements[index - 1], statements[index]]
  if (!previous || !statement || previous.paragraph !== statement.paragraph) return false
  const start = tokenize(statement.text).join(' ')
  return languages.some(({ continuation }) => continuation.test(start))
}

function isStep(text: string): boolean {
  return /^\s*\d{1,3}[.)]\s/.test(text)
}
