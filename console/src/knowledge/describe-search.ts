import type { RouteResponse } from '@aichat/contracts/route'
import type { searchRoutes } from '@aichat/contracts/search'

/** By what knowledge is found, and what to do so that more is. */
export function describeSearch(status: RouteResponse<typeof searchRoutes.status>): string {
  const { typos, meaning, embeddingModel, chunks, chunksWithoutMeaning } = status
  const ways = ['words', ...(typos ? ['misspelt words'] : []), ...(meaning === 'on' ? ['meaning'] : [])]
  const found = `Found by ${new Intl.ListFormat('en').format(ways)}.`
  if (meaning === 'off') {
    return `${found} To find it by meaning too, in other words than yours, whoever runs this installation can set AI_EMBEDDING_MODEL.`
  }
  if (meaning === 'unavailable') {
    return `${found} Meaning is not available: ${embeddingModel} is set, but the database has no pgvector. Whoever runs this installation can add the extension and restart.`
  }
  if (chunksWithoutMeaning === 0) return found
  return `${found} ${chunksWithoutMeaning} of ${chunks} passages are found by words alone until ${embeddingModel} has read them, which happens by itself.`
}
