import type { HandoverReason } from '@aichat/contracts/reply-traces'

/** What the visitor reads when the AI hands the conversation over to the team. */
export const handoverMessages: Record<HandoverReason, string> = {
  asked_for_person: "Sure. I've asked the team to help.",
  no_answer: "I don't have the answer to that. I've asked the team to help.",
  low_support: "I'm not sure about that. I've asked the team to help.",
  model_failed: "I can't answer that right now. I've asked the team to help.",
  turn_cap: "Someone from the team can help you better from here. I've asked them to take over.",
  budget: "I can't answer any more questions today. I've asked the team to help.",
  failed: "I can't answer that right now. I've asked the team to help.",
  delayed: "Sorry for the wait. I've asked the team to help.",
}
