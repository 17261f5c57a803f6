import type { searchRoutes } from '@aichat/contracts/ai/search'
import type { RouteResponse } from '@aichat/contracts/kit/route'

/** How answers are found in the knowledge. */
export function describeSearch(status: RouteResponse<typeof searchRoutes.status>): string {
  const { typos, meaning, chunks, chunksWithoutMeaning } = status
  const isByMeaning = meaning === 'on' && chunksWithoutMeaning < chunks
  const summary = `Your AI assistant finds answers by keywords${isByMeaning ? ' and meaning' : ''}${typos ? ', also with typos' : ''}.`
  if (meaning === 'unavailable') return `${summary} Search by meaning is unavailable.`
  if (meaning === 'off' || chunksWithoutMeaning === 0) return summary
  return `${summary} Search by meaning is being prepared: ${chunks - chunksWithoutMeaning} of ${chunks} sections done.`
}
