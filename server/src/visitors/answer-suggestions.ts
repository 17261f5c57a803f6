import type { Message } from '@aichat/contracts/chat/messages'
import type { VisitorSession } from '@aichat/contracts/chat/visitors'
import type { AutoReply } from '../auto-reply/auto-reply.ts'
import { isId } from '../kit/db/db.ts'
import { notFound } from '../kit/http/refusal.ts'
import { publishMessage } from '../messages/post.ts'
import { setHelped, setOpened } from '../messages/store.ts'
import { markAnswered } from '../projects/store.ts'
import type { ConversationDependencies, VisitorConnection } from './conversation.ts'
import { requestPerson } from './request-person.ts'
import { findCurrentSession } from './store.ts'

type Dependencies = ConversationDependencies & { autoReply: AutoReply }
type SuggestionAnswer = { messageId: string; helped: boolean }

/** Stores whether suggested pages helped. Repeating an answer changes nothing; `helped: false` asks for a person. */
export async function answerSuggestions(
  app: Dependencies,
  connection: VisitorConnection,
  { messageId, helped }: SuggestionAnswer,
): Promise<{ message: Message; session: VisitorSession }> {
  const { visitor } = connection
  const { session, answered } = await app.db.company(visitor.companyId, async (sql) => {
    const session = (await findCurrentSession(sql, visitor)) ?? notFound()
    const answered = isId(messageId) ? await setHelped(sql, session.sessionId, messageId, helped) : null
    if (answered && helped) await markAnswered(sql, visitor.projectId)
    return { session, answered: answered ?? notFound() }
  })
  const { message, isChanged } = answered
  if (isChanged) publishMessage(app, visitor, message)
  return { message, session: helped ? session : await requestPerson(app, connection) }
}

/** Stores that the visitor opened a suggested page. Repeating it changes nothing. */
export async function openSuggestion(
  app: ConversationDependencies,
  { visitor }: VisitorConnection,
  { messageId, itemId }: { messageId: string; itemId: string },
): Promise<void> {
  const { message, isChanged } = await app.db.company(visitor.companyId, async (sql) => {
    const session = (await findCurrentSession(sql, visitor)) ?? notFound()
    const opened = isId(messageId) ? await setOpened(sql, session.sessionId, { messageId, itemId }) : null
    return opened ?? notFound()
  })
  if (isChanged) publishMessage(app, visitor, message)
}
