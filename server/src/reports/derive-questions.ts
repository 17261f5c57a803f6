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
  /** Its conversation, if that was first handed over because of this question. */
  handedOver: Conversation | null
}

type Conversation = Pick<ConversationFacts, 'firstSeq' | 'startedAt'>

/** Other hand-overs have nothing to do with what the AI knows. */
const unansweredReasons: readonly (HandoverReason | null)[] = ['no_answer', 'low_support', 'model_failed']

/** The unanswered questions of a session, whose whole history and conversations are given in the order of seq. */
export function listUnansweredQuestions(
  messages: HistoryMessage[],
  conversations: (Conversation & Pick<ConversationFacts, 'language'>)[],
): UnansweredQuestion[] {
  const findConversation = (seq: number) => conversations.findLast(({ firstSeq }) => firstSeq <= seq)
  return messages.flatMap((message, index) => {
    const { seq, kind, helped } = message
    const handover = findHandover(message, messages.slice(index + 1))
    const isUnanswered = kind === 'suggestions' && helped !== null ? !helped : handover !== null
    if (!isUnanswered) return []
    const conversation = findConversation(seq)
    const isHandedOver =
      handover !== null &&
      conversation !== undefined &&
      conversation === findConversation(handover.seq) &&
      handover === messages.find((other) => other.kind === 'handover' && other.seq >= conversation.firstSeq)
    return {
      seq,
      askedAt: message.at,
      hadSuggestions: kind === 'suggestions',
      language: conversation?.language ?? '',
      handedOver: isHandedOver
        ? { firstSeq: conversation.firstSeq, startedAt: conversation.startedAt }
        : null,
    }
  })
}

/** The hand-over because of what the AI does not know: the message itself, or the visitor's next request after suggestions. */
function findHandover(message: HistoryMessage, later: HistoryMessage[]): HistoryMessage | null {
  if (message.kind === 'handover') return unansweredReasons.includes(message.handoverReason) ? message : null
  if (message.kind !== 'suggestions') return null
  const next = later.find(({ kind }) =>
    ['handover', 'answer', 'suggestions', 'person', 'program'].includes(kind),
  )
  return next?.handoverReason === 'asked_for_person' ? next : null
}
