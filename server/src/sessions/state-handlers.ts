import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { findUser } from '../users/store.ts'
import { findSessionWithPresence } from './guard.ts'
import type { SessionPatch } from './store.ts'
import type { PendingReplies, SessionHandlers } from './types.ts'
import { updateSession } from './update-session.ts'

type StateHandlers = Pick<
  SessionHandlers,
  'needsHuman' | 'read' | 'unread' | 'status' | 'autoReply' | 'assign' | 'assignmentSeen'
>

/** Handlers that change the state of a conversation. Each answers and broadcasts the updated session. */
export function createStateHandlers(app: App, pendingReplies: PendingReplies): StateHandlers {
  const update = async (companyId: string, sessionId: string, patch: SessionPatch) => ({
    session: await updateSession(app, companyId, sessionId, patch),
  })

  return {
    needsHuman: ({ caller, session, body }) =>
      update(caller.companyId, session.sessionId, { needsHuman: body.needsHuman }),

    read: ({ caller, session }) => update(caller.companyId, session.sessionId, { isRead: true }),

    unread: ({ caller, session }) => update(caller.companyId, session.sessionId, { isRead: false }),

    status: async ({ caller, session, body }) => {
      const answer = await update(caller.companyId, session.sessionId, { status: body.status })
      if (body.status === 'active') pendingReplies.schedule(caller.companyId, session.sessionId)
      else pendingReplies.cancel(session.sessionId, answer.session.lastSeq)
      return answer
    },

    autoReply: async ({ caller, session, body }) => {
      const answer = await update(caller.companyId, session.sessionId, { autoReply: body.enabled })
      if (body.enabled) pendingReplies.schedule(caller.companyId, session.sessionId)
      else pendingReplies.cancel(session.sessionId, answer.session.lastSeq)
      return answer
    },

    assign: async ({ caller, session, body: { agentId } }) => {
      if (agentId !== null) {
        const agent = isId(agentId)
          ? await app.db.company(caller.companyId, (sql) => findUser(sql, agentId))
          : null
        if (!agent) refuse(400, 'Choose a member of your company', 'agentId')
      }
      const isAssignmentNew = agentId !== null && agentId !== caller.userId
      return update(caller.companyId, session.sessionId, { assignedAgentId: agentId, isAssignmentNew })
    },

    assignmentSeen: async ({ caller, session }) => {
      if (!session.isAssignmentNew || session.assignedAgentId !== caller.userId)
        return {
          session: (await findSessionWithPresence(app, caller.companyId, session.sessionId)) ?? notFound(),
        }
      return update(caller.companyId, session.sessionId, { isAssignmentNew: false })
    },
  }
}
