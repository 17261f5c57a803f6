import { containsIdentifier } from '../question/identifiers.ts'
import type { AnalyzedQuestion, Concept, MatchedPassage, PassageSearchResult } from '../types.ts'
import { matchPassage, maxOf, type PassageMatches } from './match-passage.ts'

/** The part of a passage that answers the question best, with the evidence for it. Shares are of the question's weight. */
export type Candidate = {
  passage: MatchedPassage
  /** Its statements from index `from` up to, not including, `to`. */
  from: number
  to: number
  /** How well title and headings state the question. */
  heading: number
  /** How well the title of the page alone states the question; null for a text without a title. */
  title: number | null
  /** What the statements and the headings above them contain. */
  covered: number
  /** The same as a sum of weights: a match of few or common words is weak evidence, even if it covers the question. */
  evidence: number
  /** What the statements and headings contain in the question's own words, without synonyms. */
  literal: number
  /** What the best single statement with the headings contains. Words scattered over several statements match by chance. */
  inOneStatement: number
  /** Whether there is a value of the kind that the question asks for. */
  hasValue: boolean
  hasIdentifiers: boolean
  /** Whether there is at least one of several identifiers. */
  hasSomeIdentifier: boolean
  /** Whether the question asks for a value, such as a price. */
  asksForValue: boolean
  missing: Concept[]
  /** The topics among them that its whole section does not contain. */
  missingTopics: Concept[]
  /** The largest share of a missing word. */
  omitted: number
  score: number
}

const maxCharacters = 480
const maxStatements = 4
/** The statement with the requested value matches at least this share of what the window matches: a figure beside it is of something else. */
const minValueShare = 0.6
const weights = {
  inOneStatement: 0.15,
  heading: 0.3,
  literal: 0.1,
  phrases: 0.08,
  value: 0.1,
  start: 0.03,
  defined: 0.15,
  repeated: -0.2,
  continued: 0.1,
  identifiers: 0.5,
  perCharacter: 1 / 6000,
  perRank: 0.01,
}

/** The best candidate of each passage, best first. */
export function scoreCandidates({ question, passages, previousAnswer }: PassageSearchResult): Candidate[] {
  return passages
    .flatMap((passage) => {
      const matches = matchPassage(question, passage, previousAnswer)
      return pickBest(listWindows(passage).map((span) => scoreWindow(question, matches, span)))
    })
    .filter(({ evidence }) => evidence > 0 || question.identifiers.length > 0)
    .sort((a, b) => b.score - a.score)
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
  const { passage, headings, section, heading, title } = matches
  const total = concepts.reduce((sum, { weight }) => sum + weight, 0) || 1
  const weigh = (values: number[]) =>
    values.reduce((sum, value, index) => sum + value * (concepts[index]?.weight ?? 0), 0)
  const statements = matches.statements.slice(from, to).map((values) => maxOf([values, headings]))
  const direct = maxOf(statements)
  const evidence = weigh(direct)
  const asksForValue = question.answerPatterns.length > 0
  const bestStatement = Math.max(...statements.map(weigh))
  const inOneStatement = bestStatement / total
  // 'Returns are free of charge' matches 'cost', but it is no price of the delivery.
  const weighSubject = (values: number[]) =>
    weigh(values.map((value, index) => (concepts[index]?.asksForValue ? 0 : value)))
  const subject = Math.max(...statements.map(weighSubject))
  const hasValue =
    !asksForValue ||
    statements.some(
      (values, index) => matches.hasValue[from + index] && weighSubject(values) >= subject * minValueShare,
    )
  const text = passage.statements.slice(from, to).map((statement) => statement.text)
  const everything = [...passage.headingPath.map((one) => one.text), ...text].join('\n')
  const missing = concepts.filter((_, index) => direct[index] === 0)
  const contained = identifiers.filter((identifier) => containsIdentifier(everything, identifier))
  const hasIdentifiers = contained.length === identifiers.length
  const literal = weigh(maxOf([matches.literalHeadings, ...matches.literal.slice(from, to)])) / total
  const phrases = Math.max(...matches.phrases.slice(from, to))
  const spanned = passage.statements.slice(from, to)
  const repeated = spanned.filter(({ isRepeated }) => isRepeated).length / spanned.length
  return {
    passage,
    from,
    to,
    heading,
    title,
    covered: evidence / total,
    evidence,
    literal,
    inOneStatement,
    hasValue,
    asksForValue,
    hasIdentifiers,
    hasSomeIdentifier: contained.length > 0,
    missing,
    missingTopics: missing.filter((concept) => isTopic(concept) && section[concepts.indexOf(concept)] === 0),
    omitted: Math.max(0, ...missing.map(({ weight }) => weight)) / total,
    score:
      evidence / total +
      weights.inOneStatement * inOneStatement +
      weights.heading * heading +
      weights.literal * literal +
      weights.phrases * phrases +
      (from === 0 ? weights.start : 0) +
      (definesIdentifier(identifiers, text[0] ?? '') ? weights.defined : 0) +
      weights.repeated * repeated +
      (hasValue ? weights.value : 0) +
      (hasIdentifiers ? weights.identifiers : 0) +
      (matches.isContinued ? weights.continued : 0) -
      weights.perCharacter * text.join('').length -
      weights.perRank * passage.rank,
  }
}

function isTopic({ isVague, isContext, asksForValue }: Concept): boolean {
  return !isVague && !isContext && !asksForValue
}

/** A table row or paragraph that begins with the identifier says what it is. */
function definesIdentifier(identifiers: string[], statement: string): boolean {
  return identifiers.some((one) => statement.toLowerCase().startsWith(one))
}

function pickBest(all: Candidate[]): Candidate[] {
  return all.length === 0 ? [] : [all.reduce((one, other) => (other.score > one.score ? other : one))]
}
