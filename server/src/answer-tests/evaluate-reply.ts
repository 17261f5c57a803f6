import type { TestResult } from '@aichat/contracts/answer-tests'
import type { HandoverReason } from '@aichat/contracts/reply-traces'
import type { Reply } from '../replies/answer.ts'

export type Expectations = {
  mustContain: string[]
  mustCite: { itemId: string; title: string } | null
  mustHandOver: boolean
}
export type Evaluation = Pick<TestResult, 'isPassed' | 'problems' | 'answer' | 'reason' | 'sources' | 'model'>

const why: Record<HandoverReason, string> = {
  asked_for_person: 'the question asks for one',
  no_answer: 'nothing was found',
  low_support: 'the knowledge does not support an answer',
  model_failed: 'the model server failed',
  turn_cap: 'the AI had spoken too often',
  budget: 'the day’s budget is spent',
}

/** What is wrong with a reply, in sentences for its owner. */
export function evaluateReply(
  { mustContain, mustCite, mustHandOver }: Expectations,
  reply: Reply,
): Evaluation {
  if (reply.kind === 'handover') {
    const { reason, trace } = reply
    const problems = mustHandOver ? [] : [`A person was called instead of an answer: ${why[reason]}.`]
    return { isPassed: mustHandOver, problems, answer: null, reason, sources: [], model: trace.model }
  }
  const { text, sources, model } = reply
  const said = plain(text)
  const problems = mustHandOver
    ? ['It was answered, though a person must be called.']
    : [
        ...mustContain
          .filter((phrase) => !said.includes(plain(phrase)))
          .map((phrase) => `The answer does not say “${phrase}”.`),
        ...(mustCite && !sources.some(({ itemId }) => itemId === mustCite.itemId)
          ? [`The answer does not cite “${mustCite.title}”.`]
          : []),
      ]
  return { isPassed: problems.length === 0, problems, answer: text, reason: null, sources, model }
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim()
}
