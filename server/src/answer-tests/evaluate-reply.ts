import type { TestResult } from '@aichat/contracts/ai/answer-tests'
import type { HandoverReason } from '@aichat/contracts/ai/reply-traces'
import type { Reply } from '../replies/types.ts'

export type Expectations = {
  mustContain: string[]
  mustCite: { itemId: string; title: string } | null
  mustHandOver: boolean
  mustSuggest: boolean
}
export type Evaluation = Pick<TestResult, 'isPassed' | 'problems' | 'answer' | 'reason' | 'sources' | 'model'>

const reasonTexts: Record<HandoverReason, string> = {
  asked_for_person: 'the question asks for a person',
  no_answer: 'no answer was found',
  low_support: 'the knowledge does not support an answer',
  model_failed: 'the AI model failed',
  turn_cap: 'the AI assistant replied too often within an hour',
  budget: 'the daily limit of AI replies is reached',
  failed: 'answering failed',
  delayed: 'the question waited too long',
}

/** Compares a reply with the expectations of a test. `problems` are shown to the owner of the test. */
export function evaluateReply(
  { mustContain, mustCite, mustHandOver, mustSuggest }: Expectations,
  reply: Reply,
): Evaluation {
  if (reply.kind === 'handover') {
    const { reason, trace } = reply
    const isPassed = mustHandOver && reason !== 'failed'
    const expected = mustSuggest ? 'suggesting pages' : 'answering'
    const problems = isPassed
      ? []
      : [`The AI assistant handed over instead of ${expected}: ${reasonTexts[reason]}.`]
    return { isPassed, problems, answer: null, reason, sources: [], model: trace.model }
  }
  const { kind, text, sources, model } = reply
  const expected = mustHandOver ? 'handover' : mustSuggest ? 'suggestions' : 'answer'
  const normalized = normalize(text)
  const isCited = mustCite === null || sources.some(({ itemId }) => itemId === mustCite.itemId)
  const problems =
    expected !== kind
      ? [`The AI assistant ${doneTexts[kind]} instead of ${expectedTexts[expected]}.`]
      : [
          ...mustContain
            .filter((phrase) => !normalized.includes(normalize(phrase)))
            .map((phrase) => `The answer does not contain “${phrase}”.`),
          ...(isCited ? [] : [citeProblem(kind, mustCite?.title ?? '')]),
        ]
  return { isPassed: problems.length === 0, problems, answer: text, reason: null, sources, model }
}

const doneTexts = { answer: 'answered', suggestions: 'suggested pages' }
const expectedTexts = {
  answer: 'answering',
  suggestions: 'suggesting pages',
  handover: 'handing over to a person',
}

function citeProblem(kind: 'answer' | 'suggestions', title: string): string {
  return kind === 'answer'
    ? `The answer does not cite “${title}”.`
    : `“${title}” is not among the suggested pages.`
}

function normalize(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim()
}
