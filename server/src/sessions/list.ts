import type { Query } from '@aichat/contracts/route'
import { sessionLimits, type sessionRoutes } from '@aichat/contracts/sessions'
import { LRUCache } from 'lru-cache'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import { PreserializedJson } from '../kit/http/serve.ts'
import { visitorPresenceKey } from './guard.ts'
import { type ListedSession, type ListQuery, listSessions } from './list-store.ts'
import { findSessions, type StoredSession } from './store.ts'

/** What is no id is the id of nothing. */
const noMatchId = '00000000-0000-0000-0000-000000000000'

/** Some 20,000 conversations. */
const maxCachedCharacters = 16_000_000

type ListRequest = Query<typeof sessionRoutes.list>

type Dependencies = Pick<App, 'db' | 'presence'>

/**
 * A page of the inbox. By `cursor` it stays right while the list moves; by `page` it is what the number says.
 *
 * Every agent of a desk asks for much the same rows, and few of them have changed: the database says which rows there are
 * and in which version, and only what is not at hand in that version is read and written as JSON.
 */
export function createSessionList(
  app: Dependencies,
): (companyId: string, asked: ListRequest) => Promise<PreserializedJson> {
  const atHand: SessionJsonCache = new LRUCache({
    maxSize: maxCachedCharacters,
    sizeCalculation: ({ json }) => json.length,
  })
  return async (companyId, asked) => {
    const limit = Math.max(1, asked.limit ?? sessionLimits.pageSize)
    const page = Math.max(1, asked.page ?? 1)
    const query = toListQuery(asked, limit, page)
    const listed = await app.db.company(companyId, (sql) => listSessions(sql, query))
    const sessions = await serializeSessions(app, atHand, companyId, listed.sessions.slice(0, limit))
    const nextCursor = listed.sessions.length > limit ? createCursor(sessions.at(-1)) : null
    const { total, unreadTotal } = listed
    const rest = JSON.stringify({ total, unreadTotal, page, limit, nextCursor })
    return new PreserializedJson(`{"sessions":[${sessions.join(',')}],${rest.slice(1)}`)
  }
}

function toListQuery(asked: ListRequest, limit: number, page: number): ListQuery {
  const after = asked.cursor ? parseCursor(asked.cursor) : undefined
  return {
    status: asked.status,
    projectId: asked.projectId && (isId(asked.projectId) ? asked.projectId : noMatchId),
    needsHuman: asked.needsHuman === 'true',
    labelId: asked.labelId && (isId(asked.labelId) ? asked.labelId : noMatchId),
    search: asked.search || undefined,
    limit: limit + 1,
    offset: after ? 0 : (page - 1) * limit,
    after,
  }
}

/** A conversation as JSON, still open: who is there changes by the second and is written behind it. */
type CachedSession = { version: string; json: string }
type SessionJsonCache = LRUCache<string, CachedSession>

async function serializeSessions(
  { db, presence }: Dependencies,
  atHand: SessionJsonCache,
  companyId: string,
  listed: ListedSession[],
): Promise<string[]> {
  const shown = new Map<string, CachedSession>()
  for (const { sessionId, version } of listed) {
    const one = atHand.get(sessionId)
    if (one?.version === version) shown.set(sessionId, one)
  }
  const stale = listed.map(({ sessionId }) => sessionId).filter((sessionId) => !shown.has(sessionId))
  const [found, present] = await Promise.all([
    stale.length > 0 ? db.company(companyId, (sql) => findSessions(sql, stale)) : [],
    presence.arePresent(listed.map(({ visitorId }) => visitorPresenceKey(visitorId))),
  ])
  for (const { session, version } of found) {
    const one = { version, json: serializeWithoutPresence(session) }
    atHand.set(session.sessionId, one)
    shown.set(session.sessionId, one)
  }
  return listed.flatMap(({ sessionId, status }, index) => {
    const one = shown.get(sessionId)
    return one ? `${one.json},"online":${status === 'active' && present[index] === true}}` : []
  })
}

function serializeWithoutPresence({ visitorId: _, ...session }: StoredSession): string {
  return JSON.stringify(session).slice(0, -1)
}

function createCursor(last: string | undefined): string | null {
  if (!last) return null
  const { lastMessageAt, sessionId } = JSON.parse(last)
  return Buffer.from(`${lastMessageAt} ${sessionId}`).toString('base64url')
}

/** A cursor that nobody here made is the same as none. */
function parseCursor(cursor: string): ListQuery['after'] {
  const [lastMessageAt, sessionId] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ')
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(lastMessageAt ?? '')
  if (!isId(sessionId) || !lastMessageAt || !isTime || Number.isNaN(Date.parse(lastMessageAt)))
    return undefined
  return { lastMessageAt, sessionId }
}
