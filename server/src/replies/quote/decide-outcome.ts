import type { DecisionRule } from '@aichat/contracts/ai/reply-traces'
import { extractFigures } from '../facts/extract-figures.ts'
import type { AnalyzedQuestion, Concept, PassageSearchResult } from '../types.ts'
import { type Candidate, scoreCandidates } from './score-candidates.ts'
import { minSuggestionScore, scoreSuggestion } from './score-suggestion.ts'

/** What to do with a question: quote the candidates, suggest their pages, or hand over. */
export type Outcome = {
  kind: 'answer' | 'suggest' | 'handover'
  rule: DecisionRule
  candidates: Candidate[]
  missingWords: string[]
}

/** A heading that states the question this well is meant. */
const minHeading = 0.8
/** A heading of common words is meant if the question has hardly any other words. */
const minExactHeading = 0.97
const minHeadingEvidence = 0.45
/** An answer contains this share of the question's weight. */
const minCovered = 0.5
/** Of a long question, a topic may be missing: the weight that is matched instead, and the largest share of a missing word. */
const minEvidenceWithoutTopic = 2.3
const maxOmitted = 0.35
/** An answer matches at least this weight: one word that hardly any other passage contains, or several common ones. */
const minEvidence = 0.7
/** With synonyms only, the answer may be about something similar. */
const minLiteral = 0.35
/** A question of one topic is answered below a heading on that topic. */
const minTopicEvidence = 0.25
const minTopic = { covered: 0.9, heading: 0.4 }
/** An answer is better than the best of any other page by this much. Headings and more evidence make up for a smaller lead. */
const minConfidence = 0.55
const confidenceWeights = { heading: 0.4, evidence: 0.2, maxEvidence: 2 }
const maxSuggestions = 3
/** A knowledge of a few texts is about one topic, which its texts need not name: one common word is enough for a suggestion. */
const fewChunks = 3
/** A page is found again by its title, so among suggestions the title counts more than in the choice of an answer. */
const titleWeight = 0.3
/** A page that is behind by less than this may contradict the best one. */
const maxContradictionLead = 0.1
/** An older edition of a page is not quoted while the newest one covers the question about as well. */
const maxEditionLead = 0.3

export function decideOutcome(found: PassageSearchResult): Outcome {
  const candidates = scoreCandidates(found)
  if (candidates.length === 0) return decide('handover', 'no_match', [])
  const ofFaq = candidates.filter((candidate) => candidate.passage === found.faq)
  if (ofFaq.some(isSameQuestion)) return decide('answer', 'faq_match', ofFaq)
  const [best, ...others] = preferNewestEdition(
    candidates.filter(({ hasIdentifiers }) => hasIdentifiers),
    found.question.tokens,
  )
  if (!best) {
    // Pages about other models or codes than the one asked for do not help.
    const related = candidates.filter(({ hasSomeIdentifier }) => hasSomeIdentifier)
    return withoutAnswer('missing_identifier', related, found.question)
  }
  const [titled] = [best, ...others]
    .filter(
      ({ heading, evidence, hasValue }) =>
        heading >= minExactHeading || (heading >= minHeading && evidence >= minHeadingEvidence && hasValue),
    )
    .sort((a, b) => b.heading - a.heading || b.score - a.score)
  if (titled) return decideTitled(titled, [best, ...others])
  const next = pickPages([best, ...others])
    .slice(1, maxSuggestions)
    .find((page) => !agrees(best, page))
  const doubt = findDoubt(best, next)
  if (!doubt) return decide('answer', 'covered', [best])
  // Both figures are shown with their pages: which one is valid is not known.
  if (doubt === 'contradiction' && next)
    return decide('suggest', doubt, pickPages([best, next, ...others]).slice(0, maxSuggestions))
  return withoutAnswer(doubt, [best, ...others], found.question)
}

/** An FAQ on error E-41 does not answer a question on E-42, nor one on Sweden a question on Norway. */
function isSameQuestion({ hasIdentifiers, missingTopics }: Candidate): boolean {
  return hasIdentifiers && missingTopics.length === 0
}

/** A page that states another figure is suggested too. An FAQ is the answer that the company chose. */
function decideTitled(titled: Candidate, candidates: Candidate[]): Outcome {
  const pages = pickPages([titled, ...candidates])
  const other = titled.passage.isFaq ? undefined : pages.slice(1).find((page) => contradicts(titled, page))
  return other
    ? decide('suggest', 'contradiction', pickPages([titled, other, ...pages]).slice(0, maxSuggestions))
    : decide('answer', 'title_match', [titled])
}

function withoutAnswer(
  doubt: DecisionRule,
  candidates: Candidate[],
  { concepts, chunks }: AnalyzedQuestion,
): Outcome {
  const rank = ({ score, title }: Candidate) => score + titleWeight * (title ?? 0)
  const pages = pickPages(candidates)
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, maxSuggestions)
  const isWorthSuggesting =
    chunks <= fewChunks
      ? pages.length > 0
      : pages.some((page) => isOnTopic(page, concepts) && scoreSuggestion(page) >= minSuggestionScore)
  return decide(isWorthSuggesting ? 'suggest' : 'handover', doubt, pages)
}

