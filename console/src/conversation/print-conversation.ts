import { messageLimits } from '@aichat/contracts/chat/messages'
import { sessionRoutes } from '@aichat/contracts/chat/sessions'
import { api } from '../kit/http/api.ts'
import { threadCache } from '../sync/thread-cache.ts'

const calls = api(sessionRoutes)

/**
 * Prints the conversation that is on the screen, after loading all its messages.
 * @throws ApiError
 */
export async function printConversation(sessionId: string) {
  for (let before = firstSeq(sessionId); before !== null; before = firstSeq(sessionId)) {
    const query = { before: String(before), limit: String(messageLimits.pageSizeMax) }
    const { messages, hasMore } = await calls.messages({ params: { sessionId }, query })
    threadCache.update(sessionId, { type: 'older', messages, hasMore })
  }
  // The loaded messages are on the screen in the second frame at the latest.
  requestAnimationFrame(() => requestAnimationFrame(() => window.print()))
}

/** The first loaded message if there are older ones, otherwise null. */
function firstSeq(sessionId: string): number | null {
  const thread = threadCache.get(sessionId)
  return thread?.hasOlder ? (thread.messages[0]?.seq ?? null) : null
}
