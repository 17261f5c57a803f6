import type { Session } from '@aichat/contracts/chat/sessions'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { copySessionFields, type StoredSession } from './session-fields.ts'
import { findSession } from './store.ts'

/** A conversation of the company. Null when it does not exist or belongs to another tenant. */
export async function findCompanySession(
  { db }: Pick<App, 'db'>,
  companyId: string,
  sessionId: unknown,
): Promise<StoredSession | null> {
  return isId(sessionId) ? db.company(companyId, (sql) => findSession(sql, sessionId)) : null
}

/** Guard for routes with `:sessionId`. */
export const requireSession: Guard<StoredSession> = (sql, { sessionId }) =>
  isId(sessionId) ? findSession(sql, sessionId) : null

export function visitorPresenceKey(visitorId: string): string {
  return `visitor:${visitorId}`
}

/** Adds whether the visitor is online. A conversation that is not active is never online. */
export async function addPresence(
  { presence }: Pick<App, 'presence'>,
  stored: StoredSession[],
): Promise<Session[]> {
  const present = await presence.arePresent(stored.map((session) => visitorPresenceKey(session.visitorId)))
  return stored.map((session, index) =>
    Object.assign(copySessionFields(session), {
      online: session.status === 'active' && (present[index] ?? false),
    }),
  )
}

export async function findSessionWithPresence(
  app: Pick<App, 'db' | 'presence'>,
  companyId: string,
  sessionId: string,
): Promise<Session | null> {
  const stored = await findCompanySession(app, companyId, sessionId)
  if (!stored) return null
  const [session] = await addPresence(app, [stored])
  return session ?? null
}
