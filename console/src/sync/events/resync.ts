import type { Session } from '@aichat/contracts/chat/sessions'
import { log } from '../../kit/log.ts'
import type { NoteCache } from '../note-cache.ts'
import type { Outbox } from '../outbox.ts'
import type { SessionCache } from '../session-cache.ts'
import { lastContiguousSeq } from '../thread.ts'
import type { ThreadCache } from '../thread-cache.ts'

/** `hasMore`: ask again from `rev`. `reset`: conversations have been removed. */
type Changes = { rev: number; changed: Session[]; hasMore?: boolean; reset?: boolean }

type ResyncContext = {
  sessions: SessionCache
  threads: ThreadCache
  notes: NoteCache
  outbox: Pick<Outbox, 'resume'>
  /** Asks for the conversations that have changed since a revision; `null` asks for the current revision only. */
  fetchChanges: (rev: number | null) => Promise<Changes>
  /** Whether the socket looks alive although a request got no answer: the connection works in one direction only. */
  isHalfOpen: (error: unknown) => boolean
  reconnect: () => void
  getOpenSessionId: () => string | null
  retryMarkRead: (sessionId: string) => void
}

/** Brings the query cache in line with the server after events may have been lost. */
export function createResync(context: ResyncContext) {
  const { sessions, threads, notes, outbox } = context
  let rev: number | null = null

  function apply({ changed, reset }: Changes) {
    for (const session of changed) {
      sessions.set(session)
      const thread = threads.get(session.sessionId)
      if (thread && lastContiguousSeq(thread) < session.lastSeq) void threads.loadMissing(session.sessionId)
    }
    if (reset) void sessions.reloadLists()
    if (!reset && changed.length === 0) return
    void sessions.reloadUnread()
    void sessions.reloadViewCounts()
  }

  async function heartbeat() {
    try {
      for (let hasMore = true; hasMore; ) {
        const known = rev
        const answer = await context.fetchChanges(known)
        // The server was restored from a backup. Cached rows with a higher revision would never be replaced.
        if (known !== null && answer.rev < known) void sessions.reset()
        rev = answer.rev
        hasMore = answer.hasMore === true
        apply(answer)
      }
    } catch (error) {
      log('Failed to synchronize with the server', error)
      // A browser notices a half-open connection only after about a minute.
      if (context.isHalfOpen(error)) context.reconnect()
    }
  }

  function reloadAll() {
    void heartbeat()
    void sessions.reloadLists()
    void sessions.reloadUnread()
    void sessions.reloadViewCounts()
    void notes.reload()
    void notes.reloadMentions()
  }

  return {
    heartbeat,
    reloadAll,
    onReconnect() {
      reloadAll()
      outbox.resume()
      const openId = context.getOpenSessionId()
      if (!openId) return
      // An empty text means that the AI is writing. If it is, its next event says so.
      threads.setReplyDraft(openId, null)
      void threads.loadMissing(openId)
      context.retryMarkRead(openId)
    },
  }
}
