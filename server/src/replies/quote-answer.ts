import type { Answered } from './answer.ts'
import { type Concept, saidIn } from './concepts.ts'
import type { Found, FoundPassage } from './find-passages.ts'

/** The model's name in an answer that no model wrote. */
export const builtIn = 'built-in'

/** Less than this share of the question's weight found in a passage, and the passage is about something else. */
const enoughCovered = 0.7
/** Two windows whose scores are this near say it equally well. */
const asGood = 0.045
const idealCharacters = 330
const mostCharacters = 480
const mostStatements = 4

export type Quoted = Answered & { passages: FoundPassage[] }

/** Answers with the sentences of the knowledge themselves, never with words of its own; null when none fits. */
export function quoteAnswer(found: Found): Quoted | null {
  if (found.faq) return quote(found.faq, 0, found.faq.statements.length)
  const [best, ...others] = found.passages
    .flatMap((passage) => bestOf(windows(passage, found)))
    .sort((a, b) => b.score - a.score)
  if (!best || best.covered < enoughCovered) return null
  const alike = others.filter((other) => best.score - other.score < asGood)
  // Where three places say it equally well, none of them says it.
  if (alike.length > 1) return null
  const spans = [best, ...alike].map(({ passage, from, to }): Span => [passage, ...extend(passage, from, to)])
  if (leavesOut(spans, found) || spans.every((span) => isScattered(span, found))) return null
  return joined(spans.map((span) => quote(...span)))
}

/** Statements of a passage, from one to before another. */
type Span = [passage: FoundPassage, from: number, to: number]

/** So much of a question in one concept, and an answer that says nothing of it is one to another question. */
const tooMuchToLeaveOut = 0.25

function leavesOut(spans: Span[], { question: { concepts } }: Found): boolean {
  const words = new Set(
    spans.flatMap(([passage, from, to]) => [
      ...passage.above,
      ...passage.statements.slice(from, to).flatMap((statement) => [...statement.words]),
    ]),
  )
  const total = sum(concepts, ({ weight }) => weight)
  return concepts.some(
    (concept) => saidIn(words, concept) === 0 && concept.weight >= total * tooMuchToLeaveOut,
  )
}

/** Less of a question said in any one place, and its words stand there by chance. */
const enoughAtOnce = 0.55

/** What is asked must come together somewhere: in one sentence, with what stands above it. */
function isScattered([passage, from, to]: Span, { question: { concepts } }: Found): boolean {
  const total = sum(concepts, ({ weight }) => weight)
  // Without a heading of its own, a text is named after its first words.
  const isHeaded = !passage.body.startsWith(passage.title.replace(/…$/, ''))
  const above = isHeaded ? passage.above : new Set<string>()
  return passage.statements.slice(from, to).every(({ words }) => {
    const said = sum(
      concepts,
      (concept) => Math.max(saidIn(words, concept), saidIn(above, concept)) * concept.weight,
    )
    return said < total * enoughAtOnce
  })
}

function bestOf(all: Window[]): Window[] {
  return all.length === 0 ? [] : [all.reduce((one, other) => (other.score > one.score ? other : one))]
}

function joined(quotes: Quoted[]): Quoted {
  return {
    text: quotes.map(({ text }) => text).join('\n\n'),
    sources: quotes.flatMap(({ sources }) => sources),
    passages: quotes.flatMap(({ passages }) => passages),
    model: builtIn,
  }
}

function quote(passage: FoundPassage, from: number, to: number): Quoted {
  const text = passage.statements
    .slice(from, to)
    .map((statement) => statement.text)
    .join(' ')
  const { itemId, title, url } = passage
  return { text, sources: [{ itemId, title, url, quote: text }], passages: [passage], model: builtIn }
}

type Window = { passage: FoundPassage; from: number; to: number; covered: number; score: number }

/** Every few sentences in a row that might be the answer. */
function windows(passage: FoundPassage, found: Found): Window[] {
  const all: Window[] = []
  for (let from = 0; from < passage.statements.length; from++) {
    let length = 0
    for (let to = from + 1; to <= Math.min(passage.statements.length, from + mostStatements); to++) {
      length += passage.statements[to - 1]?.text.length ?? 0
      if (length > mostCharacters && to > from + 1) break
      all.push(judge(passage, from, to, length, found))
    }
  }
  return all
}

/** What stands above a sentence is said of it too, though not as surely as what it says itself. */
const saidAbove = 0.85
const kindWeight = 0.35
const bareness = 0.85

function judge(passage: FoundPassage, from: number, to: number, length: number, { question }: Found): Window {
  const statements = passage.statements.slice(from, to)
  const words = new Set(statements.flatMap((statement) => [...statement.words]))
  // A FAQ's question belongs to what its answer says.
  if (passage.isFaq) for (const word of passage.above) words.add(word)
  const text = statements.map((statement) => statement.text).join(' ')
  const total = sum(question.concepts, ({ weight }) => weight) + question.kinds.length * kindWeight || 1
  const share = (said: (concept: Concept) => number) =>
    sum(question.concepts, (concept) => said(concept) * concept.weight) / total
  const within = share((concept) => saidIn(words, concept))
  const above = share((concept) => saidIn(passage.above, concept))
  const atOnce = Math.max(
    ...statements.map((statement) => share((concept) => saidIn(statement.words, concept))),
  )
  const fitting = question.kinds.filter((kind) => kind.test(text)).length * kindWeight
  const held =
    share((concept) => Math.max(saidIn(words, concept), saidIn(passage.above, concept) * saidAbove)) +
    fitting / total
  // Nothing of the question in the sentences themselves: the heading alone is no answer, unless it asks it all.
  const covered = held * (within === 0 ? bareness : 1)
  const score = covered + 0.15 * above + 0.15 * atOnce - length / 6000
  return { passage, from, to, covered, score }
}

function sum<T>(all: T[], value: (one: T) => number): number {
  return all.reduce((total, one) => total + value(one), 0)
}

/** With what follows in the same passage, then with what comes before, while there is room: answers seldom end at a full stop. */
function extend(passage: FoundPassage, from: number, to: number): [number, number] {
  const lengthOf = (index: number) => passage.statements[index]?.text.length ?? 0
  let length = 0
  for (let index = from; index < to; index++) length += lengthOf(index)
  let [first, end] = [from, to]
  while (end < passage.statements.length && length + lengthOf(end) <= idealCharacters)
    length += lengthOf(end++)
  while (first > 0 && length + lengthOf(first - 1) <= idealCharacters) length += lengthOf(--first)
  return [first, end]
}
