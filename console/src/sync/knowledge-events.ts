import type { KnowledgeItem } from '@aichat/contracts/knowledge'
import { cache } from '../kit/cache.ts'
import { subscribeToEvent } from '../kit/socket.ts'

export const knowledgeKey = (projectId: string) => ['knowledge', projectId] as const

/** Writes the progress of knowledge items to the query cache. Returns the function that unsubscribes. */
export function subscribeToKnowledgeEvents() {
  return subscribeToEvent('knowledge:updated', ({ projectId, itemId, status, stage }) => {
    const queryKey = knowledgeKey(projectId)
    cache.setQueryData<KnowledgeItem[]>(queryKey, (items) =>
      items?.map((item) => (item.id === itemId ? { ...item, status, stage } : item)),
    )
    if (stage === null) cache.invalidateQueries({ queryKey })
  })
}
