import type { Source } from '@aichat/contracts/ai/sources'
import { cache } from '../../kit/cache.ts'
import { subscribeToEvent } from '../../kit/http/socket.ts'
import { knowledgeKey } from './knowledge-events.ts'

export const sourcesKey = (projectId: string) => ['sources', projectId] as const
/** Pages and runs of a source. */
export const sourceDetailsKey = (sourceId: string) => ['source', sourceId] as const

/** Writes the progress of runs to the query cache. Returns the function that unsubscribes. */
export function subscribeToSourceEvents() {
  return subscribeToEvent('source:updated', ({ projectId, sourceId, run }) => {
    const queryKey = sourcesKey(projectId)
    cache.setQueryData<Source[]>(queryKey, (sources) =>
      sources?.map((source) => (source.id === sourceId ? { ...source, lastRun: run } : source)),
    )
    if (run.status === 'running') return
    cache.invalidateQueries({ queryKey })
    cache.invalidateQueries({ queryKey: sourceDetailsKey(sourceId) })
    // Changed pages are embedded again, and removed ones disappear.
    cache.invalidateQueries({ queryKey: knowledgeKey(projectId) })
  })
}
