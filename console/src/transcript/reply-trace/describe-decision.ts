import type { DecisionRule, ReplyTrace } from '@aichat/contracts/ai/reply-traces'

const outcomes: Record<ReplyTrace['outcome'], string> = {
  answered: 'The AI assistant answered.',
  suggested: 'The AI assistant suggested pages.',
  asked_for_person: 'The AI assistant handed over because the visitor asked for a person.',
  no_answer: 'The AI assistant handed over because it found no answer.',
  low_support: 'The AI assistant handed over because it was not sure.',
  model_failed: "The AI assistant handed over because the AI model didn't respond.",
  turn_cap: 'The AI assistant handed over because it had replied too often within an hour.',
  budget: 'The AI assistant handed over because the daily limit of AI replies was reached.',
  failed: 'The AI assistant handed over because it failed three times.',
  delayed: 'The AI assistant handed over because the question had waited too long.',
}

const rules: Record<DecisionRule, string> = {
  faq_match: 'An FAQ asks the same question, so its answer was used.',
  title_match: 'A title or heading matches the question, so that section was quoted.',
  covered: 'Text from your knowledge covers what the question asks, so it was quoted.',
  several_questions: 'The message asks several things, and each was answered separately.',
  small_talk: "The message is small talk, so the AI assistant didn't search your knowledge.",
  no_match: 'Nothing in your knowledge matches the question.',
  weak_match: 'The text found in your knowledge matches only a part of the question.',
  missing_words: "The best text from your knowledge doesn't mention an important word of the question.",
  missing_identifier: 'No text from your knowledge mentions the code, version or name that was asked about.',
  missing_value:
    "The text found in your knowledge doesn't state the detail that was asked for, such as a price, date or amount.",
  ambiguous: 'Several pages match the question equally well.',
  contradiction: 'Your pages contradict each other on this.',
  model_answered: 'The AI model wrote the answer, and each sentence shown passed the checks.',
  model_asked_back: 'The AI model needs one more detail, so it asked the visitor.',
  model_declined: 'The AI model found no answer in the text from your knowledge.',
  model_unsupported: 'Nothing that the AI model wrote is supported by your knowledge.',
}

/** What happened and why, as sentences for the owner. */
export function describeDecision({ outcome, decision }: Pick<ReplyTrace, 'outcome' | 'decision'>): string {
  if (!decision) return outcomes[outcome]
  const rule = rules[decision.rule]
  if (outcome === 'answered') return rule
  const isExplained = outcome === 'no_answer' || outcome === 'low_support'
  return `${isExplained ? 'The AI assistant handed over.' : outcomes[outcome]} ${rule}`
}
