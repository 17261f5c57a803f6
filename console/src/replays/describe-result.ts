import type {
  ModelVerdict,
  ReplayAnswer,
  ReplayReason,
  ReplayResult,
  ReplayVerdict,
} from '@aichat/contracts/ai/replays'
import type { Tone } from '../ui/Badge.tsx'

/** Rules judge the answers, and an edit may be on purpose, so "worse" and "better" stay guesses. */
export const verdicts: Record<ReplayVerdict, { label: string; tone: Tone }> = {
  worse: { label: 'May be worse', tone: 'bad' },
  newly_declined: { label: 'No longer answered', tone: 'bad' },
  different: { label: 'Different', tone: 'neutral' },
  better: { label: 'May be better', tone: 'ok' },
  newly_answered: { label: 'Newly answered', tone: 'ok' },
}

/** What the model says beside the rules; empty where it was not asked. */
export function describeModelVerdict(verdict: ModelVerdict | null): string {
  return verdict === null ? '' : ` · Model: ${verdict}`
}

const reasons: Record<Exclude<ReplayReason, 'outcome'>, string> = {
  facts: 'Figures, dates or links differ.',
  negation: 'A word such as “not” was added or removed.',
  wording: 'The wording differs.',
  sources: 'The answer is the same, but it cites another source.',
  passages: 'The answer is the same, but related text changed.',
}

const outcomes: Record<ReplayAnswer['outcome'], { future: string; present: string }> = {
  answered: { future: 'answer', present: 'answering' },
  suggested: { future: 'suggest pages', present: 'suggesting pages' },
  declined: { future: 'hand over', present: 'handing over' },
}

/** Why an answer is listed, in sentences. */
export function describeReasons(result: Pick<ReplayResult, 'reasons' | 'before' | 'after'>): string {
  const { before, after } = result
  return result.reasons
    .map((reason) =>
      reason === 'outcome'
        ? `The AI assistant would ${outcomes[after.outcome].future} instead of ${outcomes[before.outcome].present}.`
        : reasons[reason],
    )
    .join(' ')
}

export function describeSources({ outcome, sources }: ReplayAnswer): string | null {
  if (sources.length === 0) return null
  return `${outcome === 'suggested' ? 'Pages' : 'Sources'}: ${sources.join(', ')}`
}
