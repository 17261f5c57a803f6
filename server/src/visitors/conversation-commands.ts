import { messageLimits } from '@aichat/contracts/chat/messages'
import type { VisitorSession } from '@aichat/contracts/chat/visitors'
import type { App } from '../app.ts'
import type { AutoReply } from '../auto-reply/auto-reply.ts'
import { isTeamOnline } from '../auto-reply/notices.ts'
import { newId } from '../kit/db/ids.ts'
import type { Posted } from '../messages/plan-batch.ts'
import { listMessages, listPendingMessages, toVisitorMessage } from '../messages/store.ts'
import { updateSession } from '../sessions/update-session.ts'
import { answerSuggestions, openSuggestion } from './answer-suggestions.ts'
import {
  type ConversationDependencies,
  postVisitorMessage,
  type VisitorCommandHandlers,
} from './conversation.ts'
import { markRead } from './mark-read.ts'
import { requestPerson } from './request-person.ts'
import { saveFeedback } from './save-feedback.ts'
import { skipForm } from './skip-form.ts'
import { findCurrentSession, getContact, type Visitor } from './store.ts'
import { submitEmail, submitForm } from './submit-form.ts'

type Dependencies = ConversationDependencies & { autoReply: AutoReply }
type ConversationCommands = Pick<
  VisitorCommandHandlers,
  | 'message:send'
  | 'message:read'
  | 'prechat:submit'
  | 'prechat:skip'
  | 'email:submit'
  | 'person:request'
  | 'suggestion:answer'
  | 'suggestion:open'
  | 'feedback'
  | 'session:end'
  | 'sync'
>

export function createConversationCommands(app: Dependencies): ConversationCommands {
  const { autoReply } = app
  return {
    'message:send': async (connection, { text = '', attachments, clientId }) => {
      const posted = await postVisitorMessage(app, connection, {
        from: 'visitor',
        senderId: connection.visitor.id,
        senderName: null,
        clientId: clientId ?? newId(),
        text,
        attachments,
        meta: {},
        effect: {},
      })
      if (posted.state.unansweredSeq !== null) {
        autoReply.schedule(connection.visitor.companyId, posted.state.sessionId)
      }
      return toAck(posted)
    },

    'message:read': async ({ visitor }, position) => {
      await markRead(app, visitor, position)
      return {}
    },

    'prechat:submit': async (connection, submission) => toAck(await submitForm(app, connection, submission)),

    'prechat:skip': async (connection) => {
      await skipForm(app, connection)
      return {}
    },

    'email:submit': async (connection, submission) => toAck(await submitEmail(app, connection, submission)),

    'person:request': async (connection) => ({
      session: toVisitorSession(await requestPerson(app, connection)),
    }),

    'suggestion:answer': async (connection, answer) => {
      const { message, session } = await answerSuggestions(app, connection, answer)
      return { message: toVisitorMessage(message), session: toVisitorSession(session) }
    },

    'suggestion:open': async (connection, suggestion) => {
      await openSuggestion(app, connection, suggestion)
      return {}
    },

    feedback: async (connection, feedback) => {
      await saveFeedback(app, connection, feedback)
      return {}
    },

    'session:end': async ({ visitor }) => {
      const session = await app.db.company(visitor.companyId, (sql) => findCurrentSession(sql, visitor))
      if (session?.status === 'active') {
        const { companyId } = visitor
        const closed = await updateSession(app, companyId, session.sessionId, { status: 'closed' })
        autoReply.cancel(session.sessionId, closed.lastSeq)
      }
      return {}
    },

    sync: async ({ visitor }, { lastSeq }) => ({
      ...(await syncConversation(app, visitor, lastSeq)),
      agentsOnline: await isTeamOnline(app, visitor.companyId),
    }),
  }
}

/**
 * Answers the messages after `lastSeq` and those before that wait for the team, because the event of that may be lost; or the newest page with `reset`
 * when the client is too far behind or ahead.
 */
async function syncConversation({ db }: Pick<App, 'db'>, visitor: Visitor, lastSeq: number) {
  return db.company(visitor.companyId, async (sql) => {
    const session = await findCurrentSession(sql, visitor)
    if (!session) return { session: null, messages: [], prechatRequested: false }
    const missed = await listMessages(sql, session.sessionId, {
      after: lastSeq,
      limit: messageLimits.pageSizeMax,
    })
    const mustReset = missed.hasMore || lastSeq > session.lastSeq
    const { messages } = mustReset
      ? await listMessages(sql, session.sessionId, { limit: messageLimits.pageSize })
      : missed
    const pending =
      session.hasPending && !mustReset ? await listPendingMessages(sql, session.sessionId, lastSeq) : []
    return {
      session: toVisitorSession(session),
      messages: [...pending, ...messages].map(toVisitorMessage),
      prechatRequested: session.prechatRequested,
      ...(session.prechatRequested ? { contact: await getContact(sql, visitor) } : {}),
      ...(mustReset ? { reset: true } : {}),
    }
  })
}

function toAck({ message, state }: Posted) {
  return { message: toVisitorMessage(message), session: toVisitorSession(state) }
}

function toVisitorSession({ sessionId, status, lastSeq, unread, autoReply }: VisitorSession): VisitorSession {
  return { sessionId, status, lastSeq, unread, autoReply }
}
