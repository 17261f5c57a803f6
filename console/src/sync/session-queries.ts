import { messageLimits } from '@aichat/contracts/messages'
import { type Session, type SessionStatus, sessionLimits, sessionRoutes } from '@aichat/contracts/sessions'
import type { WritingTone } from '@aichat/contracts/writing'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import { cache } from '../kit/cache.ts'
import { download, saveFile } from '../kit/download.ts'
import { log } from '../kit/log.ts'
import { CommandRejectedError, sendCommand, whenConnected } from '../kit/socket.ts'
import {
  changeThread,
  keepSession,
  knownSession,
  knownThread,
  patchSession,
  reloadUnread,
  renewSessions,
  sessionKeys,
} from './session-cache.ts'
import { appendPage, type ListFilter, renewPage, type SessionPage } from './session-list.ts'
import { contiguousSeq, reduceThread, type Thread } from './thread.ts'

const connectionPatience = 1500

const calls = api(sessionRoutes)

export function useSessions(filter: ListFilter) {
  return useQuery({
    queryKey: sessionKeys.list(filter),
    queryFn: async ({ signal }) => {
      const page = await calls.list({ query: queryOf(filter), signal })
      renewSessions(page.sessions)
      return renewPage(cache.getQueryData<SessionPage>(sessionKeys.list(filter)), page)
    },
    placeholderData: keepPreviousData,
  })
}

/** Loads the page below what is listed. */
export function useMoreSessions(filter: ListFilter) {
  return useMutation({
    mutationFn: async () => {
      const cursor = cache.getQueryData<SessionPage>(sessionKeys.list(filter))?.nextCursor
      return cursor ? calls.list({ query: { ...queryOf(filter), cursor } }) : null
    },
    onSuccess: (next) => {
      if (!next) return
      cache.setQueryData<SessionPage>(sessionKeys.list(filter), (known) => known && appendPage(known, next))
    },
    onError: (error) => log('More conversations were not loaded', error),
  })
}

function queryOf({ status, search, needsHuman, labelId }: ListFilter) {
  return {
    status,
    search: search || undefined,
    limit: String(sessionLimits.pageSize),
    needsHuman: needsHuman ? ('true' as const) : undefined,
    labelId,
  }
}

/** The badge: unread messages over all active conversations. Silent when it cannot be loaded. */
export function useUnreadTotal(): number {
  const { data } = useQuery({
    queryKey: sessionKeys.unread,
    queryFn: async ({ signal }) => {
      const { unreadTotal } = await calls.list({ query: { status: 'active', limit: '1' }, signal })
      return unreadTotal
    },
  })
  return data ?? 0
}

/** Filled by joins and events; a list's row serves until then. */
export function useSession(sessionId: string): Session | undefined {
  const { data } = useQuery<Session | null>({
    queryKey: sessionKeys.one(sessionId),
    queryFn: () => knownSession(sessionId) ?? null,
    initialData: () => knownSession(sessionId),
    enabled: false,
  })
  return data ?? undefined
}

/** Whether it was deleted while somebody here knew of it. */
export function useIsGone(sessionId: string): boolean {
  return useQuery<Session | null>({ queryKey: sessionKeys.one(sessionId), enabled: false }).data === null
}

/** Joins the conversation and answers its messages; after the first time only what came since. */
export function useThread(sessionId: string) {
  return useQuery<Thread>({
    queryKey: sessionKeys.thread(sessionId),
    queryFn: () => loadThread(sessionId),
    staleTime: 0,
    retry: false,
  })
}

async function loadThread(sessionId: string): Promise<Thread> {
  await whenConnected(connectionPatience)
  const before = knownThread(sessionId)
  const lastSeq = before?.messages.length ? contiguousSeq(before) : undefined
  try {
    const { messages, session, reset } = await sendCommand('agent:join', { sessionId, lastSeq })
    keepSession(session)
    return reduceThread(knownThread(sessionId), { type: 'joined', messages, reset })
  } catch (error) {
    if (error instanceof CommandRejectedError) throw error
    log('Joining did not work; reading over HTTP', error)
    const query =
      lastSeq === undefined ? { limit: String(messageLimits.pageSize) } : { after: String(lastSeq) }
    const { messages } = await calls.messages({ params: { sessionId }, query })
    return reduceThread(knownThread(sessionId), { type: 'joined', messages })
  }
}

