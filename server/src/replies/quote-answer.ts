import { type Concept, scoreMatch } from './analyze-question.ts'
import type { AnswerContent } from './answer.ts'
import type { MatchedPassage, PassageSearchResult } from './find-passages.ts'

/** The model's name in an answer that no model wrote. */
export const builtInModel = 'built-in'

/** Less than this share of the question's weight found in a passage, and the passage is about something else. */
const minCoverage = 0.7
/** Two windows whose scores are this near say it equally well. */
const tieMargin = 0.045
const idealCharacters = 330
const maxCharacters = 480
const maxStatements = 4

export type QuotedAnswer = AnswerContent & { passages: MatchedPassage[] }

/** Answers with the sentences of the knowledge themselves, never with words of its own; null when none fits. */
export function quoteAnswer(found: PassageSearchResult): QuotedAnswer | null {
  if (found.faq) return createQuote(found.faq, 0, found.faq.statements.length)
  const [best, ...others] = found.passages
    .flatMap((passage) => pickBest(listWindows(passage, found)))
    .sort((a, b) => b.score - a.score)
  if (!best || best.covered < minCoverage) return null
  const alike = others.filter((other) => best.score - other.score < tieMargin)
  // Where three places say it equally well, none of them says it.
  if (alike.length > 1) return null
  const spans = [best, ...alike].map(
    ({ passage, from, to }): Span => [passage, ...extendSpan(passage, from, to)],
  )
  if (omitsConcept(spans, found) || spans.every((span) => isScattered(span, found))) return null
  return joinQuotes(spans.map((span) => createQuote(...span)))
}

/** Statements of a passage, from one to before another. */
type Span = [passage: MatchedPassage, from: number, to: number]

/** So much of a question in one concept, and an answer that says nothing of it is one to another question. */
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

/** Less of a question said in any one place, and its words stand there by chance. */
const minShareInOneSentence = 0.55

/** What is asked must come together somewhere: in one sentence, with what stands above it. */
function isScattered([passage, from, to]: Span, { question: { concepts } }: PassageSearchResult): boolean {
  const total = sumBy(concepts, ({ weight }) => weight)
  // Without a heading of its own, a text is named after its first words.
  const isHeaded = !passage.body.startsWith(passage.title.replace(/…$/, ''))
  const above = isHeaded ? passage.headingWords : new Set<string>()
  return passage.statements.slice(from, to).every(({ words }) => {
    const said = sumBy(
      concepts,
      (concept) => Math.max(scoreMatch(words, concept), scoreMatch(above, concept)) * concept.weight,
    )
    return said < total * minShareInOneSentence
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

/** Every few sentences in a row that might be the answer. */
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

/** What stands above a sentence is said of it too, though not as surely as what it says itself. */
const headingFactor = 0.85
const kindWeight = 0.35
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
  // A FAQ's question belongs to what its answer says.
  if (passage.isFaq) for (const word of passage.headingWords) words.add(word)
  const text = statements.map((statement) => statement.text).join(' ')
  const total = sumBy(question.concepts, ({ weight }) => weight) + question.kinds.length * kindWeight || 1
  const share = (said: (concept: Concept) => number) =>
    sumBy(question.concepts, (concept) => said(concept) * concept.weight) / total
  const within = share((concept) => scoreMatch(words, concept))
  const above = share((concept) => scoreMatch(passage.headingWords, concept))
  const atOnce = Math.max(
    ...statements.map((statement) => share((concept) => scoreMatch(statement.words, concept))),
  )
  const fitting = question.kinds.filter((kind) => kind.test(text)).length * kindWeight
  const held =
    share((concept) =>
      Math.max(scoreMatch(words, concept), scoreMatch(passage.headingWords, concept) * headingFactor),
    ) +
    fitting / total
  // Nothing of the question in the sentences themselves: the heading alone is no answer, unless it asks it all.
  const covered = held * (within === 0 ? headingOnlyFactor : 1)
  const score = covered + 0.15 * above + 0.15 * atOnce - length / 6000
  return { passage, from, to, covered, score }
}

function sumBy<T>(all: T[], value: (one: T) => number): number {
  return all.reduce((total, one) => total + value(one), 0)
}

/** With what follows in the same passage, then with what comes before, while there is room: answers seldom end at a full stop. */
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
