import type { ReplyTrace } from '@aichat/contracts/ai/reply-traces'
import { testChatSentences } from '@aichat/contracts/ai/test-chat'
import type { Message, Sender } from '@aichat/contracts/chat/messages'
import type { Language } from '@aichat/contracts/kit/languages'
import type { App } from '../app.ts'
import { maxHistoryMessages } from '../auto-reply/pending-question.ts'
import { createReplyContent } from '../auto-reply/reply-content.ts'
import { newId } from '../kit/db/ids.ts'
import { UnavailableError } from '../kit/http/refusal.ts'
import { answerQuestion } from '../replies/answer.ts'
import { detectLanguage } from '../replies/language/detect-language.ts'
import { maxAnswerMs } from '../replies/model/reply-deadline.ts'
import { listVisitorTexts } from '../replies/question/join-question.ts'
import type { ChatTurn, Reply } from '../replies/types.ts'

type Dependencies = Pick<App, 'db' | 'clock' | 'timers' | 'models' | 'search' | 'log'>
type Scope = { companyId: string; projectId: string }

/** Answers a question as for a visitor. Nothing is stored, sent or counted, and no conversation is involved. */
export async function askTestQuestion(
  app: Dependencies,
  scope: Scope,
  messages: { from: Sender; text: string }[],
): Promise<{ message: Message; trace: ReplyTrace }> {
  const history = messages.slice(-maxHistoryMessages).map(toTurn)
  const language = detectLanguage(listVisitorTexts(history), null)
  const signal = AbortSignal.timeout(maxAnswerMs)
  const startedAt = app.clock.now()
  const reply = await answerQuestion(app, { ...scope, language, isDraft: true, history, signal }).catch(
    (error) => {
      if (!signal.aborted) throw error
      app.log.warn({ err: error, projectId: scope.projectId }, 'test question timed out')
      throw new UnavailableError(testChatSentences.failed, 1)
    },
  )
  const now = app.clock.now()
  const latencyMs = now - startedAt
  const createdAt = new Date(now).toISOString()
  return {
    message: createMessage(reply, language, latencyMs, createdAt),
    trace: { ...reply.trace, latencyMs, createdAt },
  }
}

/** A system message of the test chat is a hand-over: the question before it was not answered and is not asked again. */
function toTurn({ from, text }: { from: Sender; text: string }): ChatTurn {
  if (from === 'visitor') return { from, text }
  if (from === 'system') return { from: 'agent', text, isDecline: true }
  return { from: 'agent', text, isQuestion: text.trimEnd().endsWith('?') }
}

function createMessage(reply: Reply, language: Language, latencyMs: number, createdAt: string): Message {
  const id = newId()
  const isFromAi = reply.kind !== 'handover'
  return {
    _id: id,
    clientId: id,
    sessionId: newId(),
    seq: 1,
    from: isFromAi ? 'agent' : 'system',
    type: isFromAi ? 'text' : 'system',
    ...createReplyContent(reply, { latencyMs, language, isTeamOnline: true }),
    createdAt,
    isAi: isFromAi,
    agent: null,
    attachments: [],
  }
}
