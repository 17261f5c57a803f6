import type { Query } from '@aichat/contracts/route'
import { type Session, sessionLimits, type sessionRoutes } from '@aichat/contracts/sessions'
import type { App } from '../app.ts'
import { isId } from '../kit/db.ts'
import { withPresence } from './find.ts'
import { countSessions, type ListQuery, listSessions, unreadTotal } from './store.ts'

type Asked = Query<typeof sessionRoutes.list>

/** A page of the inbox. By `cursor` it stays right while the list moves; by `page` it is what the number says. */
export async function inboxPage(app: Pick<App, 'db' | 'presence'>, companyId: string, asked: Asked) {
  const limit = Math.max(1, asked.limit ?? sessionLimits.pageSize)
  const page = Math.max(1, asked.page ?? 1)
  const after = asked.cursor ? readCursor(asked.cursor) : undefined
  const isElsewhere = asked.projectId !== undefined && asked.projectId !== '' && !isId(asked.projectId)
  const query: ListQuery = {
    status: asked.status,
    projectId: asked.projectId || undefined,
    search: asked.search || undefined,
    limit: limit + 1,
    offset: after ? 0 : (page - 1) * limit,
    after,
  }
  const [rows, total, unread] = await app.db.company(companyId, (sql) =>
    // Together on the wire: three questions cost one way there and back.
    Promise.all([
      isElsewhere ? [] : listSessions(sql, query),
      isElsewhere ? 0 : countSessions(sql, query),
      unreadTotal(sql),
    ]),
  )
  const sessions = await withPresence(app, rows.slice(0, limit))
  const nextCursor = rows.length > limit ? cursorAfter(sessions.at(-1)) : null
  return { sessions, total, unreadTotal: unread, page, limit, nextCursor }
}

function cursorAfter(last: Session | undefined): string | null {
  return last ? Buffer.from(`${last.lastMessageAt} ${last.sessionId}`).toString('base64url') : null
}

/** A cursor that nobody here made is the same as none. */
function readCursor(cursor: string): ListQuery['after'] {
  const [lastMessageAt, sessionId] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ')
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(lastMessageAt ?? '')
  if (!isId(sessionId) || !lastMessageAt || !isTime || Number.isNaN(Date.parse(lastMessageAt)))
    return undefined
  return { lastMessageAt, sessionId }
}
