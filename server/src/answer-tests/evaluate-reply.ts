import type { TestResult } from '@aichat/contracts/answer-tests'
import type { HandoverReason } from '@aichat/contracts/reply-traces'
import type { Reply } from '../replies/answer.ts'

export type Expectations = {
  mustContain: string[]
  mustCite: { itemId: string; title: string } | null
  mustHandOver: boolean
}
export type Evaluation = Pick<TestResult, 'isPassed' | 'problems' | 'answer' | 'reason' | 'sources' | 'model'>

const reasonTexts: Record<HandoverReason, string> = {
  asked_for_person: 'the question asks for a person',
  no_answer: 'no answer was found',
  low_support: 'the knowledge does not support an answer',
  model_failed: 'the AI model failed',
  turn_cap: 'the AI replied too often in a row',
  budget: 'the daily limit of AI replies is reached',
  failed: 'answering failed',
  delayed: 'the question waited too long',
}

/** Compares a reply with the expectations of a test. `problems` are shown to the owner of the test. */
export function evaluateReply(
  { mustContain, mustCite, mustHandOver }: Expectations,
  reply: Reply,
): Evaluation {
  if (reply.kind === 'handover') {
    const { reason, trace } = reply
    const isPassed = mustHandOver && reason !== 'failed'
    const problems = isPassed ? [] : [`The AI handed over instead of answering: ${reasonTexts[reason]}.`]
    return { isPassed, problems, answer: null, reason, sources: [], model: trace.model }
  }
  const { text, sources, model } = reply
  if (reply.kind === 'suggestions') {
    const problem = `The AI suggested pages instead of ${mustHandOver ? 'handing over to a person' : 'answering'}.`
    return { isPassed: false, problems: [problem], answer: text, reason: null, sources, model }
  }
  const normalized = normalize(text)
  const problems = mustHandOver
    ? ['The AI answered instead of handing over to a person.']
    : [
        ...mustContain
          .filter((phrase) => !normalized.includes(normalize(phrase)))
          .map((phrase) => `The answer does not contain “${phrase}”.`),
        ...(mustCite && !sources.some(({ itemId }) => itemId === mustCite.itemId)
          ? [`The answer does not cite “${mustCite.title}”.`]
          : []),
      ]
  return { isPassed: problems.length === 0, problems, answer: text, reason: null, sources, model }
}

function normalize(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim()
}
