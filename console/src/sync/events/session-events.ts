import type { Message } from '@aichat/contracts/chat/messages'
import { type Session, sessionLimits, sessionTimings } from '@aichat/contracts/chat/sessions'
import type { staffEvents } from '@aichat/contracts/chat/staff-channel'
import type { EventData } from '@aichat/contracts/kit/realtime'
import type { NoteCache } from '../note-cache.ts'
import type { Outbox } from '../outbox.ts'
import type { SessionCache } from '../session-cache.ts'
import { hasGap } from '../thread.ts'
import type { ThreadCache } from '../thread-cache.ts'
import type { Timers } from '../timers.ts'
import { createDuplicateFilter } from './duplicate-filter.ts'

type Data<Name extends keyof typeof staffEvents> = EventData<typeof staffEvents, Name>

type SessionEventContext = {
  sessions: SessionCache
  threads: ThreadCache
  notes: NoteCache
  outbox: Pick<Outbox, 'confirm'>
  timers: Timers
  getOpenSessionId: () => string | null
  getUserId: () => string | undefined
  markReadWhenVisible: (sessionId: string) => void
  /** Events with the same name are one, in all tabs. */
  playChime: (event: string, sessionId: string) => void
}

const badgeDelayMs = 200
const viewCountsDelayMs = 1000
const aiTypingDelayMs = 300
/** A draft that is not updated for this time is removed, because its reply was canceled. */
const replyDraftExpiryMs = 25_000

/** The reducers of the socket's events. They write to the query cache and start timers; they know no socket. */
export function createSessionEvents(context: SessionEventContext) {
  const { sessions, threads, notes, playChime } = context
  const reload = createReloads(context)
  const activity = createVisitorActivity(context)
  return {
    'message:new': createMessageReducer(context, reload, activity),
    'message:delta': ({ sessionId, text }: Data<'message:delta'>) =>
      activity.setReplyDraft(sessionId, text || null),
    'message:rated': ({ sessionId, messageId, feedback }: Data<'message:rated'>) => {
      threads.update(sessionId, { type: 'rated', messageId, feedback })
    },
    'typing:update': ({ sessionId, from, isTyping, isAi }: Data<'typing:update'>) => {
      if (from === 'visitor') activity.setTyping(sessionId, isTyping)
      if (isAi) activity.setAiTyping(sessionId, isTyping)
    },
    'presence:update': ({ sessionId, online }: Data<'presence:update'>) => {
      sessions.patch(sessionId, { online })
    },
    'session:upsert': ({ session }: Data<'session:upsert'>) => {
      if (isNewAssignment(session, sessions.get(session.sessionId), context.getUserId()))
        playChime(`assigned ${session.sessionId} ${session.revision}`, session.sessionId)
      sessions.set(session)
      reload.lists()
      reload.unread()
      reload.viewCounts()
      reload.assignments()
    },
    'session:patched': ({ sessionId, patch }: Data<'session:patched'>) => {
      sessions.patch(sessionId, patch)
      reload.viewCounts()
      if (patch.unreadCountAgent !== undefined) reload.unread()
    },
    'sessions:removed': ({ sessionIds }: Data<'sessions:removed'>) => {
      sessions.remove(sessionIds)
      for (const sessionId of sessionIds) void threads.reset(sessionId)
      reload.lists()
      reload.unread()
      reload.viewCounts()
    },
    'project:removed': ({ projectId }: Data<'project:removed'>) => {
      void sessions.removeProject(projectId)
      reload.lists()
      reload.viewCounts()
      void sessions.reloadUnread()
    },
    'note:new': ({ note }: Data<'note:new'>) => notes.add(note),
    'note:removed': ({ sessionId, noteId }: Data<'note:removed'>) => notes.remove(sessionId, noteId),
    'mention:new': ({ note }: Data<'mention:new'>) => {
      void notes.reloadMentions()
      playChime(note.id, note.sessionId)
    },
  }
}

function createMessageReducer(context: SessionEventContext, reload: Reloads, activity: VisitorActivity) {
  const { sessions, threads, outbox, timers, getOpenSessionId, markReadWhenVisible, playChime } = context
  const isNew = createDuplicateFilter(sessionLimits.recentMessageKeys)

  function updateRow(message: Message, isOpen: boolean) {
    sessions.applyMessage(message, isOpen)
    if (!sessions.isListed(message.sessionId)) reload.listsForUnknownSession()
  }

  return ({ message }: Data<'message:new'>) => {
    const { sessionId, clientId, from } = message
    const thread = threads.update(sessionId, { type: 'arrived', message })
    if (thread && hasGap(thread)) void threads.loadMissing(sessionId)
    outbox.confirm(clientId)
    if (!isNew(message._id)) return
    const isOpen = sessionId === getOpenSessionId()
    updateRow(message, isOpen)
    reload.viewCounts()
    if (from !== 'visitor') return activity.setReplyDraft(sessionId, null)
    activity.setTyping(sessionId, false)
    if (isOpen) timers.throttle(`read ${sessionId}`, badgeDelayMs, () => markReadWhenVisible(sessionId))
    else playChime(message._id, sessionId)
    reload.unread()
  }
}

/** Whether a colleague has just assigned the conversation to the user. */
function isNewAssignment(session: Session, cached: Session | undefined, userId: string | undefined): boolean {
  if (!session.isAssignmentNew || session.assignedAgentId !== userId) return false
  return !cached?.isAssignmentNew || cached.assignedAgentId !== userId
}

type Reloads = ReturnType<typeof createReloads>

/** Many events within a short time cause one reload. */
function createReloads({ sessions, timers }: SessionEventContext) {
  const reloadLists = () => void sessions.reloadLists()
  return {
    lists: () => timers.throttle('lists', sessionTimings.reloadAfterUpsertMs, reloadLists),
    listsForUnknownSession: () => timers.throttle('lists', sessionTimings.reloadAfterUnknownMs, reloadLists),
    assignments: () =>
      timers.throttle(
        'assignments',
        sessionTimings.reloadAfterUpsertMs,
        () => void sessions.reloadAssignments(),
      ),
    viewCounts: () =>
      timers.throttle('view counts', viewCountsDelayMs, () => void sessions.reloadViewCounts()),
    unread: () => timers.throttle('unread', badgeDelayMs, () => void sessions.reloadUnread()),
  }
}

type VisitorActivity = ReturnType<typeof createVisitorActivity>

/** What is shown only for a while, in case the event that ends it is lost. */
function createVisitorActivity({ threads, timers }: Pick<SessionEventContext, 'threads' | 'timers'>) {
  const setReplyDraft = (sessionId: string, text: string | null) => {
    threads.setReplyDraft(sessionId, text)
    const clear = () => threads.setReplyDraft(sessionId, null)
    timers.debounce(`reply draft ${sessionId}`, replyDraftExpiryMs, clear)
  }
  return {
    setReplyDraft,
    setTyping(sessionId: string, isTyping: boolean) {
      threads.setTyping(sessionId, isTyping)
      const clear = () => threads.setTyping(sessionId, false)
      timers.debounce(`typing ${sessionId}`, sessionTimings.typingTimeoutMs, clear)
    },
    /** Delayed, because most replies arrive sooner, and the indicator would only flicker. */
    setAiTyping(sessionId: string, isTyping: boolean) {
      const apply = () => setReplyDraft(sessionId, isTyping ? (threads.getReplyDraft(sessionId) ?? '') : null)
      timers.debounce(`AI typing ${sessionId}`, isTyping ? aiTypingDelayMs : 0, apply)
    },
  }
}
