import { sessionLimits } from '@aichat/contracts/chat/sessions'
import { staffEvents } from '@aichat/contracts/chat/staff-channel'
import type { Socket } from 'socket.io'
import type { App } from '../app.ts'
import { companyRoom } from '../companies/rooms.ts'
import { visitorPresenceKey } from '../sessions/guard.ts'
import { findCurrentSession, setLastSeen, type Visitor } from './store.ts'

/** Marks the visitor as online while the socket is connected, and publishes changes to the company. Stores when the visitor left. */
export function trackVisitorPresence(
  app: Pick<App, 'db' | 'log' | 'presence' | 'realtime' | 'timers'>,
  socket: Socket,
  visitor: Visitor,
): void {
  const key = visitorPresenceKey(visitor.id)
  const warn = (error: unknown) => app.log.warn({ err: error }, 'failed to update visitor presence')
  const publish = async () => {
    const [online = false] = await app.presence.arePresent([key])
    const session = await app.db.company(visitor.companyId, async (sql) => {
      if (!online) await setLastSeen(sql, visitor.id)
      return findCurrentSession(sql, visitor)
    })
    if (session?.status !== 'active') return
    app.realtime.publish(companyRoom(visitor.companyId), staffEvents, 'presence:update', {
      sessionId: session.sessionId,
      online,
    })
  }
  const publishOrWarn = () => publish().catch(warn)

  app.presence.enter(key).then(publishOrWarn).catch(warn)
  socket.on('disconnect', () => {
    app.presence.leave(key).catch(warn)
    app.timers.start(publishOrWarn, sessionLimits.presenceGraceSeconds * 1000 + 100, { unref: true })
  })
}
