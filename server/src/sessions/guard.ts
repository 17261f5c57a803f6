import type { Session } from '@aichat/contracts/sessions'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findSession, type StoredSession } from './store.ts'

type Dependencies = Pick<App, 'db' | 'presence'>

/** A conversation of the company. Null when it does not exist or belongs to another tenant. */
export async function findCompanySession(
  { db }: Dependencies,
  companyId: string,
  sessionId: unknown,
): Promise<StoredSession | null> {
  return isId(sessionId) ? db.company(companyId, (sql) => findSession(sql, sessionId)) : null
}

/** Guard for routes with `:sessionId`. */
export function requireSession(app: Dependencies): Guard<StoredSession> {
  return (caller, { sessionId }) => findCompanySession(app, caller.companyId, sessionId)
}

export function visitorPresenceKey(visitorId: string): string {
  return `visitor:${visitorId}`
}

/** Adds whether the visitor is online. A conversation that is not active is never online. */
export async function addPresence({ presence }: Dependencies, stored: StoredSession[]): Promise<Session[]> {
  const present = await presence.arePresent(stored.map((session) => visitorPresenceKey(session.visitorId)))
  // Listing the fields is faster than spreading: for fifty sessions, spreading costs as much as JSON.stringify.
  return stored.map((session, index) => ({
    sessionId: session.sessionId,
    number: session.number,
    tenantId: session.tenantId,
    projectId: session.projectId,
    status: session.status,
    visitor: session.visitor,
    lastMessage: session.lastMessage,
    lastMessageFrom: session.lastMessageFrom,
    lastMessageIsAi: session.lastMessageIsAi,
    lastMessageAt: session.lastMessageAt,
    lastPersonMessage: session.lastPersonMessage,
    lastPersonMessageFrom: session.lastPersonMessageFrom,
    lastPersonMessageIsAi: session.lastPersonMessageIsAi,
    lastSeq: session.lastSeq,
    unreadCountAgent: session.unreadCountAgent,
    autoReplyEnabled: session.autoReplyEnabled,
    autoReplyOffBy: session.autoReplyOffBy,
    online: session.status === 'active' && (present[index] ?? false),
    assignedAgentId: session.assignedAgentId,
    isAssignmentNew: session.isAssignmentNew,
    needsHuman: session.needsHuman,
    pageUrl: session.pageUrl,
    rating: session.rating,
    labelIds: session.labelIds,
    createdAt: session.createdAt,
    revision: session.revision,
  }))
}

export async function findSessionWithPresence(
  app: Dependencies,
  companyId: string,
  sessionId: string,
): Promise<Session | null> {
  const stored = await findCompanySession(app, companyId, sessionId)
  if (!stored) return null
  const [session] = await addPresence(app, [stored])
  return session ?? null
}
