import { type Concept, scoreMatch } from './analyze-question.ts'
import type { AnswerContent } from './answer.ts'
import type { MatchedPassage, PassageSearchResult } from './find-passages.ts'

/** The model name of answers that are quoted without a model. */
export const builtInModel = 'built-in'

/** A window that covers a smaller share of the question's weight is about something else. */
const minCoverage = 0.7
/** Windows whose scores differ by less than this are ties. */
const tieMargin = 0.045
const idealCharacters = 330
const maxCharacters = 480
const maxStatements = 4

export type QuotedAnswer = AnswerContent & { passages: MatchedPassage[] }

/** Answers with verbatim sentences of the knowledge. Null when none of them covers the question. */
export function quoteAnswer(found: PassageSearchResult): QuotedAnswer | null {
  if (found.faq) return createQuote(found.faq, 0, found.faq.statements.length)
  const [best, ...others] = found.passages
    .flatMap((passage) => pickBest(listWindows(passage, found)))
    .sort((a, b) => b.score - a.score)
  if (!best || best.covered < minCoverage) return null
  const ties = others.filter((other) => best.score - other.score < tieMargin)
  // Three or more ties mean that none of them answers the question specifically.
  if (ties.length > 1) return null
  const spans = [best, ...ties].map(
    ({ passage, from, to }): Span => [passage, ...extendSpan(passage, from, to)],
  )
  if (omitsConcept(spans, found) || spans.every((span) => isScattered(span, found))) return null
  return joinQuotes(spans.map((span) => createQuote(...span)))
}

/** The statements of a passage from index `from` up to, not including, `to`. */
type Span = [passage: MatchedPassage, from: number, to: number]

/** An answer that lacks a concept of at least this share of the weight answers another question. */
const maxOmittedShare = 0.25

function omitsConcept(spans: Span[], { question: { concepts } }: PassageSearchResult): boolean {
  const words = new Set(
    spans.flatMap(([passage, from, to]) => [
      ...passage.headingWords,
      ...passage.statements.slice(from, to).flatMap((statement) => [...statement.words]),
    ]),
  )
  const total = sumBy(concepts, ({ weight }) => weight)
  return concepts.some(
    (concept) => scoreMatch(words, concept) === 0 && concept.weight >= total * maxOmittedShare,
  )
}

/** When every sentence covers less than this share, the words match by chance. */
const minShareInOneSentence = 0.55

/** True unless at least one sentence, with its heading, covers enough of the question. */
function isScattered([passage, from, to]: Span, { question: { concepts } }: PassageSearchResult): boolean {
  const total = sumBy(concepts, ({ weight }) => weight)
  // The title of a text without a heading is generated from its first words.
  const hasOwnTitle = !passage.body.startsWith(passage.title.replace(/…$/, ''))
  const headingWords = hasOwnTitle ? passage.headingWords : new Set<string>()
  return passage.statements.slice(from, to).every(({ words }) => {
    const covered = sumBy(
      concepts,
      (concept) => Math.max(scoreMatch(words, concept), scoreMatch(headingWords, concept)) * concept.weight,
    )
    return covered < total * minShareInOneSentence
  })
}

function pickBest(all: Window[]): Window[] {
  return all.length === 0 ? [] : [all.reduce((one, other) => (other.score > one.score ? other : one))]
}

function joinQuotes(quotes: QuotedAnswer[]): QuotedAnswer {
  return {
    text: quotes.map(({ text }) => text).join('\n\n'),
    sources: quotes.flatMap(({ sources }) => sources),
    passages: quotes.flatMap(({ passages }) => passages),
    model: builtInModel,
  }
}

function createQuote(passage: MatchedPassage, from: number, to: number): QuotedAnswer {
  const text = passage.statements
    .slice(from, to)
    .map((statement) => statement.text)
    .join(' ')
  const { itemId, title, url } = passage
  return { text, sources: [{ itemId, title, url, quote: text }], passages: [passage], model: builtInModel }
}

type Window = { passage: MatchedPassage; from: number; to: number; covered: number; score: number }

/** All runs of consecutive statements that are short enough to be an answer. */
function listWindows(passage: MatchedPassage, found: PassageSearchResult): Window[] {
  const all: Window[] = []
  for (let from = 0; from < passage.statements.length; from++) {
    let length = 0
    for (let to = from + 1; to <= Math.min(passage.statements.length, from + maxStatements); to++) {
      length += passage.statements[to - 1]?.text.length ?? 0
      if (length > maxCharacters && to > from + 1) break
      all.push(scoreWindow(passage, from, to, length, found))
    }
  }
  return all
}

/** A match in the heading counts less than a match in the sentence. */
const headingFactor = 0.85
const patternWeight = 0.35
const headingOnlyFactor = 0.85

function scoreWindow(
  passage: MatchedPassage,
  from: number,
  to: number,
  length: number,
  { question }: PassageSearchResult,
): Window {
  const statements = passage.statements.slice(from, to)
  const words = new Set(statements.flatMap((statement) => [...statement.words]))
  // The question of a FAQ counts as part of its answer.
  if (passage.isFaq) for (const word of passage.headingWords) words.add(word)
  const text = statements.map((statement) => statement.text).join(' ')
  const total =
    sumBy(question.concepts, ({ weight }) => weight) + question.answerPatterns.length * patternWeight || 1
  const share = (score: (concept: Concept) => number) =>
    sumBy(question.concepts, (concept) => score(concept) * concept.weight) / total
  const within = share((concept) => scoreMatch(words, concept))
  const inHeading = share((concept) => scoreMatch(passage.headingWords, concept))
  const bestSentence = Math.max(
    ...statements.map((statement) => share((concept) => scoreMatch(statement.words, concept))),
  )
  const matchedPatterns =
    question.answerPatterns.filter((pattern) => pattern.test(text)).length * patternWeight
  const combined =
    share((concept) =>
      Math.max(scoreMatch(words, concept), scoreMatch(passage.headingWords, concept) * headingFactor),
    ) +
    matchedPatterns / total
  // A match in the heading alone is weaker.
  const covered = combined * (within === 0 ? headingOnlyFactor : 1)
  const score = covered + 0.15 * inHeading + 0.15 * bestSentence - length / 6000
  return { passage, from, to, covered, score }
}

function sumBy<T>(all: T[], value: (one: T) => number): number {
  return all.reduce((total, one) => total + value(one), 0)
}

/** Adds the following statements of the passage, then the preceding ones, up to the ideal length, for context. */
function extendSpan(passage: MatchedPassage, from: number, to: number): [number, number] {
  const lengthOf = (index: number) => passage.statements[index]?.text.length ?? 0
  let length = 0
  for (let index = from; index < to; index++) length += lengthOf(index)
  let [first, end] = [from, to]
  while (end < passage.statements.length && length + lengthOf(end) <= idealCharacters)
    length += lengthOf(end++)
  while (first > 0 && length + lengthOf(first - 1) <= idealCharacters) length += lengthOf(--first)
  return [first, end]
}
