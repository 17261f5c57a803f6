import type { App } from '../app.ts'
import type { AutoReply } from '../auto-reply/auto-reply.ts'
import { isId } from '../kit/db/db.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { findLabel } from '../labels/store.ts'
import { findUser } from '../users/store.ts'
import { findSessionWithPresence } from './guard.ts'
import type { SessionHandlers } from './routes.ts'
import { findSession, type SessionPatch, setLabel } from './store.ts'
import { broadcastSession, updateSession } from './update-session.ts'

type StateHandlers = Pick<
  SessionHandlers,
  'label' | 'needsHuman' | 'read' | 'unread' | 'status' | 'autoReply' | 'assign' | 'assignmentSeen'
>

/** Handlers that change the state of a conversation. Each answers and broadcasts the updated session. */
export function createStateHandlers(app: App, autoReply: AutoReply): StateHandlers {
  const update = async (companyId: string, sessionId: string, patch: SessionPatch) => ({
    session: await updateSession(app, companyId, sessionId, patch),
  })

  return {
    label: async ({ caller: { companyId }, session: { sessionId }, body: { labelId, isOn } }) => {
      const stored = await app.db.company(companyId, async (sql) => {
        if (!isId(labelId) || !(await findLabel(sql, labelId))) refuse(400, 'Choose a label', 'labelId')
        await setLabel(sql, { companyId, sessionId, labelId }, isOn)
        return (await findSession(sql, sessionId)) ?? notFound()
      })
      return { session: await broadcastSession(app, stored) }
    },

    needsHuman: ({ caller, session, body }) =>
      update(caller.companyId, session.sessionId, { needsHuman: body.needsHuman }),

    read: ({ caller, session }) => update(caller.companyId, session.sessionId, { isRead: true }),

    unread: ({ caller, session }) => update(caller.companyId, session.sessionId, { isRead: false }),

    status: async ({ caller, session, body }) => {
      const answer = await update(caller.companyId, session.sessionId, { status: body.status })
      if (body.status === 'active') autoReply.schedule(caller.companyId, session.sessionId)
      else autoReply.cancel(session.sessionId, answer.session.lastSeq)
      return answer
    },

    autoReply: async ({ caller, session, body }) => {
      const answer = await update(caller.companyId, session.sessionId, { autoReply: body.enabled })
      if (body.enabled) autoReply.schedule(caller.companyId, session.sessionId)
      else autoReply.cancel(session.sessionId, answer.session.lastSeq)
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
