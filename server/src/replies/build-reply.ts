import { builtInModel, type HandoverReason } from '@aichat/contracts/ai/reply-traces'
import type { Source } from '@aichat/contracts/chat/messages'
import type { Language } from '@aichat/contracts/kit/languages'
import type { AnswerContext } from './answer-context.ts'
import { toBestSource } from './quote/to-source.ts'
import type { PassageSearchResult, Reply, Trace } from './types.ts'

type Context = Pick<AnswerContext, 'question' | 'persona'>
type Content = { text: string; sources: Source[]; language?: Language }
/** What led to a reply. Nothing was searched where `found` is missing. */
export type Evidence = {
  decision: Trace['decision']
  model?: string
  found?: PassageSearchResult
  /** Numbers of the passages that the reply cites, from 1. */
  cited?: number[]
  removed?: Trace['removed']
}

export function buildAnswer(
  kind: 'answer' | 'suggestions',
  { text, sources, language }: Content,
  context: Context,
  evidence: Evidence,
): Reply {
  const outcome = kind === 'answer' ? 'answered' : 'suggested'
  const model = evidence.model ?? builtInModel
  return { kind, text, sources, language, model, ...buildFrame(outcome, context, evidence) }
}

export function buildHandover(reason: HandoverReason, context: Context, evidence?: Evidence): Reply {
  return { kind: 'handover', reason, ...buildFrame(reason, context, evidence) }
}

/** A hand-over that no search or model was involved in. */
export function createHandover(reason: HandoverReason): Reply {
  const prompt = { key: 'answer' as const, version: 0 }
  const trace = { question: '', outcome: reason, model: builtInModel, prompt, passages: [], removed: [] }
  return { kind: 'handover', reason, agentName: '', trace }
}

function buildFrame(outcome: Trace['outcome'], { question, persona }: Context, evidence?: Evidence) {
  const { prompt, release, profile } = persona
  const trace: Trace = {
    question,
    outcome,
    ...(release ? { release } : {}),
    ...(evidence?.decision ? { decision: evidence.decision } : {}),
    prompt,
    model: evidence?.model ?? builtInModel,
    removed: evidence?.removed ?? [],
    passages: evidence?.found ? tracePassages(evidence.found, evidence.cited ?? []) : [],
  }
  return { agentName: profile.agentName, release, trace }
}

function tracePassages({ passages, question }: PassageSearchResult, cited: number[]): Trace['passages'] {
  return passages.map((passage, index) => ({
    number: index + 1,
    itemId: passage.itemId,
    title: passage.title,
    heading: passage.heading,
    url: passage.url,
    quote: toBestSource(passage, question).quote,
    isFaq: passage.isFaq,
    isCited: cited.includes(index + 1),
    scores: passage.scores,
  }))
}
