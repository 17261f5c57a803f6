import type { KnowledgeItem } from '@aichat/contracts/ai/knowledge'
import type { staffEvents } from '@aichat/contracts/chat/staff-channel'
import type { EventData } from '@aichat/contracts/kit/realtime'
import type { QueryClient } from '@tanstack/react-query'
import type { Timers } from '../timers.ts'

export const knowledgeKey = (projectId: string) => ['knowledge', projectId] as const

type Dependencies = { client: QueryClient; timers: Timers; reload: (projectId: string) => void }

/** A bulk action ends for many items in a row, and the list of a project has thousands. */
const reloadIntervalMs = 1000

/** Progress is shown at once. The list is reloaded at most once per interval, for what an event does not contain. */
export function createKnowledgeEvents({ client, timers, reload }: Dependencies) {
  return ({ projectId, itemId, status, stage }: EventData<typeof staffEvents, 'knowledge:updated'>) => {
    client.setQueryData<KnowledgeItem[]>(knowledgeKey(projectId), (items) =>
      items?.map((item) => (item.id === itemId ? { ...item, status, stage } : item)),
    )
    if (stage === null) timers.throttle(projectId, reloadIntervalMs, () => reload(projectId))
  }
}