export function useLoadOlder(sessionId: string) {
  return useMutation({
    mutationFn: ({ before, limit }: { before: number; limit: number }) =>
      calls.messages({ params: { sessionId }, query: { before: String(before), limit: String(limit) } }),
    onSuccess: ({ messages, hasMore }) => changeThread(sessionId, { type: 'older', messages, hasMore }),
    onError: (error) => log('Older messages were not loaded', error),
  })
}

/** Optimistic. As specified, a failure is silent and puts back the opposite of what was asked for. */
export function useAutoReply(sessionId: string) {
  return useMutation({
    mutationFn: (enabled: boolean) => calls.autoReply({ params: { sessionId }, body: { enabled } }),
    onMutate: (enabled) => patchSession(sessionId, { autoReplyEnabled: enabled }),
    onSuccess: ({ session }) => keepSession(session),
    onError: (error, enabled) => {
      log('The auto-reply was not switched', error)
      patchSession(sessionId, { autoReplyEnabled: !enabled })
    },
  })
}

export function useSetStatus(sessionId: string) {
  return useMutation({
    mutationFn: (status: SessionStatus) => calls.status({ params: { sessionId }, body: { status } }),
    onSuccess: ({ session }) => {
      keepSession(session)
      return reloadUnread()
    },
    onError: (error) => log('The status was not changed', error),
  })
}

export function useSetNeedsHuman(sessionId: string) {
  return useMutation({
    mutationFn: (needsHuman: boolean) => calls.needsHuman({ params: { sessionId }, body: { needsHuman } }),
    onSuccess: ({ session }) => keepSession(session),
    onError: (error) => log('The mark was not changed', error),
  })
}

/** Who the visitor is; loaded anew each time it is looked at. */
export function useVisitor(sessionId: string) {
  return useQuery({
    queryKey: [...sessionKeys.one(sessionId), 'visitor'] as const,
    queryFn: ({ signal }) => calls.visitor({ params: { sessionId }, signal }),
    staleTime: 0,
  })
}

export async function saveConversation(sessionId: string, format: 'text' | 'json') {
  saveFile(await download(sessionRoutes.export, { params: { sessionId }, query: { format } }))
}

export async function saveAll(status: SessionStatus | undefined) {
  saveFile(await download(sessionRoutes.exportAll, { params: {}, query: { status } }))
}

/** How a reply of the AI came about. It never changes. */
export function useWhy(sessionId: string, messageId: string) {
  return useQuery({
    queryKey: ['why', messageId],
    queryFn: ({ signal }) => calls.why({ params: { sessionId, messageId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The content of an attachment, kept for as long as it is likely to be looked at again. */
export function useFile(sessionId: string, attachmentId: string, isWanted: boolean) {
  return useQuery({
    queryKey: ['sessions', 'file', attachmentId] as const,
    queryFn: async ({ signal }) => (await readFile(sessionId, attachmentId, signal)).blob,
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function readFile(sessionId: string, attachmentId: string, signal?: AbortSignal) {
  return download(sessionRoutes.attachment, { params: { sessionId, attachmentId }, signal })
}

/** Whether messages can be put into another tone on this installation; `note` says why they cannot. */
export function useWritingAssistant() {
  return useQuery({
    queryKey: ['writing-assistant'],
    queryFn: ({ signal }) => calls.writingAssistant({ signal }),
    staleTime: 5 * 60_000,
  })
}

export function useRewrite(sessionId: string) {
  return useMutation({
    mutationFn: (form: { text: string; tone: WritingTone }) =>
      calls.rewrite({ params: { sessionId }, body: form }),
    onError: (error) => log('A message was not rewritten', error),
  })
}

export function useSuggestion(sessionId: string) {
  return useMutation({
    mutationFn: () => calls.suggest({ params: { sessionId } }),
    onError: (error) => log('No reply was drafted', error),
  })
}
