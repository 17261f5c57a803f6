import type { Candidate } from './score-candidates.ts'

/** Pages are suggested from this score on. */
export const minSuggestionScore = 0.71

const weights = { evidence: 0.2, title: 0.6, heading: 0.2, noValue: -0.1 }
const maxEvidence = 2.5
/** A text without a title is suggested like a page whose title is a little about the question. */
const neutralTitle = 0.2

/**
 * How well a page fits as a suggestion: a title about the question, and much evidence, make up for a smaller share of it. The weights are
 * set by hand. `npm run bench fit-suggestions` compares them with fitted ones.
 */
export function scoreSuggestion({ covered, evidence, title, heading, hasValue }: Candidate): number {
  return (
    covered +
    weights.evidence * Math.min(evidence, maxEvidence) +
    weights.title * (title ?? neutralTitle) +
    weights.heading * heading +
    (hasValue ? 0 : weights.noValue)
  )
}
