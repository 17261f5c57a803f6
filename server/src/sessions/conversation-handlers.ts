import { messageLimits } from '@aichat/contracts/chat/messages'
import { isProvided, type NamedField, nameFields } from '@aichat/contracts/widget/form-fields'
import { preChatLabels } from '@aichat/contracts/widget/widget'
import type { App } from '../app.ts'
import { recordAuditEvent } from '../audit/store.ts'
import { isId } from '../kit/db/db.ts'
import { notFound } from '../kit/http/refusal.ts'
import { afterCommit, withoutTransaction } from '../kit/http/serve.ts'
import { listMessages } from '../messages/store.ts'
import { findReplyTrace } from '../messages/trace-store.ts'
import { findLatestRelease } from '../releases/store.ts'
import { describeDevice } from './device.ts'
import { exportAll, exportConversation } from './export.ts'
import { addPresence } from './guard.ts'
import { createSessionList, toFilterId } from './list.ts'
import type { SendAgentMessage } from './send-agent-message.ts'
import type { StoredSession } from './session-fields.ts'
import { findVisitorDetails, isFormRequested, listVisitorSessions, type VisitorRow } from './store.ts'
import { countToday } from './today-store.ts'
import type { SessionHandlers } from './types.ts'
import { countViews, findWaiting } from './view-counts-store.ts'

type ConversationHandlers = Pick<
  SessionHandlers,
  | 'list'
  | 'viewCounts'
  | 'waiting'
  | 'today'
  | 'messages'
  | 'send'
  | 'exportAll'
  | 'export'
  | 'visitor'
  | 'form'
  | 'why'
>

const maxEarlierSessions = 20

type Dependencies = Pick<App, 'clock' | 'db' | 'presence'> & { sendAgentMessage: SendAgentMessage }

/** Handlers that read conversations and send messages. */
export function createConversationHandlers(app: Dependencies): ConversationHandlers {
  const listSessions = createSessionList(app)

  return {
    list: withoutTransaction(({ caller, query }) => listSessions(caller, query)),

    viewCounts: ({ sql, caller, query: { projectId, labelId } }) =>
      countViews(sql, caller.userId, { projectId: toFilterId(projectId), labelId: toFilterId(labelId) }),

    waiting: ({ sql }) => findWaiting(sql),

    today: ({ sql }) => countToday(sql, app.clock.now()),

    messages: ({ sql, session, query }) =>
      listMessages(sql, session.sessionId, {
        limit: Math.max(1, query.limit ?? messageLimits.pageSize),
        before: query.before,
        after: query.after,
      }),

    send: withoutTransaction(async ({ caller, session, body }) => ({
      message: await app.sendAgentMessage(caller, { sessionId: session.sessionId, ...body }),
    })),

    exportAll: async ({ sql, actor, caller, query }) => {
      const subject = { kind: 'company' as const, id: caller.companyId, name: '', to: query.status ?? '' }
      await recordAuditEvent(sql, actor, 'conversations_exported', subject)
      return afterCommit(() => exportAll(app, caller.companyId, query.status))
    },

    export: async ({ sql, actor, caller, session, query }) => {
      // Without the visitor's name: the log remains after their data is erased.
      const subject = { kind: 'conversation' as const, id: session.sessionId, name: session.projectId.name }
      await recordAuditEvent(sql, actor, 'conversation_exported', subject)
      return afterCommit(() => exportConversation(app, caller.companyId, session, query.format))
    },

    visitor: async ({ sql, session }) => {
      const details = (await findVisitorDetails(sql, session.sessionId)) ?? notFound()
      const earlier = await listVisitorSessions(sql, session, maxEarlierSessions)
      return afterCommit(async () => ({
        visitor: describeVisitor(details, session),
        earlier: await addPresence(app, earlier),
      }))
    },

    form: async ({ sql, session }) => {
      const [release, isRequested] = await Promise.all([
        findLatestRelease(sql, session.projectId._id),
        isFormRequested(sql, session.sessionId),
      ])
      const fields = nameFields(release?.config.realtime.preChat.fields ?? [])
      return { isRequested, fields: fields.map((field) => describeField(field, session.visitor)) }
    },

    why: async ({ sql, session, params: { messageId } }) =>
      (isId(messageId) ? await findReplyTrace(sql, session.sessionId, messageId) : null) ?? notFound(),
  }
}

function describeField(field: NamedField, visitor: StoredSession['visitor']) {
  const { name, label, key, required } = field
  return { name, label: label || preChatLabels[key], required, isProvided: isProvided(field, visitor) }
}

function describeVisitor({ userAgent, ...visitor }: VisitorRow, session: StoredSession) {
  const hasContact = visitor.name || visitor.email || visitor.phone
  const unverified = hasContact ? ('claimed' as const) : ('unknown' as const)
  const identity = session.visitor.verified ? ('verified' as const) : unverified
  return { ...visitor, device: describeDevice(userAgent), identity }
}
