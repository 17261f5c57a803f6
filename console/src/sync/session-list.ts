import type { Message } from '@aichat/contracts/chat/messages'
import type { Session, SessionStatus, SessionView } from '@aichat/contracts/chat/sessions'

export type ListStatus = SessionStatus | 'all'
export type ListFilter = {
  status: ListStatus
  search: string
  view?: SessionView
  labelId?: string
  projectId?: string
  /** The id of a member, or `none`. */
  assignedTo?: string
}
export type SessionPage = {
  sessions: Session[]
  total: number
  unreadTotal: number
  page: number
  limit: number
  nextCursor: string | null
}

/**
 * Responses and events may arrive late. The revision orders them, except after a message: its event raises `lastSeq` and
 * carries no revision.
 */
export function isOutdated(received: Session, cached: Session | null | undefined): boolean {
  return cached != null && (received.revision < cached.revision || received.lastSeq < cached.lastSeq)
}

/** Whether a conversation matches every part of a filter except the search, which only the server can evaluate. */
function matchesFilter(session: Session, filter: ListFilter): boolean {
  const { status, view, labelId, projectId, assignedTo } = filter
  if ((status !== 'all' && session.status !== status) || (view && !isInView[view](session))) return false
  if (projectId && session.projectId._id !== projectId) return false
  if (assignedTo && (session.assignedAgentId ?? 'none') !== assignedTo) return false
  return !labelId || session.labelIds.includes(labelId)
}

const isInView: Record<SessionView, (session: Session) => boolean> = {
  needs_you: isWaitingForTeam,
  ai: ({ needsHuman, lastMessageIsAi }) => lastMessageIsAi && !needsHuman,
}

/** A person is needed, or the visitor's last message is for the team. */
export function isWaitingForTeam({ needsHuman, waitingSince }: Session): boolean {
  return needsHuman || waitingSince !== null
}

/** Patches a listed row, or removes it when it no longer matches the filter. */
export function patchRow(
  page: SessionPage,
  filter: ListFilter,
  sessionId: string,
  patch: Partial<Session>,
): SessionPage {
  const row = page.sessions.find((session) => session.sessionId === sessionId)
  if (!row) return page
  const next = { ...row, ...patch }
  if (!matchesFilter(next, filter)) {
    const others = page.sessions.filter((session) => session !== row)
    return { ...page, sessions: others, total: Math.max(0, page.total - 1) }
  }
  return {
    ...page,
    sessions: sortByActivity(page.sessions.map((session) => (session === row ? next : session))),
  }
}

/** Updates the row of a conversation, or adds one if the conversation matches the filter. */
export function upsertRow(page: SessionPage, filter: ListFilter, session: Session): SessionPage {
  if (page.sessions.some((one) => one.sessionId === session.sessionId)) {
    return patchRow(page, filter, session.sessionId, session)
  }
  if (!matchesFilter(session, filter) || filter.search) return page
  return { ...page, sessions: sortByActivity([...page.sessions, session]), total: page.total + 1 }
}

/**
 * Replaces the first page of a list, except rows that have changed since the server read it. The rows loaded below it stay,
 * unless there may be a gap between the two.
 */
export function replaceFirstPage(loaded: SessionPage | undefined, received: SessionPage): SessionPage {
  if (!loaded) return received
  const fresh = { ...received, sessions: keepNewerRows(loaded.sessions, received.sessions) }
  const last = received.sessions.at(-1)
  if (!fresh.nextCursor || !last) return fresh
  if (!loaded.sessions.some(({ sessionId }) => sessionId === last.sessionId)) return fresh
  const ids = new Set(fresh.sessions.map(({ sessionId }) => sessionId))
  const below = loaded.sessions.filter(
    (session) => !ids.has(session.sessionId) && compareByActivity(last, session) < 0,
  )
  if (below.length === 0) return fresh
  return { ...fresh, sessions: [...fresh.sessions, ...below], nextCursor: loaded.nextCursor }
}

function keepNewerRows(loaded: readonly Session[], received: readonly Session[]): Session[] {
  const cached = new Map(loaded.map((session) => [session.sessionId, session]))
  return sortByActivity(
    received.map((session) => {
      const row = cached.get(session.sessionId)
      return row && isOutdated(session, row) ? row : session
    }),
  )
}

/** Adds the next page below the loaded rows. */
export function appendPage(loaded: SessionPage, next: SessionPage): SessionPage {
  const ids = new Set(loaded.sessions.map(({ sessionId }) => sessionId))
  const more = next.sessions.filter(({ sessionId }) => !ids.has(sessionId))
  const { total, unreadTotal, nextCursor } = next
  return {
    ...loaded,
    total,
    unreadTotal,
    nextCursor,
    sessions: sortByActivity([...loaded.sessions, ...more]),
  }
}

/** The change that a new message makes to its row; empty if the row already includes the message. */
export function patchFromMessage(row: Session, message: Message, isOpen: boolean): Partial<Session> {
  if (message.seq <= row.lastSeq) return {}
  const isUnread = message.from === 'visitor' && !isOpen
  const lastMessage = message.text || message.attachments.map(({ name }) => name).join(', ')
  return {
    lastSeq: message.seq,
    lastMessage,
    ...(isNotice(message) ? {} : { lastPersonMessage: lastMessage }),
    ...(message.from === 'visitor' ? { lastVisitorMessage: lastMessage } : {}),
    lastMessageFrom: message.from,
    lastMessageIsAi: message.isAi,
    lastMessageAt: message.createdAt,
    unreadCountAgent: row.unreadCountAgent + (isUnread ? 1 : 0),
    // An agent's reply clears the mark; a reply of the AI does not.
    needsHuman: row.needsHuman && (message.from !== 'agent' || message.isAi),
    waitingSince: findWaitingSince(row, message),
  }
}

/** A visitor whom the AI is about to answer does not wait for the team. Only an agent answers one who needs a person. */
function findWaitingSince(row: Session, { from, isAi, createdAt }: Message): string | null {
  if (from === 'visitor')
    return row.waitingSince ?? (row.needsHuman || !row.autoReplyEnabled ? createdAt : null)
  return from === 'agent' && !(isAi && row.needsHuman) ? null : row.waitingSince
}

function sortByActivity(sessions: Session[]) {
  return sessions.sort(compareByActivity)
}

/** The server's order. ISO times compare as text, which is much faster than parsing them in a long list. */
function compareByActivity(one: Session, other: Session): number {
  if (one.lastMessageAt !== other.lastMessageAt) return one.lastMessageAt > other.lastMessageAt ? -1 : 1
  return one.sessionId > other.sessionId ? -1 : 1
}

/** Says that the team has been asked to help: the row shows the message before it. */
function isNotice({ meta }: Message): boolean {
  return meta.kind === 'handover' || meta.kind === 'acknowledged'
}
