import type { DecisionRule } from '@aichat/contracts/reply-traces'
import type { PassageSearchResult } from './find-passages.ts'
import { type Candidate, scoreCandidates } from './score-candidates.ts'

/** What to do with a question: quote the candidates, suggest their pages, or hand over. */
export type Outcome = {
  kind: 'answer' | 'suggest' | 'handover'
  rule: DecisionRule
  candidates: Candidate[]
  missingWords: string[]
}

/** A heading that states the question this well is meant. */
const minHeading = 0.8
/** An answer contains this share of the question's weight. */
const minCovered = 0.5
/** A word with a larger share of the weight must not be missing: without it, the answer is to another question. */
const maxOmitted = 0.35
/** An answer matches at least this weight: one word that hardly any other passage contains, or several common ones. */
const minEvidence = 0.7
/** An answer is better than the best of any other page by this much. Headings and more evidence make up for a smaller lead. */
const minConfidence = 0.5
const confidenceWeights = { heading: 0.4, evidence: 0.2, maxEvidence: 2 }
/** Pages are suggested from this share of the question on. Much evidence makes up for a smaller share. */
const minSuggested = 0.57
const suggestedEvidence = { weight: 0.2, max: 2.5 }
const maxSuggestions = 3
/** A page that is behind by less than this may contradict the best one. */
const maxContradictionLead = 0.1
/** An older edition of a page is not quoted while the newest one covers the question about as well. */
const maxEditionLead = 0.3
/** A page whose heading is about the question may be suggested although no value was found. */
const minTopicHeading = 0.4

export function decideOutcome(found: PassageSearchResult): Outcome {
  const candidates = scoreCandidates(found)
  if (candidates.length === 0) return decide('handover', 'no_match', [])
  if (found.faq) {
    const ofFaq = candidates.filter(({ passage }) => passage === found.faq)
    return decide('answer', 'faq_match', ofFaq)
  }
  const [best, ...others] = preferNewestEdition(
    candidates.filter(({ hasIdentifiers }) => hasIdentifiers),
    found.question.tokens,
  )
  if (!best) return withoutAnswer('missing_identifier', pickPages(candidates))
  const [titled] = [best, ...others]
    .filter(({ heading }) => heading >= minHeading)
    .sort((a, b) => b.heading - a.heading || b.score - a.score)
  if (titled) return decide('answer', 'title_match', [titled])
  const pages = pickPages([best, ...others])
  const doubt = findDoubt(best, pages[1])
  if (!doubt) return decide('answer', 'covered', [best])
  return withoutAnswer(doubt, pages)
}

function withoutAnswer(doubt: DecisionRule, pages: Candidate[]): Outcome {
  return decide(isWorthSuggesting(pages) ? 'suggest' : 'handover', doubt, pages)
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
  if (best.covered < minCovered || best.omitted > maxOmitted) return 'missing_words'
  if (best.evidence < minEvidence) return 'weak_match'
  if (next && contradicts(best, next)) return 'contradiction'
  const lead = best.score - (next?.score ?? 0)
  const { heading, evidence, maxEvidence } = confidenceWeights
  const confidence = lead + heading * best.heading + evidence * Math.min(best.evidence, maxEvidence)
  return confidence < minConfidence ? 'ambiguous' : null
}

/** Another page covers the question about as well, and states other figures. */
function contradicts(best: Candidate, next: Candidate): boolean {
  if (!best.asksForValue || !next.hasValue || next.score < best.score - maxContradictionLead) return false
  if (next.covered < minCovered) return false
  const [own, other] = [listFigures(best), listFigures(next)]
  return own.length > 0 && other.length > 0 && !own.some((one) => other.includes(one))
}

function listFigures({ passage, from, to }: Candidate): string[] {
  const text = passage.statements.slice(from, to).map((statement) => statement.text)
  return text.join(' ').match(/\d+(?:[.,]\d+)*/g) ?? []
}

function isWorthSuggesting(pages: Candidate[]): boolean {
  if (!pages.some(({ hasValue, heading }) => hasValue || heading >= minTopicHeading)) return false
  return pages.some(
    ({ covered, evidence }) =>
      covered + suggestedEvidence.weight * Math.min(evidence, suggestedEvidence.max) >= minSuggested,
  )
}

/** The best candidate of each page. */
function pickPages(candidates: Candidate[]): Candidate[] {
  const pages = new Map<string, Candidate>()
  for (const candidate of candidates) {
    if (!pages.has(candidate.passage.itemId)) pages.set(candidate.passage.itemId, candidate)
  }
  return [...pages.values()].slice(0, maxSuggestions)
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
