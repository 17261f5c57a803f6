import type { QueryClient } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { reduceThread, type Thread, type ThreadEvent } from './thread.ts'

export const threadKeys = {
  messages: (sessionId: string) => ['sessions', 'thread', sessionId] as const,
  isTyping: (sessionId: string) => ['sessions', 'typing', sessionId] as const,
  replyDraft: (sessionId: string) => ['sessions', 'reply-draft', sessionId] as const,
}

export type ThreadCache = ReturnType<typeof createThreadCache>

/** What happens inside a conversation, in the query cache: messages, the visitor typing, the AI's unfinished reply. */
export function createThreadCache(client: QueryClient) {
  const get = (sessionId: string) => client.getQueryData<Thread>(threadKeys.messages(sessionId))
  return {
    get,
    /** Updates a thread that is loaded. The others are loaded when they are opened. */
    update(sessionId: string, event: ThreadEvent): Thread | undefined {
      const thread = get(sessionId)
      if (!thread) return undefined
      return client.setQueryData<Thread>(threadKeys.messages(sessionId), reduceThread(thread, event))
    },
    /** Loads the messages after the last one that has no gap before it. */
    loadMissing: (sessionId: string) =>
      client.refetchQueries({ queryKey: threadKeys.messages(sessionId) }, { cancelRefetch: false }),
    /** Discards the messages, and loads them again where they are on the screen. */
    reset: (sessionId: string) => client.resetQueries({ queryKey: threadKeys.messages(sessionId) }),
    setTyping(sessionId: string, isTyping: boolean) {
      client.setQueryData(threadKeys.isTyping(sessionId), isTyping)
    },
    getReplyDraft: (sessionId: string) =>
      client.getQueryData<string | null>(threadKeys.replyDraft(sessionId)) ?? null,
    setReplyDraft(sessionId: string, text: string | null) {
      client.setQueryData(threadKeys.replyDraft(sessionId), text)
    },
  }
}

export const threadCache = createThreadCache(cache)
