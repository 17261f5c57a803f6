import type { searchRoutes } from '@aichat/contracts/ai/search'
import type { RouteResponse } from '@aichat/contracts/kit/route'

/** Describes how knowledge is searched, and what an administrator could improve. */
export function describeSearch(status: RouteResponse<typeof searchRoutes.status>): string {
  const { typos, meaning, chunks, chunksWithoutMeaning } = status
  const matched = meaning === 'on' ? 'keywords and meaning' : 'keywords'
  const summary = `Matches ${matched}${typos ? ', with typo tolerance' : ''}.`
  if (meaning === 'off') return `${summary} Ask your administrator to enable semantic search.`
  if (meaning === 'unavailable') {
    return `${summary} Semantic search is unavailable. Ask your administrator to check the installation.`
  }
  if (chunksWithoutMeaning === 0) return summary
  return `${summary} Semantic search is still being prepared: ${chunks - chunksWithoutMeaning} of ${chunks} sections done.`
}
