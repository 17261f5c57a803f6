import type { HandoverReason } from '@aichat/contracts/ai/reply-traces'
import type { ConversationFacts, HistoryMessage } from './derive-facts.ts'

/** A question that the AI could not answer. */
export type UnansweredQuestion = {
  /** The number of the message in which the AI handed over or suggested pages. */
  seq: number
  /** Unix time in milliseconds. */
  askedAt: number
  hadSuggestions: boolean
  /** Of the conversation; empty where it is unknown. */
  language: string
}

/** Other hand-overs have nothing to do with what the AI knows. */
const unansweredReasons: readonly (HandoverReason | null)[] = ['no_answer', 'low_support', 'model_failed']

/** The unanswered questions of a session, whose whole history and conversations are given in the order of seq. */
export function listUnansweredQuestions(
  messages: HistoryMessage[],
  conversations: Pick<ConversationFacts, 'firstSeq' | 'language'>[],
): UnansweredQuestion[] {
  return messages
    .filter((message, index) =>
      message.kind === 'suggestions'
        ? areUnhelpful(message, messages.slice(index + 1))
        : message.kind === 'handover' && unansweredReasons.includes(message.handoverReason),
    )
    .map(({ seq, at, kind }) => ({
      seq,
      askedAt: at,
      hadSuggestions: kind === 'suggestions',
      language: conversations.findLast(({ firstSeq }) => firstSeq <= seq)?.language ?? '',
    }))
}

/** The visitor said that the suggestions did not help, or asked for a person next. */
function areUnhelpful({ helped }: HistoryMessage, later: HistoryMessage[]): boolean {
  if (helped !== null) return !helped
  const next = later.find(({ kind }) =>
    ['handover', 'answer', 'suggestions', 'person', 'program'].includes(kind),
  )
  return next?.handoverReason === 'asked_for_person'
}