/** Replaces the best page by its newest edition: 'Fees (2026)' instead of 'Fees (2025)'. */
function preferNewestEdition(candidates: Candidate[], tokens: string[]): Candidate[] {
  const [best] = candidates
  if (!best || tokens.some((token) => year.test(token))) return candidates
  const isEdition = ({ passage }: Candidate) => withoutYear(passage.title) === withoutYear(best.passage.title)
  const newest = candidates
    .filter((one) => isEdition(one) && one.score >= best.score - maxEditionLead)
    .reduce((one, other) => (findYear(other.passage.title) > findYear(one.passage.title) ? other : one), best)
  const isOlder = (one: Candidate) =>
    isEdition(one) && findYear(one.passage.title) < findYear(newest.passage.title)
  return [newest, ...candidates.filter((one) => one !== newest && !isOlder(one))]
}

const year = /\b(?:19|20)\d\d\b/

function withoutYear(title: string): string {
  return title
    .replace(year, '')
    .replace(/[()\s]+/g, ' ')
    .trim()
}

function findYear(title: string): number {
  return Number(year.exec(title)?.[0] ?? 0)
}

/** The reason not to quote the best candidate; null if it is certain enough. */
function findDoubt(best: Candidate, next: Candidate | undefined): DecisionRule | null {
  if (!best.hasValue) return 'missing_value'
  if (lacksTopic(best) || best.covered < minCovered) return 'missing_words'
  if (best.literal < minLiteral) return 'missing_words'
  if (best.evidence < (statesTopic(best) ? minTopicEvidence : minEvidence)) return 'weak_match'
  if (next && contradicts(best, next)) return 'contradiction'
  const lead = best.score - (next?.score ?? 0)
  const { heading, evidence, maxEvidence } = confidenceWeights
  const confidence = lead + heading * best.heading + evidence * Math.min(best.evidence, maxEvidence)
  return confidence < minConfidence ? 'ambiguous' : null
}

/** Without one of its topics, the answer is probably to another question, unless everything else of a long one matches. */
function lacksTopic({ missingTopics, evidence, omitted }: Candidate): boolean {
  return missingTopics.length > 0 && (evidence < minEvidenceWithoutTopic || omitted > maxOmitted)
}

function statesTopic({ inOneStatement, heading }: Candidate): boolean {
  return inOneStatement >= minTopic.covered && heading >= minTopic.heading
}

/** Another page covers the question about as well, and states other figures. */
function contradicts(best: Candidate, next: Candidate): boolean {
  if (!best.asksForValue || !next.hasValue || next.score < best.score - maxContradictionLead) return false
  if (next.covered < minCovered) return false
  const others = listValues(next)
  const comparable = listValues(best).filter((one) =>
    others.some(({ dimension }) => dimension === one.dimension),
  )
  return comparable.length > 0 && !comparable.some((one) => others.some((other) => isEqual(one, other)))
}

/** Another page states the same figure: the two confirm each other instead of being alternatives. */
function agrees(best: Candidate, page: Candidate): boolean {
  if (!best.asksForValue || !page.hasValue) return false
  const values = listValues(page)
  return listValues(best).some((one) =>
    values.some((other) => isEqual(one, other) && (isDistinctive(one) || isDistinctive(other))),
  )
}

/** Small numbers are equal by chance. */
function isDistinctive({ raw }: Value): boolean {
  return typeof raw === 'string' || raw >= 10
}

/** `raw` is the number as written, or a text such as a time. */
type Value = { dimension: string; value: number | string; raw: number | string }

/** '2 weeks' and '14 days' are the same value, and so are '1,000' and '1000'. */
function listValues({ passage, from, to }: Candidate): Value[] {
  const text = passage.statements.slice(from, to).map((statement) => statement.text)
  return extractFigures(text.join(' '))
    .filter(({ isUnchecked }) => !isUnchecked)
    .flatMap(({ raw, readings }) => {
      const all = readings.length > 0 ? readings : [{ dimension: '', value: raw }]
      return all.map(({ dimension, value }) => ({ dimension, value, raw }))
    })
}

function isEqual(one: Value, other: Value): boolean {
  return one.dimension === other.dimension && one.value === other.value
}

/** A page that only has a price is no suggestion for the price of something that it does not mention. */
function isOnTopic({ missing }: Candidate, concepts: Concept[]): boolean {
  const topics = concepts.filter(({ asksForValue }) => !asksForValue)
  return topics.length === 0 || topics.some((topic) => !missing.includes(topic))
}

/** The best candidate of each page. */
function pickPages(candidates: Candidate[]): Candidate[] {
  const pages = new Map<string, Candidate>()
  for (const candidate of candidates) {
    if (!pages.has(candidate.passage.itemId)) pages.set(candidate.passage.itemId, candidate)
  }
  return [...pages.values()]
}

function decide(kind: Outcome['kind'], rule: DecisionRule, candidates: Candidate[]): Outcome {
  const missing = kind === 'answer' && rule !== 'covered' ? [] : (candidates[0]?.missing ?? [])
  return {
    kind,
    rule,
    candidates,
    missingWords: missing.toSorted((a, b) => b.weight - a.weight).map(({ word }) => word),
  }
}
