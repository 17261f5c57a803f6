import type { sessionRoutes } from '@aichat/contracts/chat/sessions'
import type { Guard, Handlers } from '../kit/http/serve.ts'
import type { StoredSession } from './session-fields.ts'

export type SessionHandlers = Handlers<typeof sessionRoutes, { sessionId: Guard<StoredSession> }>

/** The replies of the AI that visitors wait for. */
export type PendingReplies = {
  /** Call it after every change by which a message may wait for an answer of the AI. */
  schedule(companyId: string, sessionId: string): void
  /**
   * Discards a reply that is being written, in every process: a person has taken over. A reply to a question after
   * `upToSeq` continues, because a notice may arrive late. Call it after the change is committed.
   */
  cancel(sessionId: string, upToSeq: number): void
}
