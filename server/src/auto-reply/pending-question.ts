import { builtInModel } from '@aichat/contracts/ai/reply-traces'
import { aiReplyKey, type Message } from '@aichat/contracts/chat/messages'
import type { Language } from '@aichat/contracts/kit/languages'
import type { Sql } from '../kit/db/db.ts'
import type { SessionState } from '../messages/state-fields.ts'
import { listMessages } from '../messages/store.ts'
import { hasFirstAnswer } from '../projects/store.ts'
import { detectLanguage } from '../replies/language/detect-language.ts'
import type { ChatTurn } from '../replies/types.ts'
import type { StoredSession } from '../sessions/session-fields.ts'
import { findLocale, findSession } from '../sessions/store.ts'
import { findFirstPending } from './store.ts'

export const maxHistoryMessages = 30

export type PendingQuestion = {
  session: StoredSession
  history: ChatTurn[]
  /** The first of the visitor's messages that have had no outcome. */
  fromSeq: number
  /** The question was declined before and has the mark "pending". */
  isMarked: boolean
  /** The language tag of the visitor's browser. */
  locale: string | null
  /** The AI has not answered any visitor of the project yet. */
  isFirstAnswer: boolean
}

/**
 * The messages since the conversation was started or last reopened. A hand-over, an acknowledgement and the mark "pending" end
 * a question like an answer does, so each question is judged alone.
 */
export async function readPendingQuestion(
  sql: Sql,
  sessionId: string,
  { projectId, visitorId, reopenedSeq, unansweredSeq }: QuestionState,
): Promise<PendingQuestion | null> {
  // All are sent in one round trip (pipelining).
  const [session, { messages }, fromSeq, locale, isAnswered] = await Promise.all([
    findSession(sql, sessionId),
    listMessages(sql, sessionId, { limit: maxHistoryMessages }),
    findFirstPending(sql, sessionId, reopenedSeq, unansweredSeq),
    findLocale(sql, visitorId),
    hasFirstAnswer(sql, projectId),
  ])
  if (!session) return null
  const current = messages.filter((message) => message.seq >= reopenedSeq && isTurn(message)).sort(byPosition)
  return {
    session,
    history: current.flatMap((message) =>
      isWaiting(message) && message.seq !== unansweredSeq
        ? [toTurn(message), waitingTurn]
        : [toTurn(message)],
    ),
    isMarked: current.some((message) => isWaiting(message) && message.seq === unansweredSeq),
    fromSeq,
    locale,
    isFirstAnswer: !isAnswered,
  }
}

type QuestionState = Pick<SessionState, 'projectId' | 'visitorId' | 'reopenedSeq' | 'unansweredSeq'>

function isTurn({ type, meta }: Message): boolean {
  return type === 'text' || meta.kind === 'handover' || meta.kind === 'acknowledged'
}

/** A reply to a question stands after that question, also where the visitor had written again before it was posted. */
function byPosition(one: Message, other: Message): number {
  return position(one) - position(other)
}

function position({ clientId, from, isAi, seq }: Message): number {
  const answeredSeq = isAi || from === 'system' ? aiReplyKey.exec(clientId)?.[1] : null
  return answeredSeq ? Number(answeredSeq) + 0.5 : seq
}

function isWaiting({ meta }: Message): boolean {
  return meta.pending !== undefined
}

/** What the visitor sees under a message that waits for the team, as a turn of the conversation. */
const waitingTurn: ChatTurn = { from: 'agent', text: 'The team has your message.', isDecline: true }

function toTurn(message: Message): ChatTurn {
  const { text, attachments } = message
  const files = attachments.length > 0 ? { files: attachments.map(({ name }) => name) } : {}
  if (message.from === 'visitor') return { from: 'visitor', text, ...files }
  const isDecline = message.type === 'system'
  const isQuestion = isQuestionOfModel(message)
  return {
    from: 'agent',
    text,
    ...files,
    ...(isDecline ? { isDecline } : {}),
    ...(isQuestion ? { isQuestion } : {}),
  }
}

/** A reply of the model that no passage supports is a question to the visitor. */
function isQuestionOfModel({ isAi, meta, text }: Message): boolean {
  return isAi && meta.model !== builtInModel && !meta.sources?.length && text.trimEnd().endsWith('?')
}

/** The language that the visitor has written in last, or that of their browser. */
export async function readLanguage(
  sql: Sql,
  { sessionId, visitorId }: { sessionId: string; visitorId: string },
): Promise<Language> {
  const { messages } = await listMessages(sql, sessionId, { limit: maxHistoryMessages })
  const texts = messages.filter(({ from }) => from === 'visitor').map(({ text }) => text)
  return detectLanguage(texts, await findLocale(sql, visitorId))
}
