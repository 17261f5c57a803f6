import type { AnswerState } from '@aichat/contracts/ai/answer-sets'

/** When changes reach visitors. */
export function describeGoLive(
  isPublished: boolean,
  { mode, requiresReview }: Pick<AnswerState, 'mode' | 'requiresReview'>,
): string {
  if (!isPublished) return 'Visitors can chat with you once you publish.'
  if (mode === 'manual')
    return 'Changes to knowledge, FAQs, the agent and the design go live when you publish.'
  const condition = requiresReview ? 'after a review, once their tests pass' : 'as soon as their tests pass'
  return `Changes to knowledge, FAQs and the agent go live ${condition}. Changes to the design go live when you publish.`
}
