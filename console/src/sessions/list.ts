import type { Message, Session, SessionStatus } from '@aichat/contracts/sessions'

export type ListFilter = { status: SessionStatus; search: string; limit: number }
export type SessionPage = {
  sessions: Session[]
  total: number
  unreadTotal: number
  page: number
  limit: number
  nextCursor: string | null
}

/** Patches the row if it is listed, and drops it when it no longer belongs under this filter. */
export function patchRow(
  page: SessionPage,
  { status }: ListFilter,
  sessionId: string,
  patch: Partial<Session>,
): SessionPage {
  const row = page.sessions.find((session) => session.sessionId === sessionId)
  if (!row) return page
  const others = page.sessions.filter((session) => session !== row)
  const next = { ...row, ...patch }
  if (next.status !== status) return { ...page, sessions: others, total: Math.max(0, page.total - 1) }
  return { ...page, sessions: byActivity([...others, next]) }
}

/** Takes a whole session in: as a patch where it is listed, as a new row where it belongs. */
export function takeSession(page: SessionPage, filter: ListFilter, session: Session): SessionPage {
  if (page.sessions.some((one) => one.sessionId === session.sessionId)) {
    return patchRow(page, filter, session.sessionId, session)
  }
  // Only the server can say whether it matches a search.
  if (session.status !== filter.status || filter.search) return page
  return { ...page, sessions: byActivity([...page.sessions, session]), total: page.total + 1 }
}

/** What a new message changes on its row. A row that already counts the message is left as it is. */
export function rowAfterMessage(row: Session, message: Message, isOpen: boolean): Partial<Session> {
  if (message.seq <= row.lastSeq) return {}
  const isUnread = message.from === 'visitor' && !isOpen
  return {
    lastSeq: message.seq,
    lastMessage: message.text,
    lastMessageFrom: message.from,
    lastMessageAt: message.createdAt,
    unreadCountAgent: row.unreadCountAgent + (isUnread ? 1 : 0),
  }
}

function byActivity(sessions: Session[]) {
  return sessions.sort((one, other) => Date.parse(other.lastMessageAt) - Date.parse(one.lastMessageAt))
}
