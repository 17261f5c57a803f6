import type { Message } from '@aichat/contracts/messages'
import type { Sql } from '../kit/db/db.ts'
import type { Turn } from '../replies/answer.ts'
import { listMessages } from './message-store.ts'
import { findSession, releaseOf } from './store.ts'

const historyLength = 30

/** The conversation since it was begun or last reopened. */
export async function readPendingQuestion(sql: Sql, sessionId: string, reopenedSeq: number) {
  const session = await findSession(sql, sessionId)
  if (!session) return null
  const { messages } = await listMessages(sql, sessionId, { limit: historyLength })
  const history = messages
    .filter((message) => message.type === 'text' && message.seq >= reopenedSeq)
    .map(
      (message): Turn => ({ from: message.from === 'visitor' ? 'visitor' : 'agent', text: wordsOf(message) }),
    )
  return { session, history, releaseNumber: await releaseOf(sql, sessionId) }
}

/** Files are named, not read. */
function wordsOf({ text, attachments }: Message): string {
  return [text, ...attachments.map(({ name }) => `[file: ${name}]`)].filter(Boolean).join('\n')
}
