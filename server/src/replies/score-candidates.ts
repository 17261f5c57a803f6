import { type AnalyzedQuestion, type Concept, scoreMatch } from './analyze-question.ts'
import type { MatchedPassage, PassageSearchResult } from './find-passages.ts'
import { containsIdentifier } from './identifiers.ts'
import { hasRequestedValue } from './requested-value.ts'
import { scoreHeading } from './score-heading.ts'

/** The part of a passage that answers the question best, with the evidence for it. Shares are of the question's weight. */
export type Candidate = {
  passage: MatchedPassage
  /** Its statements from index `from` up to, not including, `to`. */
  from: number
  to: number
  /** How well title and headings state the question. */
  heading: number
  /** What the statements and the headings above them contain. */
  covered: number
  /** The same as a sum of weights: a match of few or common words is weak evidence, even if it covers the question. */
  evidence: number
  /** What the best single statement with the headings contains. Words scattered over several statements match by chance. */
  inOneStatement: number
  /** What the whole section contains. */
  inSection: number
  /** Whether there is a value of the kind that the question asks for. */
  hasValue: boolean
  hasIdentifiers: boolean
  /** Whether the question asks for a value, such as a price. */
  asksForValue: boolean
  missing: Concept[]
  /** The largest share of a missing word. */
  omitted: number
  score: number
}

const maxCharacters = 480
const maxStatements = 4
/** A word in a heading is about the whole section, so it proves less than one in the answer. */
const headingFactor = 0.9
/** A word elsewhere in the section only shows that the topic is the same. */
const sectionFactor = 0.5
/** The statement with the requested value matches at least this share of what the window matches: a figure beside it is of something else. */
const minValueShare = 0.6
const weights = {
  inOneStatement: 0.15,
  heading: 0.3,
  value: 0.1,
  continued: 0.1,
  identifiers: 0.5,
  perCharacter: 1 / 6000,
  perRank: 0.01,
}

/** The best candidate of each passage, best first. */
export function scoreCandidates({ question, passages, previousAnswer }: PassageSearchResult): Candidate[] {
  return passages
    .flatMap((passage) => {
      const matches = { ...matchPassage(question, passage), isContinued: continues(passage, previousAnswer) }
      return pickBest(listWindows(passage).map((span) => scoreWindow(question, matches, span)))
    })
    .sort((a, b) => b.score - a.score)
}

/** How well each part of a passage expresses each concept of the question. */
type PassageMatches = {
  passage: MatchedPassage
  statements: number[][]
  headings: number[]
  section: number[]
  heading: number
  hasValue: boolean[]
  /** Whether the question continues an answer from this passage. */
  isContinued: boolean
}

function matchPassage(
  question: AnalyzedQuestion,
  passage: MatchedPassage,
): Omit<PassageMatches, 'isContinued'> {
  const match = (words: ReadonlySet<string>) => question.concepts.map((one) => scoreMatch(words, one))
  const own = passage.statements.map(({ words }) => match(words))
  const none = question.concepts.map(() => 0)
  return {
    passage,
    // The introduction of a list belongs to each of its items.
    statements: own.map((values, index) =>
      maxOf([values, own[passage.statements[index]?.leadIn ?? index] ?? none]),
    ),
    headings: match(passage.headingWords).map((value) => value * headingFactor),
    section: maxOf([none, ...own]),
    heading: scoreHeading(question, passage.headingPath),
    hasValue: passage.statements.map((statement) => hasRequestedValue(question, statement)),
  }
}

function continues({ statements }: MatchedPassage, previousAnswer: string | null): boolean {
  return (
    previousAnswer !== null &&
    statements.some(({ text }) => text.length > 20 && previousAnswer.includes(text))
  )
}

type Span = { from: number; to: number }

function listWindows({ statements }: MatchedPassage): Span[] {
  const spans: Span[] = []
  for (let from = 0; from < statements.length; from++) {
    let length = 0
    for (let to = from + 1; to <= Math.min(statements.length, from + maxStatements); to++) {
      length += statements[to - 1]?.text.length ?? 0
      if (length > maxCharacters && to > from + 1) break
      spans.push({ from, to })
    }
  }
  return spans
}

function scoreWindow(question: AnalyzedQuestion, matches: PassageMatches, { from, to }: Span): Candidate {
  const { concepts, identifiers } = question
  const { passage, headings, section, heading } = matches
  const total = concepts.reduce((sum, { weight }) => sum + weight, 0) || 1
  const weigh = (values: number[]) =>
    values.reduce((sum, value, index) => sum + value * (concepts[index]?.weight ?? 0), 0)
  const statements = matches.statements.slice(from, to).map((values) => maxOf([values, headings]))
  const direct = maxOf(statements)
  const evidence = weigh(direct)
  const inOneStatement = Math.max(...statements.map(weigh)) / total
  const hasValue = statements.some(
    (values, index) => matches.hasValue[from + index] && weigh(values) >= evidence * minValueShare,
  )
  const text = passage.statements.slice(from, to).map((statement) => statement.text)
  const everything = [...passage.headingPath.map((one) => one.text), ...text].join('\n')
  const missing = concepts.filter((_, index) => direct[index] === 0)
  const hasIdentifiers = identifiers.every((identifier) => containsIdentifier(everything, identifier))
  return {
    passage,
    from,
    to,
    heading,
    covered: evidence / total,
    evidence,
    inOneStatement,
    inSection: weigh(maxOf([direct, section.map((value) => value * sectionFactor)])) / total,
    hasValue,
    asksForValue: question.answerPatterns.length > 0,
    hasIdentifiers,
    missing,
    omitted: Math.max(0, ...missing.map(({ weight }) => weight)) / total,
    score:
      evidence / total +
      weights.inOneStatement * inOneStatement +
      weights.heading * heading +
      (hasValue ? weights.value : 0) +
      (hasIdentifiers ? weights.identifiers : 0) +
      (matches.isContinued ? weights.continued : 0) -
      weights.perCharacter * text.join('').length -
      weights.perRank * passage.rank,
  }
}

/** The largest value at each place. */
function maxOf(all: number[][]): number[] {
  return (all[0] ?? []).map((_, place) => Math.max(...all.map((values) => values[place] ?? 0)))
}

function pickBest(all: Candidate[]): Candidate[] {
  return all.length === 0 ? [] : [all.reduce((one, other) => (other.score > one.score ? other : one))]
}
