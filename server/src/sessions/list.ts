import type { Answer, Query } from '@aichat/contracts/route'
import { type Session, sessionLimits, type sessionRoutes } from '@aichat/contracts/sessions'
import type { App } from '../app.ts'
import { isId } from '../kit/db.ts'
import { type Ready, ready } from '../kit/serve.ts'
import { withPresence } from './find.ts'
import { type ListQuery, listSessions } from './store.ts'

/** What is no id is the id of nothing. */
const nobody = '00000000-0000-0000-0000-000000000000'

type Page = Answer<typeof sessionRoutes.list>
type Asked = Query<typeof sessionRoutes.list>

/** A page of the inbox. By `cursor` it stays right while the list moves; by `page` it is what the number says. */
export async function inboxPage(
  app: Pick<App, 'db' | 'presence'>,
  companyId: string,
  asked: Asked,
): Promise<Ready<Page>> {
  const limit = Math.max(1, asked.limit ?? sessionLimits.pageSize)
  const page = Math.max(1, asked.page ?? 1)
  const after = asked.cursor ? readCursor(asked.cursor) : undefined
  const query: ListQuery = {
    status: asked.status,
    projectId: asked.projectId && (isId(asked.projectId) ? asked.projectId : nobody),
    needsHuman: asked.needsHuman === 'true',
    labelId: asked.labelId && (isId(asked.labelId) ? asked.labelId : nobody),
    search: asked.search || undefined,
    limit: limit + 1,
    offset: after ? 0 : (page - 1) * limit,
    after,
  }
  const listed = await app.db.company(companyId, (sql) => listSessions(sql, query))
  const sessions = await withPresence(app, listed.sessions.slice(0, limit))
  const nextCursor = listed.sessions.length > limit ? cursorAfter(sessions.at(-1)) : null
  const { total, unreadTotal } = listed
  return ready({ sessions, total, unreadTotal, page, limit, nextCursor })
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
