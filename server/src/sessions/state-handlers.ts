import { sessionSentences } from '@aichat/contracts/chat/sessions'
import type { App } from '../app.ts'
import { isId, type Sql } from '../kit/db/db.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { afterCommit } from '../kit/http/serve.ts'
import { findUser } from '../users/store.ts'
import { addPresence } from './guard.ts'
import type { StoredSession } from './session-fields.ts'
import type { SessionPatch } from './store.ts'
import type { PendingReplies, SessionHandlers } from './types.ts'
import { broadcastPatch, patchSession } from './update-session.ts'

type StateHandlers = Pick<
  SessionHandlers,
  'needsHuman' | 'read' | 'unread' | 'status' | 'autoReply' | 'assign' | 'assignmentSeen'
>

type Dependencies = Pick<App, 'presence' | 'realtime'> & { autoReply: PendingReplies }

/** Handlers that change the state of a conversation. Each answers and broadcasts the updated session. */
export function createStateHandlers(app: Dependencies): StateHandlers {
  async function update(
    sql: Sql,
    { sessionId }: StoredSession,
    patch: SessionPatch,
    onUpdated?: (stored: StoredSession) => void,
  ) {
    const stored = await patchSession(sql, sessionId, patch)
    return afterCommit(async () => {
      const session = await broadcastPatch(app, stored, patch)
      onUpdated?.(stored)
      return { session }
    })
  }

  /** Schedules the AI's reply to a pending message, or cancels it. */
  function schedulePendingReply(isScheduled: boolean) {
    return ({ tenantId, sessionId, lastSeq }: StoredSession) => {
      if (isScheduled) app.autoReply.schedule(tenantId, sessionId)
      else app.autoReply.cancel(sessionId, lastSeq)
    }
  }

  return {
    needsHuman: ({ sql, session, body }) => update(sql, session, { needsHuman: body.needsHuman }),

    read: ({ sql, session }) => update(sql, session, { isRead: true }),

    unread: ({ sql, session }) => update(sql, session, { isRead: false }),

    status: ({ sql, session, body: { status } }) =>
      update(sql, session, { status }, schedulePendingReply(status === 'active')),

    autoReply: ({ sql, session, body: { enabled } }) =>
      update(sql, session, { autoReply: enabled }, schedulePendingReply(enabled)),

    assign: async ({ sql, caller, session, body: { agentId } }) => {
      if (agentId !== null && !(isId(agentId) && (await findUser(sql, agentId))))
        refuse(400, sessionSentences.unknownAgent, 'agentId')
      const isAssignmentNew = agentId !== null && agentId !== caller.userId
      return update(sql, session, { assignedAgentId: agentId, isAssignmentNew })
    },

    assignmentSeen: async ({ sql, caller, session }) => {
      if (session.isAssignmentNew && session.assignedAgentId === caller.userId)
        return update(sql, session, { isAssignmentNew: false })
      return afterCommit(async () => {
        const [current] = await addPresence(app, [session])
        return { session: current ?? notFound() }
      })
    },
  }
}
