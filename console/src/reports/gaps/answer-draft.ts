import type { Topic, TopicQuestion } from '@aichat/contracts/company/topics'

/** A question to which an answer is written, with what a person replied to it. */
export type AnswerDraft = Pick<TopicQuestion, 'question' | 'reply'> & {
  projectId: string
  /** Null for a question without a topic. */
  topic: Topic | null
}
