import { attachmentSentences } from '@aichat/contracts/attachments'
import { messageLimits } from '@aichat/contracts/messages'
import { realtimeSentences } from '@aichat/contracts/realtime'
import { sessionRoutes } from '@aichat/contracts/sessions'
import { writingSentences } from '@aichat/contracts/writing'
import type { App } from '../app.ts'
import { readAttachment, receiveAttachment, toAttachment } from '../files/attachments.ts'
import { copyFile } from '../files/copy.ts'
import { findAttachment, findSavedReplyFile } from '../files/store.ts'
import { isId } from '../kit/db/db.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import { findLabel } from '../labels/store.ts'
import { rewrite } from '../replies/rewrite.ts'
import { findUser } from '../users/store.ts'
import type { AutoReply } from './auto-reply.ts'
import { describeDevice } from './device.ts'
import { exportAll, exportConversation } from './export.ts'
import { addPresence, requireSession } from './guard.ts'
import { createSessionList } from './list.ts'
import { listMessages } from './message-store.ts'
import { findReplyTrace } from './reply-store.ts'
import type { SendAgentMessage } from './send-agent-message.ts'
import { findSession, findVisitorDetails, listVisitorSessions, type SessionPatch, setLabel } from './store.ts'
import { suggestReply } from './suggest-reply.ts'
import { broadcastSession, updateSession } from './update-session.ts'

const mostEarlier = 20

export function mountSessions(
  http: Http,
  app: App,
  autoReply: AutoReply,
  agentSends: SendAgentMessage,
): void {
  const change = async (companyId: string, sessionId: string, patch: SessionPatch) => ({
    session: await updateSession(app, companyId, sessionId, patch),
  })

  const inbox = createSessionList(app)

  serve(http, sessionRoutes, { sessionId: requireSession(app) })({
    list: ({ caller, query }) => inbox(caller.companyId, query),

    messages: ({ caller, session, query }) =>
      app.db.company(caller.companyId, (sql) =>
        listMessages(sql, session.sessionId, {
          limit: Math.max(1, query.limit ?? messageLimits.pageSize),
          before: query.before,
          after: query.after,
        }),
      ),

    send: async ({ caller, session, body }) => {
      await app.limits.consume('message', caller.userId, realtimeSentences.tooMany)
      return { message: await agentSends(caller, { sessionId: session.sessionId, ...body }) }
    },

    exportAll: ({ caller, query }) => exportAll(app, caller.companyId, query.status),

    export: ({ caller, session, query }) => exportConversation(app, caller.companyId, session, query.format),

    visitor: async ({ caller, session }) => {
      const found = await app.db.company(caller.companyId, async (sql) => ({
        visitor: (await findVisitorDetails(sql, session.sessionId)) ?? notFound(),
        earlier: await listVisitorSessions(sql, session, mostEarlier),
      }))
      const { userAgent, ...visitor } = found.visitor
      const isNamed = visitor.name || visitor.email || visitor.phone
      const identity = session.visitor.verified ? 'verified' : isNamed ? 'claimed' : 'unknown'
      return {
        visitor: { ...visitor, device: describeDevice(userAgent), identity },
        earlier: await addPresence(app, found.earlier),
      }
    },

    label: async ({ caller, session, body: { labelId, isOn } }) => {
      const { companyId } = caller
      const { sessionId } = session
      const stored = await app.db.company(companyId, async (sql) => {
        if (!isId(labelId) || !(await findLabel(sql, labelId))) refuse(400, 'Choose a label', 'labelId')
        await setLabel(sql, { companyId, sessionId, labelId }, isOn)
        return (await findSession(sql, sessionId)) ?? notFound()
      })
      return { session: await broadcastSession(app, stored) }
    },

    needsHuman: ({ caller, session, body }) =>
      change(caller.companyId, session.sessionId, { needsHuman: body.needsHuman }),

    attach: ({ caller, session, request }) => {
      const { companyId, userId } = caller
      const { sessionId, projectId } = session
      return receiveAttachment(
        app,
        { companyId, projectId: projectId._id, owner: { sessionId, userId } },
        request,
      )
    },

    attachSaved: async ({ caller, session, body: { fileId } }) => {
      const { companyId, userId } = caller
      const { sessionId, projectId } = session
      const file = isId(fileId)
        ? await app.db.company(companyId, (sql) => findSavedReplyFile(sql, fileId))
        : null
      if (!file) refuse(400, attachmentSentences.fileUnknown, 'fileId')
      await app.limits.consume('copyFile', userId)
      const scope = { companyId, projectId: projectId._id, owner: { sessionId, userId } }
      return toAttachment(await copyFile(app, scope, file))
    },

    attachment: async ({ caller, session, params: { attachmentId } }) =>
      readAttachment(
        app,
        isId(attachmentId)
          ? await app.db.company(caller.companyId, (sql) =>
              findAttachment(sql, session.sessionId, attachmentId),
            )
          : null,
      ),

    why: async ({ caller, session, params: { messageId } }) =>
      (isId(messageId)
        ? await app.db.company(caller.companyId, (sql) => findReplyTrace(sql, session.sessionId, messageId))
        : null) ?? notFound(),

    read: ({ caller, session }) => change(caller.companyId, session.sessionId, { isRead: true }),

    unread: ({ caller, session }) => change(caller.companyId, session.sessionId, { isRead: false }),

    status: ({ caller, session, body }) =>
      change(caller.companyId, session.sessionId, { status: body.status }),

    autoReply: async ({ caller, session, body }) => {
      const answer = await change(caller.companyId, session.sessionId, { autoReply: body.enabled })
      if (body.enabled) autoReply.consider(caller.companyId, session.sessionId)
      else autoReply.stop(session.sessionId)
      return answer
    },

    assign: async ({ caller, session, body }) => {
      const { agentId } = body
      if (agentId !== null) {
        const agent = isId(agentId)
          ? await app.db.company(caller.companyId, (sql) => findUser(sql, agentId))
          : null
        if (!agent) refuse(400, 'Choose a member of your company', 'agentId')
      }
      return change(caller.companyId, session.sessionId, { assignedAgentId: agentId })
    },

    writingAssistant: () => ({
      isAvailable: app.model !== null,
      note: app.model ? null : writingSentences.no_model,
    }),

    rewrite: async ({ caller, body }) => {
      const rewritten = await rewrite(app, caller, body.text, body.tone)
      if ('text' in rewritten) return { text: rewritten.text, problem: null, note: null }
      const { problem } = rewritten
      return { text: null, problem, note: writingSentences[problem] }
    },

    suggest: async ({ caller, session }) => {
      await app.limits.consume('suggest', caller.userId)
      return suggestReply(app, session)
    },
  })
}
