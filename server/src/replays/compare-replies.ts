import type { ReplayAnswer, ReplayVerdict } from '@aichat/contracts/ai/replays'
import { findUnsupportedFacts } from '../replies/facts/check-facts.ts'
import { extractFacts } from '../replies/facts/extract-facts.ts'
import { languages } from '../replies/language/language-data.ts'
import type { Reply } from '../replies/types.ts'

export type Comparison = { verdict: ReplayVerdict; reasons: string[] }

const negations = languages.map(({ negation }) => new RegExp(negation.source, 'giu'))

/**
 * Compares what visitors get with what the draft would answer. Null when nothing that a visitor reads differs, and the passages that
 * were considered do not either. Judged by rules: the outcome, then figures, dates, links and negations, then wording and sources.
 */
export function compareReplies(before: Reply, after: Reply): Comparison | null {
  const [from, to] = [outcomeOf(before), outcomeOf(after)]
  if (from === 'answered' && to !== 'answered') return { verdict: 'newly_declined', reasons: ['outcome'] }
  if (from !== 'answered' && to === 'answered') return { verdict: 'newly_answered', reasons: ['outcome'] }
  if (from !== to) return { verdict: to === 'declined' ? 'worse' : 'different', reasons: ['outcome'] }
  const [read, written] = [textOf(before), textOf(after)]
  if (normalize(read) !== normalize(written)) return judgeTexts(read, written)
  if (!haveSameSources(before, after)) return { verdict: 'different', reasons: ['sources'] }
  return haveSamePassages(before, after) ? null : { verdict: 'different', reasons: ['passages'] }
}

function textOf(reply: Reply): string {
  return reply.kind === 'handover' ? '' : reply.text
}

/** Whether the visitor is referred to the same pages and texts. */
function haveSameSources(before: Reply, after: Reply): boolean {
  return listSources(before).join('\n') === listSources(after).join('\n')
}

function listSources(reply: Reply): string[] {
  if (reply.kind === 'handover') return []
  return [...new Set(reply.sources.map(({ url, title }) => url ?? title))].sort()
}

/** Whether the sections that were considered for both say the same: another question may be answered from them. */
function haveSamePassages(before: Reply, after: Reply): boolean {
  const places = new Map(after.trace.passages.map((passage) => [placeOf(passage), normalize(passage.quote)]))
  return before.trace.passages.every((passage) => {
    const quote = places.get(placeOf(passage))
    return quote === undefined || quote === normalize(passage.quote)
  })
}

function placeOf({ itemId, heading }: Reply['trace']['passages'][number]): string {
  return `${itemId} ${heading}`
}

function judgeTexts(before: string, after: string): Comparison {
  const lost = findUnsupportedFacts(before, extractFacts(after))
  const added = findUnsupportedFacts(after, extractFacts(before))
  const isNegationChanged = countNegations(before) !== countNegations(after)
  const reasons = [
    ...(lost.length > 0 || added.length > 0 ? ['facts'] : []),
    ...(isNegationChanged ? ['negation'] : []),
  ]
  if (reasons.length === 0) return { verdict: 'different', reasons: ['wording'] }
  if (isNegationChanged || lost.length > 0) return { verdict: 'worse', reasons }
  return { verdict: 'better', reasons }
}

function outcomeOf(reply: Reply): ReplayAnswer['outcome'] {
  if (reply.kind === 'handover') return 'declined'
  return reply.kind === 'suggestions' ? 'suggested' : 'answered'
}

export function toReplayAnswer(reply: Reply): ReplayAnswer {
  const outcome = outcomeOf(reply)
  if (reply.kind === 'handover') return { outcome, text: null, sources: [] }
  return { outcome, text: reply.text, sources: reply.sources.map(({ title }) => title) }
}

/** Case, punctuation and white space do not change what a text says, but a point between digits does. */
function normalize(text: string): string {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/\p{N}+(?:[.,:]\p{N}+)*|[\p{L}\p{M}]+|[%€$£]/gu)
  return (words ?? []).join(' ')
}

function countNegations(text: string): number {
  return negations.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0)
}
