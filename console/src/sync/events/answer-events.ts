import { cache } from '../../kit/cache.ts'
import { subscribeToEvent } from '../../kit/http/socket.ts'

/** Everything about the draft and the live answers of a project. */
export const answersKey = (projectId: string) => ['answers', projectId] as const

/** After an edit of what the AI says, or of the tests. The project itself says whether it has unpublished changes. */
export function invalidateAnswers(projectId: string) {
  return Promise.all([
    cache.invalidateQueries({ queryKey: answersKey(projectId) }),
    cache.invalidateQueries({ queryKey: ['project', projectId] }),
  ])
}

/** Reloads the answers and their tests when they went live or were tested. Returns the function that unsubscribes. */
export function subscribeToAnswerEvents() {
  return subscribeToEvent('answers:updated', ({ projectId }) => {
    void invalidateAnswers(projectId)
    void cache.invalidateQueries({ queryKey: ['answer-tests', projectId] })
  })
}
