import { cache } from '../../kit/cache.ts'
import { subscribeToEvent } from '../../kit/http/socket.ts'
import { createTimers } from '../timers.ts'
import { invalidateAnswers } from './answer-events.ts'
import { createKnowledgeEvents, knowledgeKey } from './knowledge-events.ts'

/** Writes the progress of knowledge items to the query cache. Returns the function that unsubscribes. */
export function subscribeToKnowledgeEvents() {
  const timers = createTimers()
  const applyUpdate = createKnowledgeEvents({ client: cache, timers, reload })
  const unsubscribe = subscribeToEvent('knowledge:updated', applyUpdate)
  return () => {
    unsubscribe()
    timers.stop()
  }
}

/** A text that was read again is in the draft only, so the answers have waiting changes. */
function reload(projectId: string) {
  void cache.invalidateQueries({ queryKey: knowledgeKey(projectId) })
  void invalidateAnswers(projectId)
}
