import type { Message } from '@aichat/contracts/messages'
import type { Session, SessionStatus } from '@aichat/contracts/sessions'

export type ListFilter = { status: SessionStatus; search: string; needsHuman?: boolean; labelId?: string }
export type SessionPage = {
  sessions: Session[]
  total: number
  unreadTotal: number
  page: number
  limit: number
  nextCursor: string | null
}

/** Whether a conversation stands under a filter, as far as anybody but the server can say. */
function belongs(session: Session, { status, needsHuman, labelId }: ListFilter): boolean {
  if (session.status !== status || (needsHuman && !session.needsHuman)) return false
  return !labelId || session.labelIds.includes(labelId)
}

/** Patches the row if it is listed, and drops it when it no longer belongs under this filter. */
export function patchRow(
  page: SessionPage,
  filter: ListFilter,
  sessionId: string,
  patch: Partial<Session>,
): SessionPage {
  const row = page.sessions.find((session) => session.sessionId === sessionId)
  if (!row) return page
  const next = { ...row, ...patch }
  if (!belongs(next, filter)) {
    const others = page.sessions.filter((session) => session !== row)
    return { ...page, sessions: others, total: Math.max(0, page.total - 1) }
  }
  return {
    ...page,
    sessions: byActivity(page.sessions.map((session) => (session === row ? next : session))),
  }
}

/** Takes a whole session in: as a patch where it is listed, as a new row where it belongs. */
export function takeSession(page: SessionPage, filter: ListFilter, session: Session): SessionPage {
  if (page.sessions.some((one) => one.sessionId === session.sessionId)) {
    return patchRow(page, filter, session.sessionId, session)
  }
  // Only the server can say whether it matches a search.
  if (!belongs(session, filter) || filter.search) return page
  return { ...page, sessions: byActivity([...page.sessions, session]), total: page.total + 1 }
}

/** The first page, loaded anew: what had been loaded below it stays, unless there may be a gap between the two. */
export function renewPage(known: SessionPage | undefined, fresh: SessionPage): SessionPage {
  const last = fresh.sessions.at(-1)
  if (!known || !fresh.nextCursor || !last) return fresh
  if (!known.sessions.some(({ sessionId }) => sessionId === last.sessionId)) return fresh
  const ids = new Set(fresh.sessions.map(({ sessionId }) => sessionId))
  const below = known.sessions.filter((session) => !ids.has(session.sessionId) && inOrder(last, session) < 0)
  if (below.length === 0) return fresh
  return { ...fresh, sessions: [...fresh.sessions, ...below], nextCursor: known.nextCursor }
}

/** The next page, below what is there. */
export function appendPage(known: SessionPage, next: SessionPage): SessionPage {
  const ids = new Set(known.sessions.map(({ sessionId }) => sessionId))
  const more = next.sessions.filter(({ sessionId }) => !ids.has(sessionId))
  const { total, unreadTotal, nextCursor } = next
  return { ...known, total, unreadTotal, nextCursor, sessions: byActivity([...known.sessions, ...more]) }
}

/** What a new message changes on its row. A row that already counts the message is left as it is. */
export function rowAfterMessage(row: Session, message: Message, isOpen: boolean): Partial<Session> {
  if (message.seq <= row.lastSeq) return {}
  const isUnread = message.from === 'visitor' && !isOpen
  return {
    lastSeq: message.seq,
    lastMessage: message.text || message.attachments.map(({ name }) => name).join(', '),
    lastMessageFrom: message.from,
    lastMessageIsAi: message.isAi,
    lastMessageAt: message.createdAt,
    unreadCountAgent: row.unreadCountAgent + (isUnread ? 1 : 0),
    // A person has answered.
    needsHuman: row.needsHuman && (message.from !== 'agent' || message.isAi),
  }
}

function byActivity(sessions: Session[]) {
  return sessions.sort(inOrder)
}

/** As the server orders them. Times are of one form, so that text compares as time, ten thousand times a message. */
function inOrder(one: Session, other: Session): number {
  if (one.lastMessageAt !== other.lastMessageAt) return one.lastMessageAt > other.lastMessageAt ? -1 : 1
  return one.sessionId > other.sessionId ? -1 : 1
}
