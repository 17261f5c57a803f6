import type { KnowledgeStage, KnowledgeStatus } from '@aichat/contracts/ai/knowledge'
import { staffEvents } from '@aichat/contracts/chat/staff-channel'
import type { App } from '../app.ts'
import { companyRoom } from '../companies/rooms.ts'

export type Scope = { companyId: string; projectId: string }

export function broadcastItem(
  { realtime }: Pick<App, 'realtime'>,
  { companyId, projectId }: Scope,
  { id: itemId, status, stage }: { id: string; status: KnowledgeStatus; stage: KnowledgeStage },
): void {
  realtime.publish(companyRoom(companyId), staffEvents, 'knowledge:updated', {
    projectId,
    itemId,
    status,
    stage,
  })
}
