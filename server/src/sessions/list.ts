import { sessionLimits, type sessionRoutes } from '@aichat/contracts/chat/sessions'
import type { Query } from '@aichat/contracts/kit/route'
import { LRUCache } from 'lru-cache'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import { nilId } from '../kit/db/ids.ts'
import type { Caller } from '../kit/http/caller.ts'
import { PreserializedJson } from '../kit/http/serve.ts'
import { visitorPresenceKey } from './guard.ts'
import { type ListedSession, type ListQuery, listSessions } from './list-store.ts'
import { copySessionFields, type StoredSession } from './session-fields.ts'
import { findSessions } from './store.ts'

/** About 20,000 conversations. */
const maxCachedCharacters = 16_000_000

type ListRequest = Query<typeof sessionRoutes.list>

type Dependencies = Pick<App, 'db' | 'presence'>

/**
 * Lists a page of the inbox. A `cursor` stays correct while conversations move in the list; a `page` number may not.
 *
 * Agents of a company request mostly the same rows, and few of them change: the database returns the ids with their
 * versions, and only sessions that are not cached in that version are read and serialized.
 */
export function createSessionList(
  app: Dependencies,
): (caller: Pick<Caller, 'companyId' | 'userId'>, request: ListRequest) => Promise<PreserializedJson> {
  const cache: SessionJsonCache = new LRUCache({
    maxSize: maxCachedCharacters,
    sizeCalculation: ({ json }) => json.length,
  })
  return async ({ companyId, userId }, request) => {
    const limit = Math.max(1, request.limit ?? sessionLimits.pageSize)
    const page = Math.max(1, request.page ?? 1)
    const query = {
      ...toListQuery(request, limit, page),
      assigneeId: toAssigneeId(request.assignedTo, userId),
    }
    const listed = await app.db.company(companyId, (sql) => listSessions(sql, query))
    const sessions = await serializeSessions(app, cache, companyId, listed.sessions.slice(0, limit))
    const nextCursor = listed.sessions.length > limit ? createCursor(sessions.at(-1)) : null
    const { total, unreadTotal } = listed
    const rest = JSON.stringify({ total, unreadTotal, page, limit, nextCursor })
    return new PreserializedJson(`{"sessions":[${sessions.join(',')}],${rest.slice(1)}`)
  }
}

function toListQuery(request: ListRequest, limit: number, page: number): ListQuery {
  const after = request.cursor ? parseCursor(request.cursor) : undefined
  return {
    status: request.status,
    projectId: toFilterId(request.projectId),
    needsHuman: request.needsHuman === 'true',
    view: request.view,
    labelId: toFilterId(request.labelId),
    search: request.search || undefined,
    limit: limit + 1,
    offset: after ? 0 : (page - 1) * limit,
    after,
  }
}

function toAssigneeId(assignedTo: string | undefined, userId: string): ListQuery['assigneeId'] {
  if (!assignedTo) return undefined
  if (assignedTo === 'none') return null
  return toFilterId(assignedTo === 'me' ? userId : assignedTo)
}

/** No row has an invalid id. */
export function toFilterId(id: string | undefined): string | undefined {
  return id && (isId(id) ? id : nilId) // an invalid id matches no row
}

/** A session as JSON without its closing brace: `online` changes often and is appended to each response. */
type CachedSession = { version: string; json: string }
type SessionJsonCache = LRUCache<string, CachedSession>

async function serializeSessions(
  { db, presence }: Dependencies,
  cache: SessionJsonCache,
  companyId: string,
  listed: ListedSession[],
): Promise<string[]> {
  const current = new Map<string, CachedSession>()
  for (const { sessionId, version } of listed) {
    const cached = cache.get(sessionId)
    if (cached?.version === version) current.set(sessionId, cached)
  }
  const stale = listed.map(({ sessionId }) => sessionId).filter((sessionId) => !current.has(sessionId))
  const [found, present] = await Promise.all([
    stale.length > 0 ? db.company(companyId, (sql) => findSessions(sql, stale)) : [],
    presence.arePresent(listed.map(({ visitorId }) => visitorPresenceKey(visitorId))),
  ])
  for (const { session, version } of found) {
    const entry = { version, json: serializeWithoutPresence(session) }
    cache.set(session.sessionId, entry)
    current.set(session.sessionId, entry)
  }
  return listed.flatMap(({ sessionId, status, searchMatch }, index) => {
    const entry = current.get(sessionId)
    const match = searchMatch === undefined ? '' : `,"searchMatch":${JSON.stringify(searchMatch)}`
    return entry ? `${entry.json}${match},"online":${status === 'active' && present[index] === true}}` : []
  })
}

function serializeWithoutPresence(stored: StoredSession): string {
  return JSON.stringify(copySessionFields(stored)).slice(0, -1)
}

function createCursor(last: string | undefined): string | null {
  if (!last) return null
  const { lastMessageAt, sessionId } = JSON.parse(last)
  return Buffer.from(`${lastMessageAt} ${sessionId}`).toString('base64url')
}

/** An invalid cursor is ignored. */
function parseCursor(cursor: string): ListQuery['after'] {
  const [lastMessageAt, sessionId] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ')
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(lastMessageAt ?? '')
  if (!isId(sessionId) || !lastMessageAt || !isTime || Number.isNaN(Date.parse(lastMessageAt)))
    return undefined
  return { lastMessageAt, sessionId }
}
