import type { HandoverReason } from '@aichat/contracts/ai/reply-traces'

/** Why the AI handed a conversation over. */
export const handoverReasonLabels: Record<HandoverReason, { label: string; definition: string }> = {
  asked_for_person: {
    label: 'Visitor asked for a person',
    definition: 'They pressed the button or asked in their own words.',
  },
  no_answer: { label: 'No answer found', definition: 'Nothing in your knowledge answers the question.' },
  low_support: { label: 'Not sure enough', definition: 'What the AI found may not be the answer.' },
  model_failed: { label: 'AI model unavailable', definition: "The AI model didn't respond, or not in time." },
  turn_cap: { label: 'Too many replies', definition: 'The AI had replied too often within an hour.' },
  budget: { label: 'Daily limit reached', definition: 'The daily limit of AI replies was used up.' },
  failed: { label: 'AI failed', definition: 'The AI failed three times to write a reply.' },
  delayed: { label: 'Waited too long', definition: 'The AI could not reply in time.' },
}
