import { sessionSentences } from '@aichat/contracts/chat/sessions'
import { staffEvents } from '@aichat/contracts/chat/staff-channel'
import { visitorEvents } from '@aichat/contracts/chat/visitors'
import type { App } from '../app.ts'
import { companyRoom } from '../companies/rooms.ts'
import { isId } from '../kit/db/db.ts'
import { refuse } from '../kit/http/refusal.ts'
import type { SessionStateCache } from '../messages/state-cache.ts'
import type { SessionState } from '../messages/state-fields.ts'
import { findState } from '../messages/store.ts'
import { conversationRoom } from '../messages/visitor-room.ts'
import { requireStaffSession } from './conversation-commands.ts'
import type { StaffCommandHandlers, StaffContext } from './types.ts'

type TypingCommands = Pick<StaffCommandHandlers, 'typing' | 'viewing'>

/** Commands that show others what a member does in a conversation. Nothing of it is stored. */
export function createTypingCommands(
  app: Pick<App, 'db' | 'realtime'>,
  stateCache: SessionStateCache,
): TypingCommands {
  /** Clients repeat `typing` every few seconds, so the state is read from the cache where possible. */
  async function getState({ caller: { companyId } }: StaffContext, sessionId: string): Promise<SessionState> {
    const cached = stateCache.get(companyId, sessionId)
    if (cached) return cached
    const state = isId(sessionId) ? await app.db.company(companyId, (sql) => findState(sql, sessionId)) : null
    if (!state) refuse(404, sessionSentences.joinFailed)
    stateCache.setRead(companyId, state)
    return state
  }

  return {
    typing: async (context, { sessionId, isTyping }) => {
      const { status, visitorId } = await getState(context, sessionId)
      if (status === 'active') {
        const data = { sessionId, from: 'agent' as const, isTyping }
        app.realtime.publish(conversationRoom(visitorId, sessionId), visitorEvents, 'typing:update', data)
      }
      return {}
    },

    viewing: async (context, { sessionId, isViewing, isTyping }) => {
      const { caller, socket } = context
      const { companyId, userId, name } = caller
      await requireStaffSession(app, context, sessionId)
      const publish = (activity: { isViewing: boolean; isTyping: boolean }) =>
        app.realtime.publish(companyRoom(companyId), staffEvents, 'colleague:update', {
          sessionId,
          user: { id: userId, name },
          ...activity,
        })
      publish({ isViewing, isTyping })
      socket.data.leave = isViewing ? () => publish({ isViewing: false, isTyping: false }) : undefined
      return {}
    },
  }
}
