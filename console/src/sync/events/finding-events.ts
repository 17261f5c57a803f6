import { cache } from '../../kit/cache.ts'
import { subscribeToEvent } from '../../kit/http/socket.ts'

export const findingsKey = (projectId: string) => ['findings', projectId] as const

/** Loads the findings of a project again when they change. Returns the function that unsubscribes. */
export function subscribeToFindingEvents() {
  return subscribeToEvent('findings:updated', ({ projectId }) => {
    cache.invalidateQueries({ queryKey: findingsKey(projectId) })
  })
}
