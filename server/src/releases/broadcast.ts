import { staffEvents } from '@aichat/contracts/chat/staff-channel'
import type { App } from '../app.ts'
import { companyRoom } from '../companies/rooms.ts'

export function broadcastAnswerState(
  { realtime }: Pick<App, 'realtime'>,
  { companyId, projectId }: { companyId: string; projectId: string },
): void {
  realtime.publish(companyRoom(companyId), staffEvents, 'answers:updated', { projectId })
}
