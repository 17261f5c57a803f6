import { messageLimits } from '@aichat/contracts/chat/messages'
import { sessionRoutes } from '@aichat/contracts/chat/sessions'
import { type QueryKey, useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'
import { CommandRejectedError, sendCommand, subscribeToEvent, whenConnected } from '../kit/http/socket.ts'
import { log } from '../kit/log.ts'
import { sessionCache } from './session-cache.ts'
import { lastContiguousSeq, reduceThread, type Thread, type ThreadEvent } from './thread.ts'
import { threadCache, threadKeys } from './thread-cache.ts'

const connectTimeoutMs = 1500

const calls = api(sessionRoutes)

/** Joins the conversation and returns its messages. After the first time only the missing ones are loaded. */
export function useThread(sessionId: string) {
  return useQuery<Thread>({
    queryKey: threadKeys.messages(sessionId),
    queryFn: () => loadThread(sessionId),
    staleTime: 0,
    retry: false,
  })
}

/** Loads a conversation that the agent is about to open. A failure is left to opening it. */
export function prefetchThread(sessionId: string) {
  return cache.prefetchQuery({
    queryKey: threadKeys.messages(sessionId),
    queryFn: () => loadThread(sessionId),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

async function loadThread(sessionId: string): Promise<Thread> {
  await whenConnected(connectTimeoutMs)
  const arrivals = collectArrivals(sessionId)
  try {
    const joined = await joinThread(sessionId)
    return arrivals.addTo(reduceThread(threadCache.get(sessionId), joined))
  } finally {
    arrivals.stop()
  }
}

/** Messages may arrive after the server has read the ones that it answers, when there is no thread yet to add them to. */
function collectArrivals(sessionId: string) {
  const arrivals: ThreadEvent[] = []
  const stop = subscribeToEvent('message:new', ({ message }) => {
    if (message.sessionId === sessionId) arrivals.push({ type: 'arrived', message })
  })
  return { addTo: (thread: Thread) => arrivals.reduce(reduceThread, thread), stop }
}

async function joinThread(sessionId: string): Promise<ThreadEvent> {
  const loaded = threadCache.get(sessionId)
  const lastSeq = loaded?.messages.length ? lastContiguousSeq(loaded) : undefined
  try {
    const { messages, session, reset } = await sendCommand('agent:join', { sessionId, lastSeq })
    sessionCache.set(session)
    return { type: 'joined', messages, reset }
  } catch (error) {
    if (error instanceof CommandRejectedError) throw error
    log('Failed to join over the socket; loading messages over HTTP', error)
    const query =
      lastSeq === undefined ? { limit: String(messageLimits.pageSize) } : { after: String(lastSeq) }
    const { messages } = await calls.messages({ params: { sessionId }, query })
    return { type: 'joined', messages }
  }
}

export function useLoadOlder(sessionId: string) {
  return useMutation({
    mutationFn: ({ before, limit }: { before: number; limit: number }) =>
      calls.messages({ params: { sessionId }, query: { before: String(before), limit: String(limit) } }),
    onSuccess: ({ messages, hasMore }) => threadCache.update(sessionId, { type: 'older', messages, hasMore }),
    onError: (error) => log('Failed to load older messages', error),
  })
}

export function useIsVisitorTyping(sessionId: string): boolean {
  return useEventData(threadKeys.isTyping(sessionId), false)
}

/** The streamed text of the AI's reply: empty before its first sentence, null when no reply is in progress. */
export function useReplyDraft(sessionId: string): string | null {
  return useEventData<string | null>(threadKeys.replyDraft(sessionId), null)
}

/** A query that only events fill. */
function useEventData<Data extends boolean | string | null>(queryKey: QueryKey, initialData: Data): Data {
  const { data } = useQuery<Data>({
    queryKey,
    queryFn: () => cache.getQueryData<Data>(queryKey) ?? initialData,
    initialData: initialData as never,
    enabled: false,
  })
  return data as Data
}
