import type { Message } from '@aichat/contracts/messages'
import type { Sql } from '../kit/db/db.ts'
import type { ChatTurn } from '../replies/answer.ts'
import { listMessages } from './message-store.ts'
import { findSession, getReleaseNumber } from './store.ts'

export const maxHistoryMessages = 30

/** The messages since the conversation was started or last reopened. */
export async function readPendingQuestion(sql: Sql, sessionId: string, reopenedSeq: number) {
  const session = await findSession(sql, sessionId)
  if (!session) return null
  const { messages } = await listMessages(sql, sessionId, { limit: maxHistoryMessages })
  const history = messages
    .filter((message) => message.type === 'text' && message.seq >= reopenedSeq)
    .map(
      (message): ChatTurn => ({
        from: message.from === 'visitor' ? 'visitor' : 'agent',
        text: formatBody(message),
      }),
    )
  return { session, history, releaseNumber: await getReleaseNumber(sql, sessionId) }
}

/** Attachments appear by name only: the AI does not read files. */
function formatBody({ text, attachments }: Message): string {
  return [text, ...attachments.map(({ name }) => `[file: ${name}]`)].filter(Boolean).join('\n')
}
