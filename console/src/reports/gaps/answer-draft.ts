import type { Topic, TopicQuestion } from '@aichat/contracts/company/topics'

/** A question to which an answer is written, with what a person replied to it. */
export type AnswerDraft = Pick<TopicQuestion, 'project' | 'question' | 'reply'> & {
  /** What the answer settles: a topic, a question without one, or nothing more than the question itself. */
  settles: { topic: Topic } | { question: TopicQuestion } | null
}
