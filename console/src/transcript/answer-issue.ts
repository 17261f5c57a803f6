import type { Message } from '@aichat/contracts/messages'
import { createContext } from 'react'
import { knownSession, knownThread } from '../sync/session-cache.ts'

/** A reply of the AI that somebody at the desk finds wrong, and what can be made of it. */
export type Complaint = {
  projectId: string
  question: string
  /** What a person answered after it, or what the AI said, to be mended. */
  answer: string
}

/** What the screen makes of a complaint: an answer test, or a FAQ. */
export type Complain = { test: (complaint: Complaint) => void; faq: (complaint: Complaint) => void }

export const ComplainContext = createContext<Complain | null>(null)

export function complaintOf(message: Message, question: string): Complaint | null {
  const projectId = knownSession(message.sessionId)?.projectId._id
  if (!projectId) return null
  const later = knownThread(message.sessionId)?.messages.find(
    (one) => one.seq > message.seq && one.from === 'agent' && !one.isAi,
  )
  return { projectId, question, answer: later?.text ?? message.text }
}
