import { staffEvents } from '@aichat/contracts/chat/staff-channel'
import type { App } from '../app.ts'
import { companyRoom } from '../companies/rooms.ts'
import type { SessionStateCache } from '../messages/state-cache.ts'
import type { SessionState } from '../messages/state-fields.ts'
import { findActiveState } from '../messages/store.ts'
import type { VisitorCommandHandlers } from './conversation.ts'
import type { Visitor } from './store.ts'

export function createTypingCommand(
  app: Pick<App, 'db' | 'realtime'>,
  stateCache: SessionStateCache,
): Pick<VisitorCommandHandlers, 'typing'> {
  /** Clients repeat `typing` every few seconds, so the state is read from the cache where possible. */
  async function getActiveState({ id, companyId }: Visitor): Promise<SessionState | null> {
    const cached = stateCache.getActiveOfVisitor(companyId, id)
    if (cached) return cached
    const state = await app.db.company(companyId, (sql) => findActiveState(sql, id))
    if (state) stateCache.setRead(companyId, state)
    return state
  }

  return {
    typing: async ({ visitor }, { isTyping }) => {
      const active = await getActiveState(visitor)
      const { linkedSessionId } = visitor
      if (active && (!linkedSessionId || active.sessionId === linkedSessionId)) {
        app.realtime.publish(companyRoom(visitor.companyId), staffEvents, 'typing:update', {
          sessionId: active.sessionId,
          from: 'visitor',
          isTyping,
        })
      }
      return {}
    },
  }
}
