import { sessionLimits, sessionRoutes } from '@aichat/contracts/sessions'
import type { App } from '../app.ts'
import { isId } from '../kit/db.ts'
import { refuse } from '../kit/errors.ts'
import type { Http } from '../kit/http.ts'
import { serve } from '../kit/serve.ts'
import { findUser } from '../users/store.ts'
import type { AutoReply } from './auto-reply.ts'
import { changeSession } from './change.ts'
import { sessionDoor } from './find.ts'
import { inboxPage } from './list.ts'
import { listMessages, type Patch } from './store.ts'

export function mountSessions(http: Http, app: App, autoReply: AutoReply): void {
  const change = async (companyId: string, sessionId: string, patch: Patch) => ({
    session: await changeSession(app, companyId, sessionId, patch),
  })

  serve(http, sessionRoutes, { sessionId: sessionDoor(app) })({
    list: ({ caller, query }) => inboxPage(app, caller.companyId, query),

    messages: ({ caller, session, query }) =>
      app.db.company(caller.companyId, (sql) =>
        listMessages(sql, session.sessionId, {
          limit: Math.max(1, query.limit ?? sessionLimits.messages),
          before: query.before,
          after: query.after,
        }),
      ),

    read: ({ caller, session }) => change(caller.companyId, session.sessionId, { unread: 0 }),

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
  })
}
