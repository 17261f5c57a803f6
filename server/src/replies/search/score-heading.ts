import { scoreMatch } from '../question/concept.ts'
import type { AnalyzedQuestion, Concept, Heading } from '../types.ts'

/**
 * From 0 to 1: how well the path of headings states the question. The innermost heading counts together with any part of the
 * path above it, because 'Refunds' below 'Shipping' answers a question about refunds and one about refunds of shipping.
 */
export function scoreHeading(question: AnalyzedQuestion, path: Heading[]): number {
  const own = path.at(-1)
  if (!own) return 0
  if (own.tokens.length >= minLiteralWords && shareOfTokens(question.tokens, own.tokens) >= minLiteralShare)
    return 1
  const whole = mergeHeadings(path)
  return Math.max(scoreOverlap(question, own, own), scoreOverlap(question, own, whole))
}

/** A heading that repeats the question word for word is meant, even if it consists of common words. */
const minLiteralWords = 2
const minLiteralShare = 0.9

/** The share of equal words in two questions of the same meaning is high in both directions. */
const minCoverOfHeading = 0.25

/** `own` must be covered by the question, and `whole` must cover it. */
function scoreOverlap(
  { concepts, tokens, languages }: AnalyzedQuestion,
  own: Heading,
  whole: Heading,
): number {
  const covered = coverConcepts(concepts, whole.words)
  const topics = [...own.words].filter(
    (word) => !languages.some(({ questionWords }) => questionWords.has(word)),
  )
  if (covered === 0 || topics.length === 0) return 0
  const asked = topics.filter((word) => concepts.some((concept) => scoreMatch(new Set([word]), concept) > 0))
  const ofHeading = asked.length / topics.length
  const literal = shareOfTokens(tokens, own.tokens)
  return Math.min(covered, minCoverOfHeading + ofHeading * (1 - minCoverOfHeading)) * (0.95 + 0.05 * literal)
}

export function coverConcepts(concepts: Concept[], words: ReadonlySet<string>): number {
  const total = concepts.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return 0
  return concepts.reduce((sum, concept) => sum + concept.weight * scoreMatch(words, concept), 0) / total
}

/** Dice's coefficient of the words, function words included: among similar headings the literal one is meant. */
function shareOfTokens(one: string[], other: string[]): number {
  const [a, b] = [new Set(one), new Set(other)]
  if (a.size + b.size === 0) return 0
  return (2 * [...a].filter((word) => b.has(word)).length) / (a.size + b.size)
}

function mergeHeadings(path: Heading[]): Heading {
  return {
    text: path.map(({ text }) => text).join(' '),
    tokens: path.flatMap(({ tokens }) => tokens),
    words: new Set(path.flatMap(({ words }) => [...words])),
  }
}
