import { cache } from '../../kit/cache.ts'

/** The data that events keep up to date. The conversations are not among them: they ask for their changes instead. */
const updatedByEvents = new Set<unknown>([
  'answers',
  'answer-tests',
  'findings',
  'held-emails',
  'knowledge',
  'project',
  'source',
  'sources',
])

/**
 * Loads again what is on the screen and either failed or may have missed an event. Called at every connection, the first one
 * included: events from before it are lost to the page.
 */
export function reloadMissed() {
  return cache.refetchQueries({
    type: 'active',
    predicate: ({ queryKey, state }) => state.status === 'error' || updatedByEvents.has(queryKey[0]),
  })
}
