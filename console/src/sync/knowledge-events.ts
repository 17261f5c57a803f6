import type { KnowledgeItem } from '@aichat/contracts/knowledge'
import { cache } from '../kit/cache.ts'
import { subscribeToEvent } from '../kit/socket.ts'
import { knowledgeKey } from '../knowledge/queries.ts'

export function followKnowledge() {
  return subscribeToEvent('knowledge:updated', ({ projectId, itemId, status, stage }) => {
    const key = knowledgeKey(projectId)
    cache.setQueryData<KnowledgeItem[]>(key, (items) =>
      items?.map((item) => (item.id === itemId ? { ...item, status, stage } : item)),
    )
    if (stage === null) cache.invalidateQueries({ queryKey: key })
  })
}
