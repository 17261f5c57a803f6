import type { Message } from '@aichat/contracts/messages'
import { staffEvents } from '@aichat/contracts/staff-channel'
import { visitorEvents } from '@aichat/contracts/visitors'
import type { App } from '../app.ts'
import { companyRoom } from '../companies/rooms.ts'
import { toVisitorMessage } from './visitor-message.ts'
import { visitorRoom } from './visitor-room.ts'

/** Publishes a stored message to the company and to its visitor; again when its `meta` has changed. */
export function publishMessage(
  { realtime }: Pick<App, 'realtime'>,
  { companyId, id }: { companyId: string; id: string },
  message: Message,
): void {
  realtime.publish(companyRoom(companyId), staffEvents, 'message:new', { message })
  realtime.publish(visitorRoom(id), visitorEvents, 'message:new', { message: toVisitorMessage(message) })
}
