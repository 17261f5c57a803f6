import { messageLimits } from '@aichat/contracts/messages'
import type { App } from '../app.ts'
import { recordAuditEvent } from '../audit/store.ts'
import { isId } from '../kit/db/db.ts'
import type { Caller } from '../kit/http/caller.ts'
import { notFound } from '../kit/http/refusal.ts'
import { listMessages } from '../messages/store.ts'
import { findReplyTrace } from '../messages/trace-store.ts'
import { describeDevice } from './device.ts'
import { exportAll, exportConversation } from './export.ts'
import { addPresence } from './guard.ts'
import { createSessionList } from './list.ts'
import type { SendAgentMessage } from './send-agent-message.ts'
import type { StoredSession } from './session-fields.ts'
import { findVisitorDetails, listVisitorSessions } from './store.ts'
import type { SessionHandlers } from './types.ts'

type ConversationHandlers = Pick<
  SessionHandlers,
  'list' | 'messages' | 'send' | 'exportAll' | 'export' | 'visitor' | 'why'
>

const maxEarlierSessions = 20

/** Handlers that read conversations and send messages. */
export function createConversationHandlers(
  app: App,
  sendAgentMessage: SendAgentMessage,
): ConversationHandlers {
  const listSessions = createSessionList(app)

  return {
    list: ({ caller, query }) => listSessions(caller, query),

    messages: ({ caller, session, query }) =>
      app.db.company(caller.companyId, (sql) =>
        listMessages(sql, session.sessionId, {
          limit: Math.max(1, query.limit ?? messageLimits.pageSize),
          before: query.before,
          after: query.after,
        }),
      ),

    send: async ({ caller, session, body }) => ({
      message: await sendAgentMessage(caller, { sessionId: session.sessionId, ...body }),
    }),

    exportAll: async ({ actor, caller, query }) => {
      const subject = { kind: 'company' as const, id: caller.companyId, name: '', to: query.status ?? '' }
      await app.db.company(caller.companyId, (sql) =>
        recordAuditEvent(sql, actor, 'conversations_exported', subject),
      )
      return exportAll(app, caller.companyId, query.status)
    },

    export: async ({ actor, caller, session, query }) => {
      // Without the visitor's name: the log remains after their data is erased.
      const subject = { kind: 'conversation' as const, id: session.sessionId, name: session.projectId.name }
      await app.db.company(caller.companyId, (sql) =>
        recordAuditEvent(sql, actor, 'conversation_exported', subject),
      )
      return exportConversation(app, caller.companyId, session, query.format)
    },

    visitor: ({ caller, session }) => describeVisitor(app, caller, session),

    why: async ({ caller, session, params: { messageId } }) =>
      (isId(messageId)
        ? await app.db.company(caller.companyId, (sql) => findReplyTrace(sql, session.sessionId, messageId))
        : null) ?? notFound(),
  }
}

async function describeVisitor(app: App, { companyId }: Caller, session: StoredSession) {
  const found = await app.db.company(companyId, async (sql) => ({
    visitor: (await findVisitorDetails(sql, session.sessionId)) ?? notFound(),
    earlier: await listVisitorSessions(sql, session, maxEarlierSessions),
  }))
  const { userAgent, ...visitor } = found.visitor
  const hasContact = visitor.name || visitor.email || visitor.phone
  const unverified = hasContact ? ('claimed' as const) : ('unknown' as const)
  const identity = session.visitor.verified ? ('verified' as const) : unverified
  return {
    visitor: { ...visitor, device: describeDevice(userAgent), identity },
    earlier: await addPresence(app, found.earlier),
  }
}
