import { sessionLimits } from '@aichat/contracts/chat/sessions'
import { visitorEvents } from '@aichat/contracts/chat/visitors'
import type { Socket } from 'socket.io'
import type { App } from '../app.ts'
import { visitorsRoom } from '../companies/rooms.ts'
import type { Caller } from '../kit/http/caller.ts'
import { userPresenceKey } from '../users/routes.ts'
import { updateLastSeen } from '../users/store.ts'

export function companyPresenceKey(companyId: string): string {
  return `company:${companyId}`
}

/** Marks the member as online while the socket is connected, and publishes to visitors whether agents are online. */
export function trackStaffPresence(
  app: Pick<App, 'db' | 'log' | 'presence' | 'realtime' | 'timers'>,
  socket: Socket,
  caller: Caller,
): void {
  const keys = [userPresenceKey(caller.userId), companyPresenceKey(caller.companyId)]
  const publish = (agentsOnline: boolean) =>
    app.realtime.publish(visitorsRoom(caller.companyId), visitorEvents, 'presence:update', { agentsOnline })
  const warn = (error: unknown) => app.log.warn({ err: error }, 'failed to update staff presence')
  const publishIfOffline = async () => {
    const [isOnline] = await app.presence.arePresent([companyPresenceKey(caller.companyId)])
    if (!isOnline) publish(false)
  }

  Promise.all(keys.map((key) => app.presence.enter(key)))
    .then(() => publish(true))
    .catch(warn)
  socket.on('disconnect', async () => {
    socket.data.leave?.()
    try {
      await Promise.all(keys.map((key) => app.presence.leave(key)))
      await app.db.company(caller.companyId, (sql) => updateLastSeen(sql, caller.userId))
      const delayMs = sessionLimits.presenceGraceSeconds * 1000 + 100
      app.timers.start(() => publishIfOffline().catch(warn), delayMs, { unref: true })
    } catch (error) {
      warn(error)
    }
  })
}
