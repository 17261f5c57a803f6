import type { Source } from '@aichat/contracts/chat/messages'
import type { MatchedPassage, PassageSearchResult } from '../types.ts'
import { decideOutcome, type Outcome } from './decide-outcome.ts'
import { quoteSentence, quoteSpan } from './quote-passage.ts'
import { toSource } from './to-source.ts'

export type QuotedReply = {
  outcome: Outcome
  /** Empty for a hand-over; a list for suggestions. */
  text: string
  sources: Source[]
  passages: MatchedPassage[]
}

/** Answers with verbatim sentences of the knowledge, suggests pages, or leaves the question to a person. */
export function quoteAnswer(found: PassageSearchResult): QuotedReply {
  const outcome = decideOutcome(found)
  const { kind, rule, candidates } = outcome
  if (kind === 'handover') return { outcome, text: '', sources: [], passages: [] }
  const passages = candidates.map(({ passage }) => passage)
  if (kind === 'suggest') {
    const sources = candidates.map((one) => toSource(one.passage, quoteSentence(one, found.question)))
    return { outcome, text: listSuggestions(sources), sources, passages }
  }
  const sources = candidates.map((one) =>
    toSource(one.passage, quoteSpan(one, found.question, rule === 'covered' ? 'best' : 'start')),
  )
  return { outcome, text: sources.map(({ quote }) => quote).join('\n\n'), sources, passages }
}

/** The titles of the pages. A manual text has no address to open, so its sentence is quoted, once where its first words are the title. */
function listSuggestions(sources: Source[]): string {
  return sources
    .map(({ title, url, quote }) => {
      if (url || title.startsWith(quote)) return `- ${title}`
      return quote.startsWith(title.replace(/…$/, '')) ? `- ${quote}` : `- ${title}: ${quote}`
    })
    .join('\n')
}
