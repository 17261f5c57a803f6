import type { Message } from '@aichat/contracts/chat/messages'
import { createContext } from 'react'
import { sessionCache } from '../../sync/session-cache.ts'
import { threadCache } from '../../sync/thread-cache.ts'

/** An AI reply that an agent has reported as a bad answer, or a question that the AI handed over. */
export type AnswerIssue = {
  projectId: string
  question: string
  /** The next answer of an agent; without one, the AI's answer as a draft to correct. Empty after a hand-over. */
  answer: string
}

/** What a reported answer can be turned into. The screen provides it, because it composes other features. */
export type AnswerIssueActions = {
  createTest: (issue: AnswerIssue) => void
  createFaq: (issue: AnswerIssue) => void
}

export const AnswerIssueContext = createContext<AnswerIssueActions | null>(null)

export function createAnswerIssue(message: Message, question: string): AnswerIssue | null {
  const projectId = sessionCache.get(message.sessionId)?.projectId._id
  if (!projectId) return null
  const agentAnswer = threadCache
    .get(message.sessionId)
    ?.messages.find(({ seq, from, isAi }) => seq > message.seq && from === 'agent' && !isAi)
  return { projectId, question, answer: agentAnswer?.text ?? '' }
}
